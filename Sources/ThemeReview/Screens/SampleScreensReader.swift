import ThemeProject

/// Reads `preview.json`. Throws the first mistake, with its line and column; an unknown key is one.
struct SampleScreensReader {
    private static let partKeys = ["image", "text", "setting", "font"]
    private static let elementTypes = ["navigationBar", "tabBar", "button", "list", "badge", "text", "image"]
    /// Enough for every control of an app. Each element is drawn once for each theme.
    static let elementsMax = 500
    static let textMax = 500

    private let reader: MemberReader
    private var elementCount = 0
    private var parts: [SamplePart] = []

    static func screens(in document: SourceDocument) throws -> SampleScreens {
        if let problem = document.duplicateKeys.first { throw problem }
        var reader = SampleScreensReader(document)
        return try reader.screens()
    }

    private init(_ document: SourceDocument) { reader = MemberReader(document: document, NearMiss()) }

    private mutating func screens() throws -> SampleScreens {
        _ = try reader.members(at: .root, known: [SourceDocument.schemaKey, "screens"])
        let screens = try list("screens", at: .root) { try $0.screen($1) }
        return SampleScreens(screens: screens, parts: parts)
    }

    private mutating func screen(_ path: SettingPath) throws -> SampleScreen {
        try checkObject(path, "a screen: {\"name\": \"Home\", \"elements\": [...]}")
        _ = try reader.members(at: path, known: ["name", "background", "elements"])
        guard let name = try text("name", at: path) else {
            throw reader.problem(path, "the screen has no \"name\"", hint: "for example \"name\": \"Home\"")
        }
        let elements = try list("elements", at: path) { try $0.element($1) }
        return SampleScreen(name: name, background: try part("background", at: path), elements: elements)
    }

    private mutating func element(_ path: SettingPath) throws -> SampleElement {
        elementCount += 1
        guard elementCount <= Self.elementsMax else {
            throw reader.problem(path, "there are more than \(Self.elementsMax) elements", hint: "remove some")
        }
        try checkObject(path, "an element: {\"type\": \"button\", ...}")
        let known = Self.elementTypes
        guard let type = try text("type", at: path) else {
            throw reader.problem(
                path, "the element has no \"type\"", hint: "expected one of: \(known.joined(separator: ", "))")
        }
        switch type {
        case "navigationBar":
            _ = try reader.members(at: path, known: ["type", "title", "left", "right", "background"])
            return .navigationBar(
                title: try part("title", at: path), left: try list("left", at: path) { try $0.part(at: $1, []) },
                right: try list("right", at: path) { try $0.part(at: $1, []) },
                background: try part("background", at: path))
        case "tabBar":
            _ = try reader.members(at: path, known: ["type", "items", "background"])
            let items = try list("items", at: path) { try $0.states($1, []) }
            return .tabBar(items: items, background: try part("background", at: path))
        case "button": return .button(try states(path, ["type"]))
        case "list":
            _ = try reader.members(at: path, known: ["type", "rows", "separator", "background"])
            let rows = try list("rows", at: path) { reader, path in
                SampleRow(
                    part: try reader.part(at: path, ["detail", "accessory"]),
                    detail: try reader.part("detail", at: path), accessory: try reader.part("accessory", at: path))
            }
            return .list(
                rows: rows, separator: try part("separator", at: path), background: try part("background", at: path))
        case "badge": return .badge(try part(at: path, ["type"]))
        case "text": return .text(try part(at: path, ["type"]))
        case "image": return .image(try part(at: path, ["type"]))
        default:
            throw reader.problem(path.appending("type"), "there is no element '\(type)'", near: type, known)
        }
    }

    private mutating func states(_ path: SettingPath, _ keys: [String]) throws -> SampleStates {
        let names = SampleStates.State.allCases.map(\.rawValue)
        var states: [SampleStates.State: SamplePart] = [:]
        for state in SampleStates.State.allCases { states[state] = try part(state.rawValue, at: path) }
        return SampleStates(normal: try part(at: path, keys + names), states: states)
    }

    private mutating func part(_ key: String, at path: SettingPath) throws -> SamplePart? {
        let path = path.appending(key)
        return reader.value(at: path) == nil ? nil : try part(at: path, [])
    }

    /// `keys` are known beside those of a part.
    private mutating func part(at path: SettingPath, _ keys: [String]) throws -> SamplePart {
        try checkObject(path, "{\"image\": \"tabbar/home\", \"setting\": \"Color.title\"}")
        _ = try reader.members(at: path, known: Self.partKeys + keys)
        let part = SamplePart(
            path: path, image: try text("image", at: path), text: try text("text", at: path),
            setting: try text("setting", at: path), font: try text("font", at: path))
        parts.append(part)
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
