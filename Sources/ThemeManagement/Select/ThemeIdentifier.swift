/// The id of a theme. A choice is saved as the id's text.
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
