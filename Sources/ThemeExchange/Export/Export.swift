import ThemeModel
import ThemeProject

/// The files of an export and an item for each thing that was to be exported.
package struct Export: Sendable {
    package typealias File = (path: String, bytes: [UInt8])

    /// Relative to the folder of the export, in order.
    package private(set) var files: [File] = []
    package private(set) var items: [ExchangeItem] = []
    private var paths = ClashCheck()

    init() {}

    mutating func add(_ item: ExchangeItem) { items.append(item) }

    /// Adds an item with its files, or with the reason why they cannot be written.
    mutating func add(_ item: ExchangeItem, _ files: [File]) {
        var item = item
        var obstacle: String?
        for file in files where obstacle == nil { obstacle = self.obstacle(to: file.path) }
        if let obstacle {
            item.isTaken = false
            item.add(.defect(obstacle))
        } else {
            self.files += files
        }
        items.append(item)
    }

    /// Adds a file that belongs to no item, such as a stylesheet.
    mutating func add(_ path: String, _ bytes: [UInt8]) {
        if obstacle(to: path) == nil { files.append((path, bytes)) }
    }

    mutating func add(_ path: String, _ text: String) { add(path, Array(text.utf8)) }

    private mutating func obstacle(to path: String) -> String? {
        do {
            guard let clash = paths.clash(adding: try PortablePath(path)) else { return nil }
            return UTF8Order.equal(clash.earlier, path) ? "another one has its path" : "its path \(clash.explanation)"
        } catch {
            return "its path '\(path)' \(error.explanation)"
        }
    }

    mutating func sort() { files.sort { UTF8Order.precedes($0.path, $1.path) } }

    /// Adds an item for a setting that the format cannot express.
    mutating func leave(_ setting: ExportedTheme.Setting, of theme: ExportedTheme, because reason: String) {
        items.append(ExchangeItem("setting", setting.path.description, path: theme.id.string, notes: [.left(reason)]))
    }
}
