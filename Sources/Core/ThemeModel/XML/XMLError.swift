/// The first defect of a text that is not XML, or is beyond a limit.
package struct XMLError: Error, Hashable, Sendable {
    /// The offset of the defect, or of the start of the tag or text that has it.
    package let offset: Int
    package let defect: Defect

    package enum Defect: Error, Hashable, Sendable, CustomStringConvertible {
        case tooDeep(limit: Int)
        case tooManyElements(limit: Int)
        case endOfFile
        case noRoot
        case afterRoot
        case unclosedMarkup
        case hyphensInComment
        case endOfCData
        case declaration
        case otherDeclaration
        case invalidTag
        case otherName
        case attributeTwice(String)
        case endWithoutStart(String)
        case unknownEntity
        case controlCharacter
        case otherEncoding
        case invalidText(InvalidText.Defect)

        package var description: String {
            switch self {
            case .tooDeep(let limit): "is nested more than \(limit) levels deep"
            case .tooManyElements(let limit): "has more than \(limit) elements"
            case .endOfFile: "ends within an element"
            case .noRoot: "has no element"
            case .afterRoot: "has text or an element after its end"
            case .unclosedMarkup: "the tag, comment or declaration that starts here has no end"
            case .hyphensInComment: "the comment that starts here contains '--'"
            case .endOfCData: "has ']]>' in a text"
            case .declaration: "has a declaration where none can be"
            case .otherDeclaration: "has a declaration of another kind than an entity for plain text"
            case .invalidTag: "the tag or declaration that starts here is not well-formed"
            case .otherName: "has a name that is not ASCII"
            case .attributeTwice(let name): "the tag that starts here has the attribute '\(name)' twice"
            case .endWithoutStart(let name): "an end tag has no start tag: </\(name)>"
            case .unknownEntity: "has a reference to a character or entity that does not exist"
            case .controlCharacter: "has a control character"
            case .otherEncoding: "says that it is not XML 1.0 in UTF-8"
            case .invalidText(let defect): defect.reason
            }
        }
    }
}
