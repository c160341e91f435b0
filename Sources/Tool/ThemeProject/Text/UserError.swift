/// An error that a person can fix: wrong usage, a wrong file, or a missing permission.
package struct UserError: Error, Hashable, Sendable {
    package var path: String?
    package var position: SourcePosition?
    /// A sentence, or a predicate whose subject is the path.
    package var message: String
    package var hint: String?
    /// Whether a source file has changed since it was verified, or since the cache recorded it.
    package var isOfChangedFile = false
    /// Further errors that people see together with this one.
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
    package init(_ error: SourceError, path: String) {
        self.init(
            path: path, position: error.position, (error.key.map { "\($0): " } ?? "") + error.message, hint: error.hint)
    }

    /// Several errors in one; `nil` if there are none.
    package init?(_ errors: [UserError]) {
        let all = errors.flatMap { error in
            var first = error
            first.others = []
            return [first] + error.others
        }
        guard let first = all.first else { return nil }
        self = first
        others = Array(all.dropFirst())
    }
}

extension FileSystem {
    /// Reads a file.
    ///
    /// - Parameter name: the path in an error, if it is another one.
    package func contents(of path: String, named name: String? = nil, limit: Int) throws(UserError) -> [UInt8] {
        try rethrow(as: { UserError($0, path: name ?? path) }) { () throws(FileError) in try read(path, limit: limit) }
    }

    package func contents(ofFolder path: String) throws(UserError) -> [FolderEntry] {
        try rethrow(as: { UserError($0, path: path) }) { () throws(FileError) in try entries(of: path) }
    }
}

extension Array where Element: Error {
    /// Takes a step, and keeps its error.
    package mutating func collect(_ step: () throws(Element) -> Void) {
        do throws(Element) { try step() } catch { append(error) }
    }
}

package struct SourceError: Error, Hashable, Sendable {
    package var position: SourcePosition?
    package var key: SettingPath?
    package var message: String
    package var hint: String?

    package init(
        position: SourcePosition? = nil, key: SettingPath? = nil, message: String, hint: String? = nil
    ) {
        self.position = position
        self.key = key
        self.message = message
        self.hint = hint
    }

    package init(_ error: FileError) { self.init(message: error.explanation, hint: error.hint) }
}

extension SourceError {
    /// Whole numbers are stored as doubles. Above this one, a double can stand for several of them.
    static let exactIntegerMax: Int64 = 9_007_199_254_740_991

    static let marksHint = "delete the marks that nobody can read"
}

extension Int {
    /// The number with its noun: `1 file`, `2 files`.
    package func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension StringProtocol {
    /// The text with its first character in upper case, as a sentence begins.
    package var firstUppercased: String { prefix(1).uppercased() + dropFirst() }
}
