/// The only reader of XML: of property lists, of Android's resources, and of images that refer to files.
///
/// It reads a whole text in UTF-8, piece by piece, as XML 1.0 defines it, and resolves nothing outside the text.
///
/// - Limits bound the depth and the number of elements. The reader does not recurse.
/// - Start tags and end tags belong together, and there is one root. A caller gets no tag that contradicts this.
/// - Texts arrive whole: references are replaced, and CDATA and the parts around comments are joined. Line ends stay as
///   they are written, as Foundation leaves them in property lists.
/// - A document type is skipped. References to entities that it declares stay as they are written.
/// - The first defect ends the reading. ``XMLError`` has its offset; callers convert that to a line and a column.
package struct XMLReader {
    package enum Piece {
        /// `<name a="b">`. `<name/>` is a start and an end.
        case start(name: String, attributes: [String: String])
        case end(name: String)
        /// The text before the next tag. Never empty.
        case text(String)
        /// `<?name content?>`, except the declaration of XML.
        case instruction(String)
    }

    private let bytes: [UInt8]
    private let depthMax: Int
    private let elementsMax: Int
    private var position = 0
    private var open: [String] = []
    private var count = 0
    /// The second piece of `<name/>`.
    private var emptyElement: String?

    /// The offset of the start of the last piece.
    package private(set) var offset = 0
    /// The offset of the first entity that the document type declares.
    package private(set) var firstEntity: Int?
    package private(set) var declaresExternalEntities = false

    package init(_ bytes: [UInt8], depthMax: Int, elementsMax: Int = .max) throws(XMLError) {
        self.bytes = bytes
        self.depthMax = depthMax
        self.elementsMax = elementsMax
        do throws(InvalidText) { _ = try String(checking: bytes) } catch {
            throw XMLError(offset: error.offset, defect: .invalidText(error.defect))
        }
        if let control = bytes.firstIndex(where: { $0 < 0x20 && !$0.isXMLSpace }) {
            throw XMLError(offset: control, defect: .controlCharacter)
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        if isNext("<?xml"), bytes.dropFirst(position + 5).first?.isXMLSpace == true { try skipDeclaration() }
    }

    /// Returns the next piece; `nil` at the end of a whole document.
    package mutating func next() throws(XMLError) -> Piece? {
        offset = position
        if let name = emptyElement {
            emptyElement = nil
            return .end(name: name)
        }
        var text: [UInt8] = []
        while position < bytes.count {
            if isNext("<!--") {
                try skipComment()
            } else if isNext("<![CDATA[") {
                position += 9
                text += try take(until: "]]>")
            } else if isNext("<") {
                if !text.isEmpty, let piece = try piece(text) { return piece }
                text = []
                offset = position
                if isNext("<?") { return try instruction() }
                if isNext("<!") {
                    try skipDocumentType()
                    continue
                }
                return try isNext("</") ? endTag() : startTag()
            } else {
                let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
                try append(position..<end, to: &text)
                position = end
            }
        }
        guard open.isEmpty else { throw problem(.endOfFile) }
        _ = try piece(text)
        guard count > 0 else { throw problem(.noRoot) }
        return nil
    }

    // MARK: Texts

    /// Returns `nil` for space outside of the root.
    private func piece(_ text: [UInt8]) throws(XMLError) -> Piece? {
        guard !open.isEmpty else {
            guard text.allSatisfy(\.isXMLSpace) else { throw XMLError(offset: offset, defect: misplaced) }
            return nil
        }
        return .text(try checked(text))
    }

    private var misplaced: XMLError.Defect { count > 0 ? .afterRoot : .noRoot }

    /// Pieces can be joined to more combining marks in a row than each has.
    private func checked(_ text: [UInt8]) throws(XMLError) -> String {
        do throws(InvalidText) { return try String(checking: text) } catch {
            throw problem(.invalidText(error.defect))
        }
    }

    private func string(_ bytes: ArraySlice<UInt8>) -> String { String(repairing: bytes) }

    /// Appends bytes with their references replaced.
    private func append(_ range: Range<Int>, to text: inout [UInt8]) throws(XMLError) {
        var rest = bytes[range]
        while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
            text += rest[..<mark]
            rest = rest[(mark + 1)...]
            // The longest name of a character is `#x10FFFF`.
            if let end = rest.prefix(10).firstIndex(of: UInt8(ascii: ";")), let scalar = Self.scalar(rest[..<end]) {
                text += String(Character(scalar)).utf8
                rest = rest[(end + 1)...]
            } else if firstEntity != nil {
                text.append(UInt8(ascii: "&"))
            } else {
                throw XMLError(offset: mark, defect: .unknownEntity)
            }
        }
        text += rest
    }

    private static func scalar(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
        let name = String(repairing: name)
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        guard name.hasPrefix("#"), !name.contains("+") else { return nil }
        let digits = name.dropFirst()
        let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let number, number >= 0x20 || UInt8(number).isXMLSpace else { return nil }
        return Unicode.Scalar(number)
    }

    // MARK: Tags

    private mutating func startTag() throws(XMLError) -> Piece {
        guard count == 0 || !open.isEmpty else { throw problem(.afterRoot) }
        count += 1
        guard count <= elementsMax else { throw problem(.tooManyElements(limit: elementsMax)) }
        position += 1
        let name = try name()
        var attributes: [String: String] = [:]
        while true {
            let hasSpace = skipSpace()
            if isNext(">") {
                position += 1
                guard open.count < depthMax else { throw problem(.tooDeep(limit: depthMax)) }
                open.append(name)
                break
            }
            if isNext("/>") {
                position += 2
                emptyElement = name
                break
            }
            guard position < bytes.count else { throw problem(.unclosedMarkup) }
            guard hasSpace else { throw problem(.invalidTag) }
            let (key, value) = try attribute()
            guard attributes.updateValue(value, forKey: key) == nil else { throw problem(.attributeTwice(key)) }
        }
        return .start(name: name, attributes: attributes)
    }

    private mutating func attribute() throws(XMLError) -> (String, String) {
        let key = try name()
        skipSpace()
        guard isNext("=") else { throw problem(.invalidTag) }
        position += 1
        skipSpace()
        guard isNext("\"") || isNext("'") else { throw problem(.invalidTag) }
        let start = position + 1
        guard let end = bytes[start...].firstIndex(of: bytes[position]) else { throw problem(.unclosedMarkup) }
        guard !bytes[start..<end].contains(UInt8(ascii: "<")) else { throw problem(.invalidTag) }
        position = end + 1
        var value: [UInt8] = []
        try append(start..<end, to: &value)
        return (key, try checked(value))
    }

    private mutating func endTag() throws(XMLError) -> Piece {
        position += 2
        let name = try name()
        skipSpace()
        guard position < bytes.count else { throw problem(.unclosedMarkup) }
        guard isNext(">") else { throw problem(.invalidTag) }
        guard open.last == name else { throw problem(.endWithoutStart(String(name.prefix(20)))) }
        position += 1
        open.removeLast()
        return .end(name: name)
    }

    private mutating func name() throws(XMLError) -> String {
        let name = bytes[position...].prefix(while: \.isXMLName)
        guard name.first?.startsXMLName == true else {
            throw problem(position < bytes.count ? .invalidTag : .unclosedMarkup)
        }
        position = name.endIndex
        return string(name)
    }

    private mutating func instruction() throws(XMLError) -> Piece {
        position += 2
        let content = try take(until: "?>")
        guard content.first?.startsXMLName == true else { throw problem(.invalidTag) }
        return .instruction(string(content))
    }

    // MARK: What is skipped

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = position
        while position < bytes.count, bytes[position].isXMLSpace { position += 1 }
        return position > start
    }

    private mutating func skipDeclaration() throws(XMLError) {
        let declaration = string(try take(until: "?>")).lowercased().split(separator: "encoding", maxSplits: 1)
        let value = declaration.dropFirst().first?.drop { "= \t\r\n\"'".contains($0) }
        guard let value, !["utf-8", "us-ascii"].contains(value.prefix { !"\"'".contains($0) }) else { return }
        // Texts in ASCII are the same in nearly all encodings.
        guard bytes.allSatisfy({ $0 < 0x80 }) else { throw XMLError(offset: 0, defect: .otherEncoding) }
    }

    /// Parsers disagree about comments with `--`, so that tags could be hidden from one of them.
    private mutating func skipComment() throws(XMLError) {
        let start = position
        position += 4
        do throws(XMLError) { _ = try take(until: "--") } catch {
            throw XMLError(offset: start, defect: error.defect)
        }
        guard isNext(">") else { throw XMLError(offset: start, defect: .hyphensInComment) }
        position += 1
    }

    /// Skips to the end of the document type, which can have declarations in brackets.
    private mutating func skipDocumentType() throws(XMLError) {
        guard isNext("<!DOCTYPE"), count == 0 else { throw problem(.declaration) }
        var isInBrackets = false
        var isEntity = false
        while position < bytes.count {
            if isNext("<!--") {
                try skipComment()
                continue
            }
            if isNext("<!ENTITY") {
                isEntity = true
                firstEntity = firstEntity ?? position
            }
            if isEntity, isNext("SYSTEM") || isNext("PUBLIC") { declaresExternalEntities = true }
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "["): isInBrackets = true
            case UInt8(ascii: "]"): isInBrackets = false
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                position = bytes[position...].firstIndex(of: byte).map { $0 + 1 } ?? bytes.count
            case UInt8(ascii: ">"):
                isEntity = false
                if !isInBrackets { return }
            default: break
            }
        }
        throw problem(.unclosedMarkup)
    }

    private func isNext(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    }

    /// Returns the bytes before an end, and moves after it.
    private mutating func take(until end: StaticString) throws(XMLError) -> ArraySlice<UInt8> {
        let start = position
        while let next = bytes[position...].firstIndex(of: end.utf8Start.pointee) {
            position = next
            if isNext(end) {
                position += end.utf8CodeUnitCount
                return bytes[start..<next]
            }
            position += 1
        }
        throw problem(.unclosedMarkup)
    }

    private func problem(_ defect: XMLError.Defect) -> XMLError { XMLError(offset: offset, defect: defect) }
}

extension UInt8 {
    var isXMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

    /// Bytes of all characters beyond ASCII, some of which XML does not allow in names.
    fileprivate var startsXMLName: Bool { isASCIILetter || self >= 0x80 || "_:".utf8.contains(self) }

    fileprivate var isXMLName: Bool { startsXMLName || isASCIIDigit || "-.".utf8.contains(self) }
}

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
        case declaration
        case invalidTag
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
            case .unclosedMarkup: "the tag or comment that starts here has no end"
            case .hyphensInComment: "the comment that starts here contains '--'"
            case .declaration: "has a declaration where none can be"
            case .invalidTag: "the tag that starts here is not well-formed"
            case .attributeTwice(let name): "the tag that starts here has the attribute '\(name)' twice"
            case .endWithoutStart(let name): "an end tag has no start tag: </\(name)>"
            case .unknownEntity: "has an entity that XML does not define"
            case .controlCharacter: "has a control character"
            case .otherEncoding: "says that it has another encoding than UTF-8"
            case .invalidText(let defect): defect.reason
            }
        }
    }
}
