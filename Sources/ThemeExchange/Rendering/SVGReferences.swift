/// The external references of an SVG. Renderers do not load them, so a browser can show another image.
struct SVGReferences {
    let notes: [ExchangeItem.Note]

    init(in bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self).lowercased()
        var notes: [ExchangeItem.Note] = []
        if text.contains("<!entity"), text.contains("system") { notes.append(.left("its external entities")) }
        if text.contains("<script") { notes.append(.left("its scripts")) }
        if Self.refersToFiles(text) { notes.append(.left("the files that it refers to")) }
        self.notes = notes
    }

    private static func refersToFiles(_ text: String) -> Bool {
        text.split(separator: "href").dropFirst().contains { rest in
            guard let value = rest.drop(while: { $0 == " " || $0 == "=" }).first, value == "\"" || value == "'" else {
                return false
            }
            let target = rest.drop { $0 != value }.dropFirst()
            return !target.hasPrefix("#") && !target.hasPrefix("data:")
        }
    }
}
