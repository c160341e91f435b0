/// An error that a person can fix: wrong usage, a wrong file, or a missing permission.
package struct UserError: Error, Hashable, Sendable {
    package var path: String?
    package var position: SourcePosition?
    /// A sentence, or a predicate whose subject is the path.
    package var message: String
    package var hint: String?
    /// Whether a source file has changed since it was verified, or since the cache recorded it.
    package var isOfChangedFile = false

    package init(path: String? = nil, position: SourcePosition? = nil, _ message: String, hint: String? = nil) {
        (self.path, self.position, self.message, self.hint) = (path, position, message, hint)
    }
}
