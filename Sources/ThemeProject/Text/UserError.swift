/// An error in what a person has or did, in words for that person.
package struct UserError: Error, Hashable, Sendable {
    package var path: String?
    package var place: Place?
    /// A sentence, or a predicate whose subject is the path.
    package var message: String
    package var hint: String?
    /// Whether a source file is no longer the one that was verified, or that the cache knows.
    package var isOfChangedSource = false

    package init(path: String? = nil, place: Place? = nil, _ message: String, hint: String? = nil) {
        (self.path, self.place, self.message, self.hint) = (path, place, message, hint)
    }
}
