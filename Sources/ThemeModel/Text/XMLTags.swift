/// Reads the tags of an XML property list in order, to count its levels. Foundation recurses for each level, so a file
/// of some hundred kilobytes could overflow the stack.
package struct XMLTags {
    /// `<name>`, `</name>` or `<name/>`.
    package struct Tag {
        package let name: String
        package let start: Int
        package let isEnd: Bool
        package let isEmpty: Bool
    }

    package enum InvalidXML: Error {
        case unclosedTag
        /// `<?>`, `<!-->` or `<!--->`. Parsers disagree about the end of these, which could hide tags from this reader.
        case ambiguousComment
        /// A declaration with `[`, which can declare entities. Entities can be nested to any depth.
        case entities
        /// A `<key>` of pieces that can have too many combining marks in a row where the bytes have not.
        case composedKey
    }

    private let bytes: [UInt8]
    /// The offset after the last tag; after an error, the offset of the invalid tag.
    package private(set) var offset = 0
    /// The start of the text of the last `<key>`, until the next tag.
    private var key: Int?

    package init(of bytes: [UInt8]) { self.bytes = bytes }

    package mutating func next() throws(InvalidXML) -> Tag? {
        while let start = bytes[offset...].firstIndex(of: UInt8(ascii: "<")) {
            offset = start
            for mark in ["<?>", "<!-->", "<!--->"] as [StaticString] where isNext(mark) { throw .ambiguousComment }
            if skip(from: "<!--", to: "-->") || skip(from: "<?", to: "?>") || skip(from: "<![CDATA[", to: "]]>") {
                continue
            }
            guard let end = bytes[start...].firstIndex(of: UInt8(ascii: ">")) else { throw .unclosedTag }
            let content = bytes[start + 1..<end]
            if content.first == UInt8(ascii: "!") {
                guard !content.contains(UInt8(ascii: "[")) else { throw .entities }
                offset = end + 1
                continue
            }
            offset = end + 1
            let isEnd = content.first == UInt8(ascii: "/")
            let name = content.dropFirst(isEnd ? 1 : 0).prefix { !Self.nameEnds.contains($0) }
            if let key, Self.canHideMarks(bytes[key..<start]) { throw .composedKey }
            key = !isEnd && name.elementsEqual("key".utf8) ? offset : nil
            return Tag(
                name: String(repairing: name), start: start, isEnd: isEnd,
                isEmpty: content.last == UInt8(ascii: "/"))
        }
        return nil
    }

    /// Foundation joins the text around comments, CDATA and character references.
    private static func canHideMarks(_ key: ArraySlice<UInt8>) -> Bool {
        let references = zip(key, key.dropFirst()).count { $0 == UInt8(ascii: "&") && $1 == UInt8(ascii: "#") }
        guard references > 0 || key.contains(UInt8(ascii: "<")) else { return false }
        return references + key.count { $0 >= 0xCC } > InvalidText.marksMax
    }

    private static let nameEnds = Array(" \t\r\n/".utf8)

    private func isNext(_ mark: StaticString) -> Bool {
        mark.withUTF8Buffer { bytes[offset...].starts(with: $0) }
    }

    private mutating func skip(from head: StaticString, to tail: StaticString) -> Bool {
        guard isNext(head) else { return false }
        offset += head.utf8CodeUnitCount
        while let next = bytes[offset...].firstIndex(of: tail.utf8Start.pointee) {
            offset = next
            if isNext(tail) {
                offset += tail.utf8CodeUnitCount
                return true
            }
            offset += 1
        }
        offset = bytes.count
        return true
    }
}
