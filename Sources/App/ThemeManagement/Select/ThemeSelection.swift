/// A selected theme with its id, or with the ids that are selected together. Each selection makes a new object: compare
/// with `===`.
public final class ThemeSelection<ID: ThemeIdentifier, ThemeType: Sendable>: Sendable {
    /// The id by which the theme was selected; of several, that of the strongest axis.
    public let id: ID
    /// The ids that are selected together, from the weakest axis to the strongest. The last is ``id``.
    public let ids: [ID]
    /// The ids that were to be selected as well, and that the source does not have: their axes fell back. They stay
    /// here until another theme is selected in their place. One that returns is selected at the next change of the
    /// source.
    public let missing: [ID]
    /// The theme that was selected. Later changes of the source do not affect it.
    public let theme: ThemeType

    init(_ id: ID, _ theme: ThemeType) {
        self.id = id
        ids = [id]
        missing = []
        self.theme = theme
    }

    /// `nil` if there are no ids.
    init?(_ ids: [ID], _ theme: ThemeType, missing: [ID]) {
        guard let id = ids.last else { return nil }
        self.id = id
        self.ids = ids
        self.missing = missing
        self.theme = theme
    }
}

/// The change from one selection to another.
public struct ThemeChange<ID: ThemeIdentifier, ThemeType: Sendable>: Sendable {
    /// The selection before the change.
    public let old: ThemeSelection<ID, ThemeType>
    /// The selection after the change.
    public let new: ThemeSelection<ID, ThemeType>

    /// The ids of ``new`` that ``old`` does not have, from the weakest axis to the strongest.
    public var added: [ID] { new.ids.filter { !old.ids.contains($0) } }
    /// The ids of ``old`` that ``new`` does not have, from the weakest axis to the strongest.
    public var removed: [ID] { old.ids.filter { !new.ids.contains($0) } }
}

extension ThemeChange where ThemeType == Theme {
    /// The settings and images that differ.
    ///
    /// Cost: each call compares all settings, and the images of every pack that only one of the chains has.
    /// - Throws: `ThemeError` if a pack is damaged.
    public func differences() throws(ThemeError) -> ThemeDifferences {
        try ThemeDifferences(from: old.theme, to: new.theme)
    }
}

/// The id of a theme. A choice is saved as the id's text, in a library with axes such as `acme@brand+dark@mode`.
///
/// An enum with raw values conforms by name alone: `enum Look: String, ThemeIdentifier { case red, blue }`.
public protocol ThemeIdentifier: Hashable, Sendable {
    /// The id as text. Different ids have different texts.
    var text: String { get }
    /// Reads the text of an id; `nil` if it is not valid.
    init?(text: String)
}

extension ThemeIdentifier where Self: RawRepresentable, RawValue == String {
    public var text: String { rawValue }
    public init?(text: String) { self.init(rawValue: text) }
}

extension ThemeIdentifier where Self: RawRepresentable, RawValue == Int {
    public var text: String { String(rawValue) }
    public init?(text: String) {
        guard let number = Int(text) else { return nil }
        self.init(rawValue: number)
    }
}

extension ThemeID: ThemeIdentifier {
    public var text: String { string }
    public init?(text: String) {
        guard let id = try? ThemeID(text) else { return nil }
        self = id
    }
}

extension String: ThemeIdentifier {
    public var text: String { self }
    public init?(text: String) { self = text }
}

extension Int: ThemeIdentifier {
    public var text: String { String(self) }
    public init?(text: String) { self.init(text, radix: 10) }
}
