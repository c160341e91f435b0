/// An error that a person can fix: wrong usage, a wrong file, or a missing permission.
package struct UserError: Error, Hashable, Sendable {
    package var path: String?
    package var position: SourcePosition?
    /// A sentence, or a predicate whose subject is the path.
    package var message: String
    package var hint: String?
    /// Whether a source file has changed since it was verified, or since the cache recorded it.
    package var isOfChangedFile = false
    /// Further errors of the same file.
    package private(set) var others: [UserError] = []

    package init(path: String? = nil, position: SourcePosition? = nil, _ message: String, hint: String? = nil) {
        self.path = path
        self.position = position
        self.message = message
        self.hint = hint
    }

    package init(_ error: FileError, path: String) {
        self.init(path: path, error.explanation, hint: error.hint)
    }

    /// Names the file of an error in a text.
    init(_ error: SourceError, path: String) {
        self.init(
            path: path, position: error.position, (error.key.map { "\($0): " } ?? "") + error.message, hint: error.hint)
    }

    /// All errors of a text; `nil` if there are none.
    init?(_ errors: [SourceError], path: String) {
        guard let first = errors.first else { return nil }
        self.init(first, path: path)
        others = errors.dropFirst().map { UserError($0, path: path) }
    }
}
