/// A string that does not follow the grammar of an id, a prefix, a version or a moment.
public struct InvalidName: Error, Equatable, Sendable {
    /// The string.
    public let found: String
    /// The grammar, as the object of "expected" in a message.
    public let expected: String

    package init(_ found: String, expected: String) {
        self.found = found
        self.expected = expected
    }
}
