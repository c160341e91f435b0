import PackFormat
@_spi(Chain) import ThemeModel
import ThemePackager
import ThemeProject

/// The contents of a project or of packs, not yet arranged by themes.
struct ReviewInput: Sendable {
    struct Theme: Sendable {
        /// The properties of the theme alone.
        var reviewed: ReviewedTheme
        /// The theme and its parents, the default theme last: indexes in ``ReviewInput/themes``.
        var chain: [Int]
        var colorOrder: ThemeColor.Order
        var settings: Settings?
        /// `nil` if not known.
        var settingsFile: String?
        /// In that file; `nil` if not known.
        var places: SourcePlaces?
        var isShown: Bool
        /// Whether a pack was verified against other defaults than those that are shown.
        var hasOtherContract = false
        /// Whether it is the selection of its members, and has no folder.
        var isSelection = false

        var id: String { reviewed.id }
        var isDefault: Bool { reviewed.isDefault }
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
    /// The findings that follow from those.
    var explained: [Finding] = []
    /// Whether the default images are known. Without them, a pack's images are compared with nothing.
    var hasDefaults = true
    /// The number of points by which sizes may differ.
    var tolerance = 0.0
    var contrast: [ContrastPair] = []
    /// Pays for chains of settings and for pairs of colors.
    var budget = WorkBudget()
    /// The setting of the background of sample screens; `nil` if there is none.
    var background: String?
    /// The default images that are masks.
    var templates: [LogicalName: ImageTemplate] = [:]
    /// The axes with the ids of their themes, from the weakest; empty for a project without axes.
    var axes: [ReviewedAxis] = []

    /// Returns the index of a file; `nil` if no file has the path.
    func file(at path: String) -> Int? {
        let index = files.partitioningIndex { !UTF8Order.precedes($0.path, path) }
        return index < files.count && UTF8Order.equal(files[index].path, path) ? index : nil
    }

    /// The ranges of ``variants`` with one name each, in order.
    var names: [Range<Int>] {
        let starts = variants.indices.filter { $0 == 0 || variants[$0].name != variants[$0 - 1].name }
        return zip(starts, starts.dropFirst() + [variants.count]).map { $0..<$1 }
    }

    /// Sorts files by path, and lists those of themes as variants.
    ///
    /// - Parameter unsorted: with the indexes of their themes; `nil` for a default, and for a theme that is not known.
    mutating func arrange(_ unsorted: [(file: ReviewedFile, theme: Int?)]) {
        // Swift's sort is stable, and uses what is sorted already: the paths of each theme nearly are.
        let order = unsorted.indices.sorted { (unsorted[$0].theme ?? -1) < (unsorted[$1].theme ?? -1) }
            .sorted { UTF8Order.precedes(unsorted[$0].file.path, unsorted[$1].file.path) }
        files = order.map { unsorted[$0].file }
        var places = [Int](repeating: 0, count: order.count)
        for (place, number) in order.enumerated() { places[number] = place }
        let known = zip(unsorted, places).compactMap { image, place -> Variant? in
            // A theme that is not in the scope can have images in the asset tree.
            guard let name = image.file.name, (image.file.owner == nil) == (image.theme == nil) else { return nil }
            return Variant(name: name, scale: image.file.scale, theme: image.theme, file: place)
        }
        // The images of a survey are sorted like this already.
        variants = known.sorted {
            if $0.name != $1.name { return $0.name < $1.name }
            return ($0.scale, $0.theme ?? -1, $0.file) < ($1.scale, $1.theme ?? -1, $1.file)
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

    /// Returns every name that the default theme or a theme has, with its variants there.
    func images(of theme: Int, _ names: [Range<Int>]) -> [ReviewedImage] {
        let isDefault = themes[theme].isDefault
        let links = themes[theme].chain.map { link in
            Link(
                owner: themes[link].isDefault ? nil : link, hasOtherContract: themes[link].hasOtherContract,
                files: files)
        }
        return names.compactMap { range in
            let defaults = variants[range].filter { $0.theme == nil }
            let themed = isDefault ? [] : variants[range].filter { $0.theme == theme }
            guard let name = (defaults.first ?? themed.first)?.name else { return nil }
            let shown = ImageLookup.answer(for: variants[range], in: links).get()?.variants
            let defaultScales = defaults.map(\.scale)
            let scales = (defaultScales + themed.map(\.scale).filter { !defaultScales.contains($0) }).sorted()
            let reviewed = scales.map { scale in
                let own = themed.first { $0.scale == scale }?.file
                return ReviewedVariant(
                    scale: scale, defaultFile: defaults.first { $0.scale == scale }?.file, themedFile: own,
                    shownFile: shown?.best(for: scale).number,
                    state: state(of: own, at: scale, defaults, themed, isDefaultTheme: isDefault))
            }
            return ReviewedImage(name: name, variants: reviewed, shownFiles: shown?.numbers ?? [])
        }
    }

    /// A theme of a chain that has the sound images of the variants of a name.
    private struct Link: ImageLink {
        /// `nil` for the default theme.
        let owner: Int?
        let hasOtherContract: Bool
        let files: [ReviewedFile]

        func variants(of name: ArraySlice<Variant>) -> Result<VariantList?, Never> {
            .success(VariantList(files, name.filter { $0.theme == owner && files[$0.file].isSound }))
        }
    }

    private func state(
        of themedFile: Int?, at scale: Scale, _ defaults: [Variant], _ themed: [Variant], isDefaultTheme: Bool
    ) -> ReviewedState {
        if isDefaultTheme {
            return defaults.contains { $0.scale == scale && !files[$0.file].isSound } ? .damaged : .isDefault
        }
        guard let themedFile else { return themed.isEmpty ? .inherited : .missingScale }
        let file = files[themedFile]
        guard file.isSound, let size = file.size else { return .damaged }
        guard !defaults.isEmpty else { return hasDefaults ? .missingDefault : .replaced }
        guard let expected = VariantList(files, defaults)?.best(for: scale) else { return .replaced }
        return size.agrees(at: scale, with: expected.size, at: expected.scale, within: tolerance)
            ? .replaced : .mismatch
    }
}

extension VariantList {
    /// The variants whose sizes are known.
    fileprivate init?(_ files: [ReviewedFile], _ variants: some Sequence<ReviewInput.Variant>) {
        self.init(
            variants.compactMap { variant in
                files[variant.file].size.map { Variant(variant.scale, $0, number: variant.file) }
            })
    }
}
