/// What themes are selected by: something that can be told apart, and written down as text so that a choice can be saved.
///
/// An enum of a caller's own with raw values needs this one word more: `enum Look: String, ThemeIdentifier { case red, blue }`.
public protocol ThemeIdentifier: Hashable, Sendable {
    /// How stores and messages write it. Different ids have different texts.
    var text: String { get }
    /// Reads what ``text`` gives; `nil` if no id is written so.
    init?(text: String)
}

extension ThemeIdentifier where Self: RawRepresentable, RawValue == String {
    /// How it is written.
    public var text: String { rawValue }
    /// Reads it.
    public init?(text: String) { self.init(rawValue: text) }
}

extension ThemeIdentifier where Self: RawRepresentable, RawValue == Int {
    /// How it is written.
    public var text: String { String(rawValue) }
    /// Reads it.
    public init?(text: String) {
        guard let number = Int(text) else { return nil }
        self.init(rawValue: number)
    }
}

extension ThemeID: ThemeIdentifier {
    /// How it is written.
    public var text: String { string }
    /// Reads it.
    public init?(text: String) {
        guard let id = try? ThemeID(text) else { return nil }
        self = id
    }
}

extension String: ThemeIdentifier {
    /// How it is written.
    public var text: String { self }
    /// Reads it.
    public init?(text: String) { self = text }
}

extension Int: ThemeIdentifier {
    /// How it is written.
    public var text: String { String(self) }
    /// Reads it.
    public init?(text: String) { self.init(text, radix: 10) }
}
