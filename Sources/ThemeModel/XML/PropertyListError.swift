/// The first defect of a text that is not a property list of settings, or is beyond a limit.
package struct PropertyListError: Error, Hashable, Sendable {
    /// The offset of the defect, or of the start of the element that has it.
    package let offset: Int
    /// The path of a value that no setting can have, if places are wanted.
    package let path: SettingPath?
    package let defect: Defect

    package init(offset: Int, path: SettingPath? = nil, defect: Defect) {
        self.offset = offset
        self.path = path
        self.defect = defect
    }

    init(_ error: XMLError) { self.init(offset: error.offset, defect: .xml(error.defect)) }

    package enum Defect: Error, Hashable, Sendable, CustomStringConvertible {
        case tooLong(_ bytes: Int, limit: Int)
        case binary
        case xml(XMLError.Defect)
        case notAPropertyList
        case noValue
        case unexpectedElement(String)
        case textBetweenElements
        case keyWithoutValue(String)
        case valueWithoutKey
        case duplicateKey(String)
        case dateOrData
        case notANumber
        case inexactInteger
        case tooDeep(limit: Int)
        case tooManyValues(limit: Int)
        case longKey(limit: Int)
        case longPaths

        package var description: String {
            switch self {
            case .tooLong(let bytes, let limit): "has \(bytes) bytes, at most \(limit) are read"
            case .binary: "is a binary property list, which has no lines to report"
            case .xml(.declaration): "declares entities, which are not supported"
            case .xml(.noRoot), .notAPropertyList: "is not an XML property list"
            case .xml(let defect): defect.description
            case .noValue: "is a property list without a value"
            case .unexpectedElement(let name): "<\(name.prefix(20))> cannot be here"
            case .textBetweenElements: "there is text where an element is expected"
            case .keyWithoutValue(let key): "the key \"\(key)\" has no value"
            case .valueWithoutKey: "there is a value where a <key> is expected"
            case .duplicateKey(let key): "the key \"\(key)\" stands twice"
            case .dateOrData: "is a date or data, which no setting can be"
            case .notANumber: "is not a finite number"
            case .inexactInteger: "the number is too large to be stored exactly"
            case .tooDeep(let limit): "is nested more than \(limit) levels deep"
            case .tooManyValues(let limit): "contains more than \(limit) values"
            case .longKey(let limit): "a key has more than \(limit) bytes"
            case .longPaths: "its key paths are too long"
            }
        }
    }
}
