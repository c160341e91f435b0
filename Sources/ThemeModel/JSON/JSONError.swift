/// The first defect of a text that is not JSON, or is beyond a limit.
package struct JSONError: Error, Hashable, Sendable {
    /// The offset of the defect, or of the start of the string or word that has it.
    package let offset: Int
    package let defect: Defect

    package enum Defect: Error, Hashable, Sendable, CustomStringConvertible {
        case tooLong(_ bytes: Int, limit: Int)
        case tooDeep(limit: Int)
        case tooManyValues(limit: Int)
        case longKey(limit: Int)
        case longPaths
        case longNumber(limit: Int)
        case endOfFile
        case expectedEnd
        case expectedKey(followsComma: Bool)
        case expectedColon(key: String)
        case expectedCommaOr(_ end: String)
        /// The list ends after a comma.
        case expectedValue
        case notAValue(word: String)
        case inexactInteger
        case duplicateKey(String)
        case controlCharacter
        case unclosedString
        case unknownEscape
        case halfSurrogatePair
        case expectedHexDigits
        case invalidText(InvalidText.Defect)

        package var description: String {
            switch self {
            case .tooLong(let bytes, let limit): "has \(bytes) bytes, at most \(limit) are read"
            case .tooDeep(let limit): "is nested more than \(limit) levels deep"
            case .tooManyValues(let limit): "contains more than \(limit) values"
            case .longKey(let limit): "the key before this place has more than \(limit) bytes"
            case .longPaths: "its key paths are too long"
            case .longNumber(let limit): "a number has more than \(limit) characters"
            case .endOfFile: "the file ends where a value is expected"
            case .expectedEnd: "expected the end of the file"
            case .expectedKey: "expected a key in quotation marks"
            case .expectedColon(let key): "expected ':' after the key \"\(key)\""
            case .expectedCommaOr(let end): "expected ',' or '\(end)'"
            case .expectedValue, .notAValue: "expected a value"
            case .inexactInteger: "the number is too large to be stored exactly"
            case .duplicateKey(let key): "the key \"\(key)\" stands twice"
            case .controlCharacter: "a string contains a control character"
            case .unclosedString: "a string has no end"
            case .unknownEscape: "a string has an escape that does not exist"
            case .halfSurrogatePair: "half of a surrogate pair is missing"
            case .expectedHexDigits: "expected four hexadecimal digits"
            case .invalidText(let defect): "a string \(defect.reason)"
            }
        }
    }
}
