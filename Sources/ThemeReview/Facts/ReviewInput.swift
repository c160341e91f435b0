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
        var settings: SettingValue?
        /// The file of the settings, and the positions of its values; `nil` if not known.
        var settingsFile: String?
        var document: SourceDocument?
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
    /// Whether the default images are known. Without them, a pack's images are compared with nothing.
    var hasDefaults = true
    /// The number of points by which sizes may differ.
    var tolerance = 0.0
    var contrast: [ContrastPair] = []
    /// Pays for chains of settings and for pairs of colors.
    var budget = WorkBudget()
    /// Themed files with the image data of their defaults: indexes in ``files``.
    var sameAsDefault: Set<Int> = []
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
        var names: [Range<Int>] = []
        var start = 0
        for index in variants.indices.dropFirst() where variants[index].name != variants[start].name {
            names.append(start..<index)
            start = index
        }
        return variants.isEmpty ? [] : names + [start..<variants.count]
    }

    /// The default of each themed file that has one of its scale: indexes in ``files``.
    var defaults: [Int: Int] {
        var defaults: [Int: Int] = [:]
        var last: Variant?
        for variant in variants {
            if variant.theme == nil {
                last = variant
            } else if let last, last.name == variant.name, last.scale == variant.scale {
                defaults[variant.file] = last.file
            }
        }
        return defaults
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

extension ReviewInput {
    /// Returns every name that the default theme or a theme has, with its variants there.
    func images(of theme: Int, _ names: [Range<Int>]) -> [ReviewedImage] {
        var images: [ReviewedImage] = []
        images.reserveCapacity(names.count)
        let links = themes[theme].chain.map { link in
            Link(
                owner: themes[link].isDefault ? nil : link, hasOtherContract: themes[link].hasOtherContract,
                files: files)
        }
        for range in names {
            let named = NamedVariants(variants[range], themes[theme].isDefault ? nil : theme)
            guard !named.defaults.isEmpty || !named.themed.isEmpty else { continue }
            let shown = ImageLookup.answer(for: variants[range], in: links).get()?.variants
            images.append(
                ReviewedImage(
                    name: variants[range.lowerBound].name, variants: reviewed(named, shown, theme),
                    shownFiles: shown?.ids ?? []))
        }
        return images
    }

    /// The variants of one name that matter to one theme. In ascending order of scales.
    private struct NamedVariants {
        let defaults: [Variant]
        /// Empty for the default theme.
        let themed: [Variant]

        init(_ variants: ArraySlice<Variant>, _ theme: Int?) {
            defaults = variants.filter { $0.theme == nil }
            themed = theme == nil ? [] : variants.filter { $0.theme == theme }
        }
    }

    /// A theme of a chain that has the sound images of the variants of a name.
    private struct Link: ImageLink {
        /// `nil` for the default theme.
        let owner: Int?
        let hasOtherContract: Bool
        let files: [ReviewedFile]

        func variants(of name: ArraySlice<Variant>) -> Result<VariantList<Int>?, Never> {
            .success(VariantList(files, name.filter { $0.theme == owner && files[$0.file].isSound }))
        }
    }

    private func reviewed(
        _ named: NamedVariants, _ shown: VariantList<Int>?, _ theme: Int
    ) -> [ReviewedVariant] {
        let defaultScales = named.defaults.map(\.scale)
        let scales = (defaultScales + named.themed.map(\.scale).filter { !defaultScales.contains($0) }).sorted()
        return scales.map { scale in
            let themedFile = named.themed.first { $0.scale == scale }?.file
            return ReviewedVariant(
                scale: scale, defaultFile: named.defaults.first { $0.scale == scale }?.file, themedFile: themedFile,
                shownFile: shown?.best(for: scale).id,
                state: state(of: themedFile, at: scale, named, isDefaultTheme: themes[theme].isDefault))
        }
    }

    private func state(
        of themedFile: Int?, at scale: Scale, _ named: NamedVariants, isDefaultTheme: Bool
    ) -> ReviewedState {
        if isDefaultTheme {
            return named.defaults.contains { $0.scale == scale && !files[$0.file].isSound } ? .damaged : .isDefault
        }
        guard let themedFile else { return named.themed.isEmpty ? .inherited : .missingScale }
        let file = files[themedFile]
        guard file.isSound, let size = file.size else { return .damaged }
        guard !named.defaults.isEmpty else { return hasDefaults ? .missingDefault : .replaced }
        guard let expected = VariantList(files, named.defaults)?.best(for: scale) else { return .replaced }
        return size.agrees(at: scale, with: expected.size, at: expected.scale, within: tolerance)
            ? .replaced : .mismatch
    }
}

extension VariantList<Int> {
    /// The variants whose sizes are known.
    fileprivate init?(_ files: [ReviewedFile], _ variants: some Sequence<ReviewInput.Variant>) {
        self.init(
            variants.compactMap { variant in
                files[variant.file].size.map { Variant(variant.file, variant.scale, $0) }
            })
    }
}

extension ReviewInput {
    struct Pack: Sendable {
        let path: String
        let contents: PackContents
        let settings: SettingValue?
        let file: MappedFile
    }

    /// - Parameter packs: of different themes.
    init(_ packs: [Pack], findings: [Finding]) {
        self.init(title: "")
        self.findings = findings
        func numbers(_ packs: [Pack]) -> [ThemeID: Int] {
            Dictionary(packs.enumerated().map { ($1.contents.theme.id, $0) }) { first, _ in first }
        }
        let (given, givenNumbers) = (packs, numbers(packs))
        let chains = given.map { pack in
            Self.chain(of: pack.contents.theme.id, given, givenNumbers).map { given[$0].contents.theme.id.string }
        }
        let packs = Self.order(ofThemes: chains).map { given[$0] }
        let numbers = numbers(packs)
        let contract = numbers[.default].map { packs[$0].contents.contract }
        themes = packs.map { pack in
            let theme = pack.contents.theme
            return Theme(
                reviewed: ReviewedTheme(
                    id: theme.id.string, name: theme.name, version: theme.version,
                    prefix: theme.imageNamePrefix.string, members: theme.combinedThemes.map(\.string)),
                chain: Self.chain(of: theme.id, packs, numbers), colorOrder: theme.colorOrder, settings: pack.settings,
                settingsFile: pack.settings == nil ? nil : "\(pack.path)!/\(PackContents.settingsPath)", isShown: true,
                hasOtherContract: contract.map { $0 != pack.contents.contract } ?? false)
        }
        if let contents = numbers[.default].map({ packs[$0].contents }) {
            templates = Dictionary(
                contents.images.compactMap { image in
                    contents.theme.template(image.template).map { (image.name, $0) }
                }
            ) { first, _ in first }
        }
        hasDefaults = numbers[.default] != nil
        addImages(packs)
    }

    private static func chain(of id: ThemeID, _ packs: [Pack], _ numbers: [ThemeID: Int]) -> [Int] {
        let chain = ThemeChain(of: id, default: .default) {
            numbers[$0] != nil
        } parent: { id in
            numbers[id].flatMap { packs[$0].contents.theme.extends }
        }
        return chain.themes.compactMap { numbers[$0] }
    }

    private mutating func addImages(_ packs: [Pack]) {
        var damage: [String: String] = [:]
        for finding in findings where finding.severity == .error && damage[finding.path] == nil {
            damage[finding.path] = finding.message
        }
        var all: [(file: ReviewedFile, name: LogicalName, theme: Int?)] = []
        for (number, pack) in packs.enumerated() {
            let isDefault = pack.contents.theme.id == .default
            for image in pack.contents.images {
                for variant in image.variants {
                    let file = Self.file(pack, image.name, variant, damage)
                    all.append((file, image.name, isDefault ? nil : number))
                }
            }
        }
        let order = Self.order(byPath: all.map(\.file.path))
        files = order.map { all[$0].file }
        variants = order.enumerated().map { place, number in
            Variant(name: all[number].name, scale: files[place].scale, theme: all[number].theme, file: place)
        }
        sortVariants()
        sameAsDefault = Set(
            defaults.filter { own, original in
                files[own].digest != nil && files[own].digest == files[original].digest
            }.keys)
    }

    private static func file(
        _ pack: Pack, _ name: LogicalName, _ variant: PackVariant, _ damage: [String: String]
    ) -> ReviewedFile {
        let path = "\(pack.path)!/\(pack.contents.path(of: name, at: variant.scale))"
        let (offset, length) = (Int(clamping: variant.stored.offset), Int(clamping: variant.stored.length))
        let head = pack.file.withBytes { all in
            Array(UnsafeRawBufferPointer(rebasing: all[offset..<offset + min(length, 4096)]))
        }
        let id = pack.contents.theme.id
        return ReviewedFile(
            path: path, source: .pack(path: pack.path, offset: offset), name: name, scale: variant.scale,
            owner: id == .default ? nil : id.string, size: variant.size,
            hasAlpha: (try? PNGStructure(head))?.hasAlpha ?? false, byteCount: length,
            digest: damage[path] == nil ? variant.stored.digest : nil, damage: damage[path])
    }
}

extension ReviewInput {
    init(_ inspected: InspectedProject, showing scope: ThemeScope, jobs: Int) {
        let survey = inspected.survey
        let project = survey.project
        let root = (try? project.fileSystem.destination(of: project.root)) ?? project.root
        title = String(root.lastPathComponent)
        let chains = survey.themes.selected.map { survey.themes.chain(of: $0).map { survey.themes.name($0) } }
        let order = Self.order(ofThemes: chains).map { survey.themes.selected[$0] }
        let numbers = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
        themes = order.map {
            Self.theme($0, of: survey, numbers, isShown: scope.contains(survey.themes[$0].folderName))
        }
        tolerance = project.configuration.tolerance
        contrast = project.configuration.contrast
        budget = project.budget
        let hidden = Set(themes.filter { !$0.isShown }.map(\.id))
        findings = inspected.verification.findings.filter { $0.theme.map(hidden.contains) != true }
        templates = survey.templates.byName
        addSelections(of: survey.themes, numbers)
        addImages(inspected, numbers, jobs: jobs)
    }

    /// The most selections of several themes that pages show.
    private static let selectionsMax = 64

    /// Adds the axes, and the selections of two themes or more, unless they are too many.
    private mutating func addSelections(of survey: SurveyedThemes, _ numbers: [Int: Int]) {
        let order = survey.order
        guard !order.axes.isEmpty else { return }
        let shown = numbers.filter { themes[$0.value].isShown }.map { (survey[$0.key].folderName, $0.value) }
        let byFolder = Dictionary(shown) { first, _ in first }
        axes = zip(["theme"] + order.axes.map(\.string), order.choices).map { name, folders in
            ReviewedAxis(name: name, themes: folders.compactMap { byFolder[$0].map { themes[$0].id } })
        }
        guard (order.selectionCount ?? .max) <= Self.selectionsMax else { return }
        order.forEachSelection { folders in
            let members = folders.compactMap { byFolder[$0].map { themes[$0] } }
            guard members.count == folders.count else { return }
            let chain = survey.chain(selecting: folders).compactMap { numbers[$0] }
            let selection = ReviewedTheme(
                id: members.map(\.id).joined(separator: " + "),
                name: members.map(\.reviewed.name).joined(separator: " + "), members: members.map(\.id))
            themes.append(
                Theme(
                    reviewed: selection, chain: [themes.count] + chain, colorOrder: .argb, isShown: true,
                    isSelection: true))
        }
    }

    private static func theme(
        _ number: Int, of survey: ProjectSurvey, _ numbers: [Int: Int], isShown: Bool
    ) -> Theme {
        let source = survey.themes[number]
        let reviewed = ReviewedTheme(
            id: survey.themes.name(number), name: source.manifest?.name ?? survey.themes.name(number),
            version: source.isImplied ? nil : source.manifest?.version,
            prefix: source.manifest?.imageNamePrefix.string ?? "",
            folder: source.manifest == nil || source.isDefault ? nil : source.folder,
            members: source.manifest?.combinedThemes.map(\.string) ?? [])
        return Theme(
            reviewed: reviewed, chain: survey.themes.chain(of: number).compactMap { numbers[$0] },
            colorOrder: source.manifest?.colorOrder ?? .argb, settings: source.settings?.value,
            settingsFile: source.configPath, document: source.settings, isShown: isShown)
    }

    private mutating func addImages(_ inspected: InspectedProject, _ numbers: [Int: Int], jobs: Int) {
        let images = inspected.survey.images
        let paths = Workers.map(images.files.count, jobs: jobs) { images.path($0) }
        let unassigned = Self.unassignedFiles(findings, known: paths, inspected)
        let order = Self.order(byPath: paths + unassigned.map(\.path)) {
            $0 < paths.count ? images.owner($0) : nil
        }
        files = Workers.map(order.count, jobs: jobs) { place in
            let number = order[place]
            return number < paths.count
                ? Self.file(number, paths[number], of: inspected) : unassigned[number - paths.count]
        }
        var places = [Int](repeating: 0, count: order.count)
        for (place, number) in order.enumerated() { places[number] = place }
        variants = images.files.indices.compactMap { number in
            let variant = images.files[number].variant
            let owner = images.owner(number)
            // A theme that is not in the scope can have images in the asset tree.
            if let owner, numbers[owner] == nil { return nil }
            return Variant(
                name: variant.name, scale: variant.scale, theme: owner.flatMap { numbers[$0] }, file: places[number])
        }
        // The survey's order of themes can differ.
        sortVariants()
        sameAsDefault = Set(
            images.files.indices.filter { inspected.image($0).error?.rule == .imageIdentical }.map { places[$0] })
    }

    /// Returns the images that no theme has, because a finding says that their names are wrong.
    private static func unassignedFiles(
        _ findings: [Finding], known: [String], _ inspected: InspectedProject
    ) -> [ReviewedFile] {
        let rules: Set<Rule> = [.namePrefix, .nameAmbiguous, .nameClash, .namePortable]
        let relevant = findings.filter { rules.contains($0.rule) }
        guard !relevant.isEmpty else { return [] }
        // A path can be a duplicate of another one in Unicode's eyes, so paths are compared as bytes.
        var paths = Set(known.map { Array($0.utf8) })
        return relevant.compactMap { finding in
            guard paths.insert(Array(finding.path.utf8)).inserted,
                let name = ImageFileName(finding.path.lastPathComponent),
                let image = inspected.unassignedImage(at: finding.path)
            else { return nil }
            return ReviewedFile(
                path: finding.path, source: .file(inspected.survey.project.join(finding.path)), scale: name.scale,
                owner: finding.theme, size: image.size, hasAlpha: image.hasAlpha, byteCount: image.content?.length,
                digest: image.content?.digest, damage: image.content == nil ? image.error?.message : nil)
        }
    }

    private static func file(_ number: Int, _ path: String, of inspected: InspectedProject) -> ReviewedFile {
        let (survey, image) = (inspected.survey, inspected.image(number))
        let file = survey.images.files[number]
        let location = survey.images.location(number)
        let length =
            image.content?.length ?? survey.project.fileSystem.stamp(of: location).map { Int(clamping: $0.size) }
        return ReviewedFile(
            path: path, source: .file(location), name: file.variant.name,
            scale: file.variant.scale, owner: survey.images.owner(number).map(survey.themes.name), size: image.size,
            hasAlpha: image.hasAlpha, byteCount: length, digest: image.content?.digest,
            damage: image.content == nil ? image.error?.message ?? "cannot be read" : nil)
    }
}
