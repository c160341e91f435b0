import ThemeModel
import ThemeProject

/// The contents of a project or of packs, not yet arranged by themes.
struct ReviewInput: Sendable {
    struct Theme: Sendable {
        var id: String
        var name: String
        var version: SemanticVersion?
        var prefix: String
        /// The theme and its parents, the default theme last: indexes in ``ReviewInput/themes``.
        var chain: [Int]
        var colorOrder: ThemeColor.Order
        var settings: SettingValue?
        /// The file of the settings, and the positions of its values; `nil` if not known.
        var settingsFile: String?
        var document: SourceDocument?
        var isShown: Bool

        var isDefault: Bool { id == ThemeID.default.string }
    }

    /// An image file.
    struct Variant: Sendable {
        var name: LogicalName
        var scale: Scale
        /// An index in ``ReviewInput/themes``; `nil` for a default.
        var theme: Int?
        /// An index in ``ReviewInput/files``.
        var file: Int
    }

    var title: String
    /// The default theme first, the others by id.
    var themes: [Theme] = []
    /// Sorted by path.
    var files: [ReviewedFile] = []
    /// Sorted by name and scale. Within a variant the default is first; the others are sorted by theme.
    var variants: [Variant] = []
    /// Sorted.
    var findings: [Finding] = []
    /// Whether the default images are known. Without them, a pack's images are compared with nothing.
    var hasDefaults = true
    var contrast: [ContrastPair] = []
    /// Themed files with the image data of their defaults: indexes in ``files``.
    var sameAsDefault: Set<Int> = []

    /// Returns the index of a file; `nil` if no file has the path.
    func file(at path: String) -> Int? {
        let index = files.partitioningIndex { !UTF8Order.precedes($0.path, path) }
        return index < files.count && UTF8Order.equal(files[index].path, path) ? index : nil
    }

    /// The variants of each name, in order.
    func forEachName(_ body: (LogicalName, ArraySlice<Variant>) -> Void) {
        var rest = variants[...]
        while let name = rest.first?.name {
            let same = rest.prefix { $0.name == name }
            body(name, same)
            rest = rest.dropFirst(same.count)
        }
    }

    mutating func sortVariants() {
        variants.sort {
            if $0.name != $1.name { return $0.name < $1.name }
            return ($0.scale, $0.theme ?? -1) < ($1.scale, $1.theme ?? -1)
        }
    }

    /// Returns the positions of elements in the order of their paths: `order[i]` is the element that comes as number i.
    static func order(byPath paths: [String]) -> [Int] {
        paths.indices.sorted { UTF8Order.precedes(paths[$0], paths[$1]) }
    }
}
