import ThemeProject

/// Reads `preview.json`. Throws the first mistake, with its line and column; an unknown key is one.
struct SampleScreensReader {
    private struct Form {
        /// Whether it has an image, a text and their settings.
        var isDrawn = true
        /// The keys of the parts that belong to it; for a list of them, with the form of its items.
        var parts: [(key: String, items: Form?)] = []

        static let withStates = Form(parts: SamplePart.states.map { ($0, nil) })
        static let row = Form(parts: [("detail", nil), ("accessory", nil)])

        static func of(_ kind: SampleElement.Kind) -> Form {
            switch kind {
            case .navigationBar: bar([("title", nil), ("left", Form()), ("right", Form())])
            case .tabBar: bar([("items", withStates)])
            case .button: withStates
            case .list: bar([("rows", row), ("separator", nil)])
            case .badge, .text, .image: Form()
            }
        }

        /// Only its parts are drawn.
        private static func bar(_ parts: [(key: String, items: Form?)]) -> Form {
            Form(isDrawn: false, parts: parts + [("background", nil)])
        }
    }

    private static let drawnKeys = ["image", "text", "setting", "font"]
    /// Enough for every control of an app. Each element is drawn once for each theme.
    static let elementsMax = 500
    static let textMax = 500

    private let reader: MemberReader
    private var elementCount = 0
    private(set) var screens: [SampleScreen] = []
    /// Everything that is drawn, in the order in which it is read.
    private(set) var parts: [SamplePart] = []

    init(_ document: SourceDocument) throws {
        reader = MemberReader(document: document, NearMiss())
        if let problem = document.duplicateKeys.first { throw problem }
        _ = try reader.members(at: .root, known: [SourceDocument.schemaKey, "screens"])
        screens = try list("screens", at: .root) { try $0.screen($1) }
    }

    private mutating func screen(_ path: SettingPath) throws -> SampleScreen {
        try checkObject(path, "a screen: {\"name\": \"Home\", \"elements\": [...]}")
        _ = try reader.members(at: path, known: ["name", "background", "elements"])
        guard let name = try text("name", at: path) else {
            throw reader.problem(path, "the screen has no \"name\"", hint: "for example \"name\": \"Home\"")
        }
        let elements = try list("elements", at: path) { try $0.element($1) }
        return SampleScreen(name: name, background: try part("background", of: path), elements: elements)
    }

    private mutating func element(_ path: SettingPath) throws -> SampleElement {
        elementCount += 1
        guard elementCount <= Self.elementsMax else {
            throw reader.problem(path, "there are more than \(Self.elementsMax) elements", hint: "remove some")
        }
        try checkObject(path, "an element: {\"type\": \"button\", ...}")
        let known = SampleElement.Kind.allCases.map(\.rawValue)
        guard let type = try text("type", at: path) else {
            throw reader.problem(
                path, "the element has no \"type\"", hint: "expected one of: \(known.joined(separator: ", "))")
        }
        guard let kind = SampleElement.Kind(rawValue: type) else {
            throw reader.problem(path.appending("type"), "there is no element '\(type)'", near: type, known)
        }
        return SampleElement(kind: kind, part: try part(at: path, .of(kind), besides: ["type"]))
    }

    /// Reads the part with a key; `nil` if there is none.
    private mutating func part(_ key: String, of path: SettingPath) throws -> SamplePart? {
        let path = path.appending(key)
        return reader.value(at: path) == nil ? nil : try part(at: path, Form())
    }

    /// - Parameter keys: keys of the object that say something else.
    private mutating func part(
        at path: SettingPath, _ form: Form, besides keys: [String] = []
    ) throws -> SamplePart {
        try checkObject(path, "{\"image\": \"tabbar/home\", \"setting\": \"Color.title\"}")
        _ = try reader.members(
            at: path, known: (form.isDrawn ? Self.drawnKeys : []) + keys + form.parts.map(\.key))
        var part = SamplePart(path: path)
        if form.isDrawn {
            part.image = try text("image", at: path)
            part.text = try text("text", at: path)
            part.setting = try text("setting", at: path)
            part.font = try text("font", at: path)
            parts.append(part)
        }
        for (key, items) in form.parts {
            part.parts[key] =
                try items.map { form in try list(key, at: path) { try $0.part(at: $1, form) } }
                ?? self.part(key, of: path).map { [$0] }
        }
        return part
    }

    private func text(_ key: String, at path: SettingPath) throws -> String? {
        let path = path.appending(key)
        guard let value = reader.value(at: path) else { return nil }
        guard let text = value.string else { throw reader.problem(path, "expected a text in quotation marks") }
        guard text.unicodeScalars.count <= Self.textMax else {
            throw reader.problem(path, "the text has more than \(Self.textMax) characters", hint: "shorten it")
        }
        return text
    }

    /// Reads the items of a list; none if there is no list.
    private mutating func list<Item>(
        _ key: String, at path: SettingPath, _ item: (inout Self, SettingPath) throws -> Item
    ) throws -> [Item] {
        let path = path.appending(key)
        guard let value = reader.value(at: path) else { return [] }
        guard case .list(let values) = value else { throw reader.problem(path, "expected a list of \(key): [...]") }
        var items: [Item] = []
        for index in values.indices { items.append(try item(&self, path.appending(String(index)))) }
        return items
    }

    private func checkObject(_ path: SettingPath, _ expected: String) throws {
        guard case .object = reader.value(at: path) else { throw reader.problem(path, "expected \(expected)") }
    }
}
