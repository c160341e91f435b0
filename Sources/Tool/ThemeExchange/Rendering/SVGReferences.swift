import ThemeModel

/// The files and fonts that an SVG refers to. Renderers do not load them, so a browser can show another image.
struct SVGReferences {
    private(set) var notes: [ExchangeItem.Note] = []

    private var elements: Set<String> = []
    private var refersToFiles = false

    init(in bytes: [UInt8]) {
        do throws(XMLError) {
            var reader = try XMLReader(bytes, depthMax: 1024)
            var styles = 0
            while let piece = try reader.next() {
                switch piece {
                case .start(let name, let attributes):
                    note(Self.local(name), attributes)
                    if Self.local(name) == "style" { styles += 1 }
                case .end(let name): if Self.local(name) == "style" { styles -= 1 }
                case .text(let text): if styles > 0 { noteStyle(text) }
                case .instruction(let text): if text.hasPrefix("xml-stylesheet") { refersToFiles = true }
                }
            }
        } catch {
            // The renderer reports what it cannot read.
            notes.append(.changed("what it refers to is not known: it \(error.defect)"))
        }
        if elements.contains("foreignObject") { notes.append(.left("its foreign objects, such as HTML")) }
        if elements.contains("script") { notes.append(.left("its scripts")) }
        if refersToFiles { notes.append(.left("the files that it refers to")) }
        if elements.contains("text") { notes.append(.changed("its text is drawn with the fonts of this machine")) }
    }

    private mutating func note(_ element: String, _ attributes: [String: String]) {
        elements.insert(element)
        for (name, value) in attributes {
            // A link is drawn as its content.
            if Self.local(name) == "href" {
                if element != "a", Self.isFile(value) { refersToFiles = true }
            } else {
                noteStyle(value)
            }
        }
    }

    private mutating func noteStyle(_ text: String) {
        let text = text.lowercased()
        let addresses = text.split(separator: "url(", omittingEmptySubsequences: false).dropFirst().map { rest in
            rest.drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
        }
        if text.contains("@import") || addresses.contains(where: Self.isFile) { refersToFiles = true }
    }

    private static func isFile(_ address: some StringProtocol) -> Bool {
        !address.isEmpty && !address.hasPrefix("#") && !address.hasPrefix("data:")
    }

    /// The name without the prefix of its namespace.
    private static func local(_ name: String) -> String { String(name.split(separator: ":").last ?? "") }
}
