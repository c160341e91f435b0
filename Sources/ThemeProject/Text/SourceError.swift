package import ThemeModel

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
    static func duplicate(
        _ key: SettingPath, at position: SourcePosition, after first: SourcePosition?
    ) -> SourceError {
        let line = first.map { " (first in line \($0.line))" } ?? ""
        return SourceError(
            position: position, key: key, message: "the key occurs twice\(line)", hint: "keep one of them")
    }

    /// Whole numbers are stored as doubles. Above this one, a double can stand for several of them.
    static let exactIntegerMax = 9_007_199_254_740_991

    static let marksHint = "delete the marks that nobody can read"

    static func inexactInteger(_ key: SettingPath? = nil, at position: SourcePosition?) -> SourceError {
        SourceError(
            position: position, key: key, message: "the number is too large to be stored exactly",
            hint: "write it as a string")
    }
}
