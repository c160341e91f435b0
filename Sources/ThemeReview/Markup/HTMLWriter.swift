import ThemeSystem
import ThemeModel

/// Writes HTML. All text is escaped: no function takes markup.
///
/// Bytes go to `output` in pieces, so a page of any size needs little memory.
package struct HTMLWriter: ~Copyable {
    package typealias Output = ([UInt8]) throws -> Void

    private var buffer: [UInt8] = []
    private var failure: (any Error)?
    /// `nil` if the buffer keeps everything.
    private let output: Output?
    /// The finished elements with an id; `nil` if they are not collected.
    private var elements: [MarkedHTML.Element]?

    private static let pieceLength = 1 << 16

    /// - Parameter output: takes the bytes in order. After it has thrown, it is not called again.
    package init(to output: @escaping Output) {
        self.output = output
        buffer.reserveCapacity(Self.pieceLength + 4096)
    }

    private init() { output = nil }

    /// Returns the HTML that `body` writes.
    package static func bytes<Failure: Error>(
        _ body: (inout HTMLWriter) throws(Failure) -> Void
    ) throws(Failure) -> [UInt8] {
        var writer = HTMLWriter()
        try body(&writer)
        return writer.buffer
    }

    static func marked<Failure: Error>(
        _ body: (inout HTMLWriter) throws(Failure) -> Void
    ) throws(Failure) -> MarkedHTML {
        var writer = HTMLWriter()
        writer.elements = []
        try body(&writer)
        return MarkedHTML(bytes: writer.buffer, elements: writer.elements ?? [])
    }

    /// Whether `output` has thrown. What is written from then on is lost.
    package var hasFailed: Bool { failure != nil }

    /// Writes the remaining bytes. Throws the first error of `output`.
    package mutating func finish() throws {
        flush()
        if let failure { throw failure }
    }

    package mutating func text(_ text: String) { Escaping.append(text, to: &buffer) }

    package mutating func text(_ number: Int) { buffer.append(contentsOf: String(number).utf8) }

    package mutating func element<Failure: Error>(
        _ tag: Tag, _ attributes: Attribute..., contents: (inout HTMLWriter) throws(Failure) -> Void
    ) throws(Failure) {
        try element(tag, attributes: attributes, contents: contents)
    }

    package mutating func element(_ tag: Tag, _ attributes: Attribute..., text: String) {
        start(tag.name, attributes)
        self.text(text)
        end(tag)
    }

    /// For attributes that are collected in an array.
    package mutating func element<Failure: Error>(
        _ tag: Tag, attributes: [Attribute], contents: (inout HTMLWriter) throws(Failure) -> Void
    ) throws(Failure) {
        let element = mark(attributes)
        start(tag.name, attributes)
        try contents(&self)
        end(tag)
        finish(element)
    }

    /// Writes parts in order. Several threads make them, some in advance.
    ///
    /// - Throws: the first error of `body` in the order of the parts. With one job, the parts before it are written.
    package mutating func parts(
        _ count: Int, jobs: Int, _ body: @Sendable (_ part: Int, inout HTMLWriter) throws -> Void
    ) throws {
        guard jobs > 1 else {
            for part in 0..<count where failure == nil { try body(part, &self) }
            return
        }
        let isMarked = elements != nil
        for start in stride(from: 0, to: count, by: Self.partsInAdvance) where failure == nil {
            let made = Workers.map(min(Self.partsInAdvance, count - start), jobs: jobs) { number in
                Result {
                    var writer = HTMLWriter()
                    if isMarked { writer.elements = [] }
                    try body(start + number, &writer)
                    return MarkedHTML(bytes: writer.buffer, elements: writer.elements ?? [])
                }
            }
            for part in made { append(try part.get()) }
        }
    }

    private static let partsInAdvance = 512

    private mutating func append(_ html: MarkedHTML) {
        for var element in html.elements {
            element.range = element.range.lowerBound + buffer.count..<element.range.upperBound + buffer.count
            elements?.append(element)
        }
        buffer += html.bytes
        if buffer.count >= Self.pieceLength { flush() }
    }

    package mutating func void(_ tag: VoidTag, _ attributes: Attribute...) { start(tag.name, attributes) }

    package mutating func void(_ tag: VoidTag, attributes: [Attribute]) { start(tag.name, attributes) }

    /// Begins a new line, which keeps the page readable in an editor.
    package mutating func newLine() {
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= Self.pieceLength { flush() }
    }

    /// Only for text of the program itself.
    mutating func constant(_ text: StaticString) {
        text.withUTF8Buffer { buffer.append(contentsOf: $0) }
    }

    /// Returns the number of an element that begins here and has an id, if elements are recorded.
    private mutating func mark(_ attributes: [Attribute]) -> Int? {
        guard let count = elements?.count, let id = attributes.lazy.compactMap(\.id).first else { return nil }
        elements?.append(MarkedHTML.Element(id: id, range: buffer.count..<buffer.count, descendantCount: 0))
        return count
    }

    private mutating func finish(_ element: Int?) {
        guard let element, let count = elements?.count, let start = elements?[element].range.lowerBound else { return }
        elements?[element].range = start..<buffer.count
        elements?[element].descendantCount = count - element - 1
    }

    private mutating func start(_ name: StaticString, _ attributes: [Attribute]) {
        buffer.append(UInt8(ascii: "<"))
        constant(name)
        for attribute in attributes { write(attribute) }
        buffer.append(UInt8(ascii: ">"))
    }

    private mutating func end(_ tag: Tag) {
        constant("</")
        constant(tag.name)
        constant(">")
        if buffer.count >= Self.pieceLength { flush() }
    }

    private mutating func write(_ attribute: Attribute) {
        buffer.append(UInt8(ascii: " "))
        constant(attribute.name)
        if case .none = attribute.value { return }
        constant("=\"")
        switch attribute.value {
        case .none: break
        case .text(let text): self.text(text)
        case .constant(let text): constant(text)
        case .number(let number): text(number)
        case .image(.file(let address)): text(address.encoded)
        case .image(.inlinePNG(let bytes)):
            constant("data:image/png;base64,")
            Base64.append(bytes, to: &buffer)
        }
        constant("\"")
    }

    private mutating func flush() {
        guard let output else { return }
        if failure == nil {
            do { try output(buffer) } catch { failure = error }
        }
        buffer.removeAll(keepingCapacity: true)
    }
}

extension HTMLWriter {
    /// Writes names with their values.
    mutating func values(_ list: Attribute, _ values: [(String, String)]) {
        element(.dl, list) { html in
            for (name, value) in values {
                html.element(.div) { html in
                    html.element(.dt, text: name)
                    html.element(.dd, text: value)
                }
            }
        }
    }
}
