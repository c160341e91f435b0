import ThemeModel

/// The members of a `Contents.json` beside its list, such as the rendering intent.
struct CatalogProperties {
    /// `template` or `original`.
    private(set) var renderingIntent: String?
    private(set) var notes: [ExchangeItem.Note] = []

    /// - Parameter list: the member that the caller reads, `images` or `colors`; `nil` for a folder.
    init(of file: SettingValue, list: String?) {
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

    private mutating func setIntent(_ intent: String?) {
        guard let intent, intent != "automatic" else { return }
        if ["template", "original"].contains(intent) {
            renderingIntent = intent
        } else {
            notes.append(.defect("the rendering intent '\(intent)' is unknown"))
        }
    }
}
