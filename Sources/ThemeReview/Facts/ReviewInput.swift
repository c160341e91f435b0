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
        /// Whether a pack was verified against other defaults than those that are shown.
        var hasOtherContract = false

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
    /// The default theme first, the others as ``order(ofThemes:)`` arranges them.
    var themes: [Theme] = []
    /// Sorted by path.
    var files: [ReviewedFile] = []
    /// Sorted by name and scale. Within a variant the default is first; the others are sorted by theme.
    var variants: [Variant] = []
    /// Sorted.
    var findings: [Finding] = []
    /// Whether the default images are known. Without them, a pack's images are compared with nothing.
    var hasDefaults = true
    /// The number of points by which sizes may differ.
    var tolerance = 0.0
    var contrast: [ContrastPair] = []
    /// Pays for chains of settings and for pairs of colors.
    var budget = WorkBudget()
    /// Themed files with the image data of their defaults: indexes in ``files``.
    var sameAsDefault: Set<Int> = []

    /// Returns the index of a file; `nil` if no file has the path.
    func file(at path: String) -> Int? {
        let index = files.partitioningIndex { !UTF8Order.precedes($0.path, path) }
        return index < files.count && UTF8Order.equal(files[index].path, path) ? index : nil
    }

    /// The ranges of ``variants`` with one name each, in order.
    var names: [Range<Int>] {
        var names: [Range<Int>] = []
        var start = 0
        for index in variants.indices.dropFirst() where variants[index].name != variants[start].name {
            names.append(start..<index)
            start = index
        }
        return variants.isEmpty ? [] : names + [start..<variants.count]
    }

    mutating func sortVariants() {
        variants.sort {
            if $0.name != $1.name { return $0.name < $1.name }
            return ($0.scale, $0.theme ?? -1) < ($1.scale, $1.theme ?? -1)
        }
    }

    /// Returns the positions of themes in their order: the default theme, then each theme after its parent. Themes with
    /// the same parent are sorted by id.
    ///
    /// - Parameter chains: for each theme, its id, its parent's, and so on.
    static func order(ofThemes chains: [[String]]) -> [Int] {
        let lineages = chains.map { chain in Array(chain.filter { $0 != ThemeID.default.string }.reversed()) }
        return chains.indices.sorted {
            lineages[$0].lexicographicallyPrecedes(lineages[$1], by: UTF8Order.precedes)
        }
    }

    /// Returns the positions of elements in the order of their paths: `order[i]` is the element that comes as number i.
    ///
    /// - Parameter owner: of an element. The paths of one owner are nearly sorted, which makes sorting them fast.
    static func order(byPath paths: [String], owner: (Int) -> Int? = { _ in nil }) -> [Int] {
        var runs: [Int: [Int]] = [:]
        for index in paths.indices { runs[owner(index) ?? -1, default: []].append(index) }
        let numbers = runs.keys.sorted().flatMap { runs[$0] ?? [] }
        return numbers.sorted { UTF8Order.precedes(paths[$0], paths[$1]) }
    }
}
