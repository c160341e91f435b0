import ThemeModel

/// An element of an XML file, with its attributes, text and elements. Comments and instructions are dropped.
struct XMLElement {
    let name: String
    let attributes: [String: String]
    let line: Int
    var text = ""
    var children: [XMLElement] = []
}

/// Reads XML. Skips a document type: entities that it declares stay as they are written.
struct XMLReader {
    struct Failure: Error {
        let message: String
    }

    static let depthMax = 32
    static let elementsMax = 200_000

    private let bytes: [UInt8]
    private var offset = 0
    private var line = 1
    private var declaresEntities = false

    /// Returns the root element, and whether the file declares entities.
    static func read(_ bytes: [UInt8]) throws(Failure) -> (root: XMLElement, declaresEntities: Bool) {
        _ = try text(bytes)
        var reader = XMLReader(bytes: bytes)
        return (try reader.document(), reader.declaresEntities)
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private static func text(_ bytes: some Collection<UInt8>) throws(Failure) -> String {
        do throws(InvalidText) { return try String(checking: bytes) } catch {
            throw Failure(message: error.description)
        }
    }

    private mutating func document() throws(Failure) -> XMLElement {
        var open: [XMLElement] = []
        var count = 0
        while let text = takeText() {
            if !open.isEmpty { open[open.count - 1].text += try decoded(text) }
            if isNext("<![CDATA[") {
                let content = try take(until: "]]>").dropFirst(9)
                if !open.isEmpty { open[open.count - 1].text += try Self.text(content) }
                continue
            }
            if try skipMarkup(isBeforeRoot: open.isEmpty) { continue }
            if isNext("</") {
                let name = try take(until: ">").dropFirst(2)
                guard var element = open.popLast(), name.elementsEqualTrimmed(element.name) else {
                    throw problem("an end tag has no start tag")
                }
                // It is put together of pieces, references among them.
                element.text = try Self.text(element.text.utf8)
                guard !open.isEmpty else { return element }
                open[open.count - 1].children.append(element)
                continue
            }
            count += 1
            guard open.count < Self.depthMax, count <= Self.elementsMax else {
                throw problem("is nested more than \(Self.depthMax) levels deep, or has too many elements")
            }
            let (element, isEmpty) = try startTag()
            if !isEmpty {
                open.append(element)
            } else if open.isEmpty {
                return element
            } else {
                open[open.count - 1].children.append(element)
            }
        }
        throw problem("ends within an element")
    }

    /// Returns the bytes up to the next tag, or `nil` at the end.
    private mutating func takeText() -> ArraySlice<UInt8>? {
        let start = offset
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "<") { step() }
        return offset < bytes.count ? bytes[start..<offset] : nil
    }

    private mutating func step() {
        if bytes[offset] == UInt8(ascii: "\n") { line += 1 }
        offset += 1
    }

    private mutating func skipMarkup(isBeforeRoot: Bool) throws(Failure) -> Bool {
        if isNext("<!--") {
            _ = try take(until: "-->")
        } else if isNext("<?") {
            _ = try take(until: "?>")
        } else if isNext("<!DOCTYPE"), isBeforeRoot {
            try skipDocumentType()
        } else if isNext("<!") {
            throw problem("has a declaration where none can be")
        } else {
            return false
        }
        return true
    }

    /// Skips to the end of the document type, which can have declarations in brackets.
    private mutating func skipDocumentType() throws(Failure) {
        var isInBrackets = false
        while offset < bytes.count {
            if isNext("<!--") {
                _ = try take(until: "-->")
                continue
            }
            if isNext("<!ENTITY") { declaresEntities = true }
            let byte = bytes[offset]
            step()
            switch byte {
            case UInt8(ascii: "["): isInBrackets = true
            case UInt8(ascii: "]"): isInBrackets = false
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                while offset < bytes.count, bytes[offset] != byte { step() }
                if offset < bytes.count { step() }
            case UInt8(ascii: ">") where !isInBrackets: return
            default: break
            }
        }
        throw problem("has a document type without end")
    }

    private func isNext(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[offset...].starts(with: $0) }
    }

    private mutating func take(until end: StaticString) throws(Failure) -> ArraySlice<UInt8> {
        let start = offset
        while offset < bytes.count {
            if isNext(end) {
                let content = bytes[start..<offset]
                offset += end.utf8CodeUnitCount
                return content
            }
            step()
        }
        throw problem("ends within a tag")
    }

    private mutating func startTag() throws(Failure) -> (XMLElement, isEmpty: Bool) {
        let line = line
        offset += 1
        let name = takeName()
        guard !name.isEmpty else { throw problem("has a tag without a name") }
        var attributes: [String: String] = [:]
        while true {
            skipSpace()
            if isNext("/>") || isNext(">") {
                let isEmpty = isNext("/>")
                offset += isEmpty ? 2 : 1
                return (XMLElement(name: name, attributes: attributes, line: line), isEmpty)
            }
            let key = takeName()
            skipSpace()
            guard !key.isEmpty, isNext("=") else { throw problem("has a tag with a broken attribute") }
            offset += 1
            skipSpace()
            guard offset < bytes.count, isNext("\"") || isNext("'") else {
                throw problem("has an attribute without quotation marks")
            }
            let quote = bytes[offset]
            offset += 1
            let start = offset
            while offset < bytes.count, bytes[offset] != quote, bytes[offset] != UInt8(ascii: "<") { step() }
            guard offset < bytes.count, bytes[offset] == quote else { throw problem("has an attribute without end") }
            attributes[key] = try Self.text(decoded(bytes[start..<offset]).utf8)
            offset += 1
        }
    }

    private mutating func takeName() -> String {
        let start = offset
        while offset < bytes.count, !bytes[offset].isSpace, !"=/>\"'<".utf8.contains(bytes[offset]) { step() }
        return String(repairing: bytes[start..<offset])
    }

    private mutating func skipSpace() { while offset < bytes.count, bytes[offset].isSpace { step() } }

    private func decoded(_ text: ArraySlice<UInt8>) throws(Failure) -> String {
        let whole = try Self.text(text)
        guard text.contains(UInt8(ascii: "&")) else { return whole }
        var result = ""
        var parts = whole.split(separator: "&", omittingEmptySubsequences: false)
        result += parts.removeFirst()
        for part in parts {
            if let end = part.firstIndex(of: ";"), let scalar = Self.entity(part[..<end]) {
                result.unicodeScalars.append(scalar)
                result += part[part.index(after: end)...]
            } else if declaresEntities {
                result += "&\(part)"
            } else {
                throw problem("has an entity that XML does not define")
            }
        }
        return result
    }

    private static func entity(_ name: Substring) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        guard name.hasPrefix("#"), name.utf8.count <= 9 else { return nil }
        let digits = name.dropFirst()
        let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init)
    }

    private func problem(_ text: String) -> Failure { Failure(message: "\(text) (line \(line))") }
}

extension ArraySlice<UInt8> {
    fileprivate func elementsEqualTrimmed(_ name: String) -> Bool {
        var end = self
        while end.last?.isSpace == true { end.removeLast() }
        return end.elementsEqual(name.utf8)
    }
}
