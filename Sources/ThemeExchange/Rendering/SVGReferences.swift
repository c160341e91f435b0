/// The files and fonts that an SVG refers to. Renderers do not load them, so a browser can show another image.
struct SVGReferences {
    let notes: [ExchangeItem.Note]

    init(in bytes: [UInt8]) {
        // All that is looked for is ASCII.
        let text = String(decoding: bytes.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }, as: UTF8.self).lowercased()
        var notes: [ExchangeItem.Note] = []
        if text.contains("<!entity"), text.contains("system") { notes.append(.left("its external entities")) }
        if text.contains("<foreignobject") { notes.append(.left("its foreign objects, such as HTML")) }
        if text.contains("<script") { notes.append(.left("its scripts")) }
        if text.contains("@import") || Self.refersToFiles(text) { notes.append(.left("the files that it refers to")) }
        if text.contains("<text") { notes.append(.changed("its text is drawn with the fonts of this machine")) }
        self.notes = notes
    }

    private static func refersToFiles(_ text: String) -> Bool {
        let attributes = text.split(separator: "href").dropFirst().compactMap { rest -> Substring? in
            guard let value = rest.drop(while: { $0 == " " || $0 == "=" }).first, value == "\"" || value == "'" else {
                return nil
            }
            return rest.drop { $0 != value }.dropFirst()
        }
        let styles = text.split(separator: "url(").dropFirst().map { rest in
            rest.drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
        }
        return (attributes + styles).contains { !$0.hasPrefix("#") && !$0.hasPrefix("data:") }
    }
}
