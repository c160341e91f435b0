/// The only reader of XML: of property lists, of Android's resources, and of images that refer to files.
///
/// It reads a whole text in UTF-8, piece by piece, as XML 1.0 defines it, and resolves nothing outside the text.
///
/// - Limits bound the depth and the number of elements. The reader does not recurse.
/// - Start tags and end tags belong together, and there is one root. A caller gets no tag that contradicts this.
/// - Texts arrive whole: references are replaced, and CDATA and the parts around comments are joined. Line ends stay as
///   they are written, as Foundation leaves them in property lists.
/// - It accepts no document that expat refuses, and expat reads the same from each that it accepts. It refuses what is
///   rare: names beyond ASCII, versions other than 1.0, most encodings, and declarations that change how a document is
///   read, except entities that stand for plain text.
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
    private var entities = predefinedEntities
    private var hasDocumentType = false
    /// The bytes by which texts of entities were longer than the references to them.
    private var expandedCount = 0
    private static let expandedMax = 65_536

    private static let predefinedEntities = Dictionary(
        uniqueKeysWithValues: [("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'")].map {
            (Array($0.utf8), Array($1.utf8))
        })

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
        for number in bytes.indices where bytes[number] == 0xEF && bytes[number...].isNoncharacter {
            throw XMLError(offset: number, defect: .controlCharacter)
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        if isNext("<?xml"), bytes.dropFirst(position + 5).first?.isXMLSpace == true { try declaration() }
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
            if open.isEmpty, skipSpace() { continue }
            if isNext("<!--") {
                try skipComment()
            } else if isNext("<![CDATA["), !open.isEmpty {
                position += 9
                text += try take(until: "]]>")
            } else if isNext("<") {
                if !text.isEmpty { return .text(try checked(text)) }
                offset = position
                if isNext("<?") { return try instruction() }
                if isNext("<!") {
                    try documentType()
                    continue
                }
                return try isNext("</") ? endTag() : startTag()
            } else {
                guard !open.isEmpty else { throw problem(count > 0 ? .afterRoot : .noRoot) }
                let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
                guard !bytes[position..<end].contains("]]>".utf8) else { throw problem(.endOfCData) }
                try append(position..<end, to: &text)
                position = end
            }
        }
        guard open.isEmpty else { throw problem(.endOfFile) }
        guard count > 0 else { throw problem(.noRoot) }
        return nil
    }

    // MARK: Texts

    /// Pieces can be joined to more combining marks in a row than each has.
    private func checked(_ text: [UInt8]) throws(XMLError) -> String {
        do throws(InvalidText) { return try String(checking: text) } catch {
            throw problem(.invalidText(error.defect))
        }
    }

    private func string(_ bytes: ArraySlice<UInt8>) -> String { String(repairing: bytes) }

    /// Appends bytes with their references replaced.
    ///
    /// - Parameter isAttribute: whether tabs and line ends become spaces.
    private mutating func append(
        _ range: Range<Int>, to text: inout [UInt8], isAttribute: Bool = false
    ) throws(XMLError) {
        func append(_ run: ArraySlice<UInt8>) {
            guard isAttribute, run.contains(where: \.isXMLSpace) else { return text += run }
            for index in run.indices where !(run[index] == 0x0A && bytes[index - 1] == 0x0D) {
                text.append(run[index].isXMLSpace ? 0x20 : run[index])
            }
        }
        var rest = bytes[range]
        while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
            append(rest[..<mark])
            rest = rest[(mark + 1)...]
            guard let end = rest.firstIndex(of: UInt8(ascii: ";")), let content = content(of: rest[..<end])
            else { throw XMLError(offset: mark, defect: .unknownEntity) }
            text += content
            rest = rest[(end + 1)...]
        }
        append(rest)
    }

    /// Returns what a reference stands for: a character, or a text that the document type declares.
    private mutating func content(of name: ArraySlice<UInt8>) -> [UInt8]? {
        guard name.first == UInt8(ascii: "#") else {
            guard let text = entities[Array(name)] else { return nil }
            expandedCount += max(0, text.count - name.count - 2)
            return expandedCount <= Self.expandedMax ? text : nil
        }
        let digits = string(name.dropFirst())
        guard !digits.contains("+") else { return nil }
        let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let number, number >= 0x20 || UInt8(number).isXMLSpace, let scalar = Unicode.Scalar(number) else {
            return nil
        }
        let bytes = Array(String(Character(scalar)).utf8)
        return bytes[...].isNoncharacter ? nil : bytes
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
            guard hasSpace else { throw malformed }
            let (key, value) = try attribute()
            guard attributes.updateValue(value, forKey: key) == nil else { throw problem(.attributeTwice(key)) }
        }
        return .start(name: name, attributes: attributes)
    }

    private mutating func attribute() throws(XMLError) -> (String, String) {
        let (key, range) = try pair()
        guard !bytes[range].contains(UInt8(ascii: "<")) else { throw problem(.invalidTag) }
        var value: [UInt8] = []
        try append(range, to: &value, isAttribute: true)
        return (key, try checked(value))
    }

    /// Reads a name and a text in quotation marks with `=` between them.
    private mutating func pair() throws(XMLError) -> (String, Range<Int>) {
        let key = try name()
        skipSpace()
        try skip("=")
        skipSpace()
        return (key, try quoted())
    }

    /// Moves after a text in quotation marks. Returns the range between the marks.
    private mutating func quoted() throws(XMLError) -> Range<Int> {
        guard isNext("\"") || isNext("'") else { throw malformed }
        let start = position + 1
        guard let end = bytes[start...].firstIndex(of: bytes[position]) else { throw problem(.unclosedMarkup) }
        position = end + 1
        return start..<end
    }

    private mutating func endTag() throws(XMLError) -> Piece {
        position += 2
        let name = try name()
        skipSpace()
        try skip(">")
        guard open.last == name else { throw problem(.endWithoutStart(String(name.prefix(20)))) }
        open.removeLast()
        return .end(name: name)
    }

    private mutating func name() throws(XMLError) -> String {
        let name = bytes[position...].prefix(while: \.isXMLName)
        position = name.endIndex
        if position < bytes.count, bytes[position] >= 0x80 { throw problem(.otherName) }
        guard name.first?.startsXMLName == true else { throw malformed }
        return string(name)
    }

    private mutating func instruction() throws(XMLError) -> Piece {
        position += 2
        let start = position
        guard try name().lowercased() != "xml" else { throw problem(.invalidTag) }
        guard isNext("?>") || skipSpace() else { throw malformed }
        return .instruction(string(bytes[start..<(try take(until: "?>").endIndex)]))
    }

    // MARK: Before the root

    private mutating func declaration() throws(XMLError) {
        position += 5
        var names: [String] = []
        var values = ["version": "1.0", "encoding": "utf-8", "standalone": "no"]
        while skipSpace(), !isNext("?>") {
            let (name, range) = try pair()
            names.append(name)
            values[name] = string(bytes[range])
        }
        try skip("?>")
        guard [[], ["encoding"], ["standalone"], ["encoding", "standalone"]].contains(Array(names.dropFirst())),
            names.first == "version", values["standalone"] == "yes" || values["standalone"] == "no"
        else { throw problem(.invalidTag) }
        let encoding = values["encoding"]?.lowercased()
        // Their texts in ASCII are the same.
        let isASCII = ["us-ascii", "iso-8859-1", "windows-1252"].contains(encoding)
        guard values["version"] == "1.0", encoding == "utf-8" || isASCII && bytes[position...].allSatisfy({ $0 < 0x80 })
        else { throw problem(.otherEncoding) }
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

    private mutating func documentType() throws(XMLError) {
        guard isNext("<!DOCTYPE"), count == 0, !hasDocumentType else { throw problem(.declaration) }
        hasDocumentType = true
        position += 9
        try someSpace()
        _ = try name()
        if skipSpace(), !isNext("["), !isNext(">") {
            try externalID()
            skipSpace()
        }
        if isNext("[") {
            position += 1
            try internalSubset()
            skipSpace()
        }
        try skip(">")
    }

    private mutating func externalID() throws(XMLError) {
        if isNext("PUBLIC") {
            position += 6
            try someSpace()
            guard bytes[try quoted()].allSatisfy(\.isPublicIDCharacter) else { throw problem(.invalidTag) }
        } else {
            try skip("SYSTEM")
        }
        try someSpace()
        _ = try quoted()
    }

    private mutating func internalSubset() throws(XMLError) {
        while !isNext("]") {
            if skipSpace() { continue }
            offset = position
            if isNext("<!--") {
                try skipComment()
            } else if isNext("<?") {
                _ = try instruction()
            } else if isNext("<!ENTITY") {
                try entity()
            } else {
                throw problem(position < bytes.count ? .otherDeclaration : .unclosedMarkup)
            }
        }
        position += 1
    }

    private mutating func entity() throws(XMLError) {
        firstEntity = firstEntity ?? position
        position += 8
        try someSpace()
        guard !isNext("%") else { throw problem(.otherDeclaration) }
        let key = Array(try name().utf8)
        try someSpace()
        guard !isNext("SYSTEM"), !isNext("PUBLIC") else { throw problem(.otherDeclaration) }
        let range = try quoted()
        skipSpace()
        try skip(">")
        var text: [UInt8] = []
        try append(range, to: &text)
        // Other texts can contain tags, or depend on where the reference is.
        guard !bytes[range].contains(UInt8(ascii: "%")), text.allSatisfy({ $0 >= 0x20 && !"<>&".utf8.contains($0) })
        else { throw problem(.otherDeclaration) }
        // The first declaration counts.
        if entities[key] == nil { entities[key] = text }
    }

    // MARK: Parts

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = position
        while position < bytes.count, bytes[position].isXMLSpace { position += 1 }
        return position > start
    }

    private mutating func someSpace() throws(XMLError) {
        guard skipSpace() else { throw malformed }
    }

    private mutating func skip(_ text: StaticString) throws(XMLError) {
        guard isNext(text) else { throw malformed }
        position += text.utf8CodeUnitCount
    }

    private var malformed: XMLError { problem(position < bytes.count ? .invalidTag : .unclosedMarkup) }

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

    fileprivate var startsXMLName: Bool { isASCIILetter || self == UInt8(ascii: "_") || self == UInt8(ascii: ":") }

    fileprivate var isXMLName: Bool {
        startsXMLName || isASCIIDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
    }

    fileprivate var isPublicIDCharacter: Bool {
        isASCIILetter || isASCIIDigit || isXMLSpace && self != 0x09 || "-'()+,./:=?;!*#@$_%".utf8.contains(self)
    }
}

extension ArraySlice<UInt8> {
    /// Whether it starts with U+FFFE or U+FFFF, which XML does not allow.
    fileprivate var isNoncharacter: Bool { starts(with: [0xEF, 0xBF, 0xBE]) || starts(with: [0xEF, 0xBF, 0xBF]) }
}
