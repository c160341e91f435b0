import ThemeModel

/// The members of a `Contents.json` beside its list, such as the rendering intent.
struct CatalogProperties {
    /// `template` or `original`.
    private(set) var renderingIntent: String?
    private(set) var notes: [ExchangeItem.Note] = []

    /// - Parameter list: the member that the caller reads, `images` or `colors`; `nil` for a folder.
    init(of file: SettingValue, list: String?) {
        if let problem = Self.problem(in: file, list: list) { notes.append(.defect(problem)) }
        let properties = file["properties"] ?? .null
        var known: Set = ["preserves-vector-representation"]
        if list == "images" {
            known.insert("template-rendering-intent")
            setIntent(properties["template-rendering-intent"]?.string)
        } else if list == nil {
            known.insert("provides-namespace")
        }
        if properties["preserves-vector-representation"]?.flag == true {
            notes.append(.changed("its vectors are not preserved"))
        }
        let others = file.members(otherThan: ["info", "properties", list ?? "info"])
        notes += (properties.members(otherThan: known) + others).map { .left("the property \($0)") }
    }

    /// Returns what is wrong with the form of the file; `nil` if its list has only objects.
    private static func problem(in file: SettingValue, list: String?) -> String? {
        guard file.object != nil else { return "Contents.json is \(file.summary), not an object" }
        guard let list, let value = file[list] else { return nil }
        guard case .list(let items) = value else { return "'\(list)' is \(value.summary), not a list" }
        let others = items.filter { $0.object == nil }
        guard let first = others.first else { return nil }
        return "\(others.count) of \(items.count) in '\(list)' are not objects, such as \(first.summary)"
    }

    private mutating func setIntent(_ intent: String?) {
        guard let intent, intent != "automatic" else { return }
        if ["template", "original"].contains(intent) {
            renderingIntent = intent
        } else {
            notes.append(.defect("the rendering intent '\(intent)' is unknown"))
        }
    }
}
