import ThemeModel

/// The files of an export and an item for each thing that was to be exported.
package struct Export: Sendable {
    /// Relative to the folder of the export.
    package var files: [(path: String, bytes: [UInt8])] = []
    package var items: [ExchangeItem] = []

    init() {}

    mutating func add(_ path: String, _ text: String) { files.append((path, Array(text.utf8))) }

    /// Adds an item for each setting that the format cannot express.
    mutating func leave(_ settings: [ExportedTheme.Setting], of theme: ExportedTheme, because reason: String) {
        for setting in settings {
            let path = setting.path.description
            items.append(ExchangeItem("setting", path, path: theme.id.string, notes: [.left(reason)]))
        }
    }
}
