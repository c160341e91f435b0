import ThemeModel
import ThemeSystem

/// HTML, with the places of its elements that have an id. All text is escaped: no function takes markup.
package struct HTML: Sendable {
    package struct Element: Sendable {
        package let id: String
        /// In ``HTML/bytes``, with its tags.
        package fileprivate(set) var range: Range<Int>
        /// The number of elements with an id inside. They follow this one.
        fileprivate var descendantCount: Int
    }

    package private(set) var bytes: [UInt8] = []
    /// In the order of their start tags.
    package private(set) var elements: [Element] = []

    private static let partsMax = 8

    package init(_ body: (inout HTML) throws -> Void) rethrows { try body(&self) }

    package static func bytes(_ body: (inout HTML) throws -> Void) rethrows -> [UInt8] {
        try HTML(body).bytes
    }

    package mutating func text(_ text: String) { Escaping.append(text, to: &bytes) }

    package mutating func element(
        _ tag: Tag, _ attributes: Attribute?..., contents: (inout HTML) throws -> Void
    ) rethrows {
        try element(tag, attributes: attributes, contents: contents)
    }

    package mutating func element(_ tag: Tag, _ attributes: Attribute?..., text: String) {
        start(tag.rawValue, attributes)
        self.text(text)
        end(tag)
    }

    /// For attributes that are collected in an array.
    package mutating func element(
        _ tag: Tag, attributes: [Attribute?], contents: (inout HTML) throws -> Void
    ) rethrows {
        let number = elements.count
        let id = attributes.lazy.compactMap { $0?.id }.first
        if let id { elements.append(Element(id: id, range: bytes.count..<bytes.count, descendantCount: 0)) }
        start(tag.rawValue, attributes)
        try contents(&self)
        end(tag)
        guard id != nil else { return }
        elements[number].range = elements[number].range.lowerBound..<bytes.count
        elements[number].descendantCount = elements.count - number - 1
    }

    /// Writes what a script reads as text. Its ids are not elements of the page.
    mutating func noscript(_ contents: (inout HTML) -> Void) {
        start("noscript", [])
        bytes += HTML.bytes(contents)
        constant("</noscript>")
    }

    /// Writes parts in order. Several threads make them, a few for each thread at a time, so that not all are in memory
    /// twice.
    ///
    /// - Throws: the first error of `body` in the order of the parts.
    package mutating func parts(
        _ count: Int, jobs: Int, _ body: @escaping @Sendable (_ part: Int, inout HTML) throws -> Void
    ) throws {
        guard jobs > 1 else {
            for part in 0..<count { try body(part, &self) }
            return
        }
        for start in stride(from: 0, to: count, by: jobs * Self.partsMax) {
            let made = Workers.map(min(count - start, jobs * Self.partsMax), stride: 1, jobs: jobs) { part in
                Result { try HTML { try body(start + part, &$0) } }
            }
            for part in made { append(try part.get()) }
        }
    }

    mutating func append(_ html: HTML) {
        for var element in html.elements {
            element.range = element.range.lowerBound + bytes.count..<element.range.upperBound + bytes.count
            elements.append(element)
        }
        bytes += html.bytes
    }

    package mutating func void(_ tag: VoidTag, _ attributes: Attribute?...) {
        void(tag, attributes: attributes)
    }

    /// For attributes that are collected in an array.
    package mutating func void(_ tag: VoidTag, attributes: [Attribute?]) { start(tag.rawValue, attributes) }

    /// Begins a new line, which keeps the page readable in an editor.
    package mutating func newLine() { bytes.append(UInt8(ascii: "\n")) }

    /// Only for text of the program itself.
    mutating func constant(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func embedded(_ text: EmbeddedText) { bytes += text.bytes }

    private mutating func start(_ name: String, _ attributes: [Attribute?]) {
        bytes.append(UInt8(ascii: "<"))
        bytes.append(contentsOf: name.utf8)
        for case let attribute? in attributes { write(attribute) }
        bytes.append(UInt8(ascii: ">"))
    }

    private mutating func end(_ tag: Tag) {
        constant("</")
        bytes.append(contentsOf: tag.rawValue.utf8)
        constant(">")
    }

    private mutating func write(_ attribute: Attribute) {
        bytes.append(UInt8(ascii: " "))
        bytes.append(contentsOf: attribute.name.utf8)
        guard let value = attribute.value else { return }
        constant("=\"")
        switch value {
        case .text(let text): self.text(text)
        case .image(.file(let address)): text(address.encoded)
        case .image(.inlinePNG(let png)):
            constant("data:image/png;base64,")
            Base64.append(png, to: &bytes)
        }
        constant("\"")
    }
}

extension HTML {
    /// Returns the nearest elements with an id inside an element.
    package func children(of element: Int) -> [Int] {
        var children: [Int] = []
        var next = element + 1
        while next <= element + elements[element].descendantCount {
            children.append(next)
            next += elements[next].descendantCount + 1
        }
        return children
    }

    /// Returns the bytes of an element without those of its children.
    package func ownBytes(of element: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var at = elements[element].range.lowerBound
        for child in children(of: element) {
            bytes += self.bytes[at..<elements[child].range.lowerBound]
            at = elements[child].range.upperBound
        }
        return bytes + self.bytes[at..<elements[element].range.upperBound]
    }
}

/// The project's only conversion of text to HTML. One form suits both element contents and quoted attribute values.
enum Escaping {
    /// Appends text with HTML's special characters escaped. Invisible characters become visible: `\n`, `\u{202E}`.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        let needsNoEscape = text.withUTF8 { utf8 -> Bool in
            guard utf8.allSatisfy(isPlain) else { return false }
            bytes.append(contentsOf: utf8)
            return true
        }
        if needsNoEscape { return }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": bytes.append(contentsOf: "&amp;".utf8)
            case "<": bytes.append(contentsOf: "&lt;".utf8)
            case ">": bytes.append(contentsOf: "&gt;".utf8)
            case "\"": bytes.append(contentsOf: "&quot;".utf8)
            case "'": bytes.append(contentsOf: "&#39;".utf8)
            case _ where scalar.isInvisible: bytes.append(contentsOf: visible(scalar).utf8)
            default: bytes.append(contentsOf: Unicode.UTF8.encode(scalar).map { Array($0) } ?? [])
            }
        }
    }

    /// Returns the text with invisible characters made visible, as ``append(_:to:)`` writes them. Escaping it changes
    /// only HTML's special characters.
    static func visible(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: \.isInvisible) else { return text }
        return text.unicodeScalars.map { $0.isInvisible ? visible($0) : String($0) }.joined()
    }

    private static func visible(_ control: Unicode.Scalar) -> String {
        control == "\n" ? "\\n" : control.escape
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): false
        default: (0x20..<0x7F).contains(byte)
        }
    }
}
