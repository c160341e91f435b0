package import ThemeProject

/// The contents of a report of a project or of packs. Values only; their order depends only on the input.
///
/// Every page is made in three steps: `ReviewInput` reads a project or packs, these facts arrange it by themes, and a
/// page writes the facts as HTML. A page is complete without a script, and text of others reaches it only through
/// ``HTML``, which escapes it. No image bytes are in the facts: ``ReviewedFile/source`` says where they are. A
/// live page makes the facts again when files change, and replaces the parts that differ.
package struct ReviewFacts: Hashable, Sendable {
    /// The name of the project's folder, or the names of the packs.
    package var title: String
    /// The default theme first if it is reviewed, then each theme after its parent.
    package var themes: [ReviewedTheme] = [] {
        didSet { numbers = Self.numbers(of: themes) }
    }
    /// The places of the themes in ``themes``, by their ids.
    private(set) var numbers: [String: Int] = [:]
    /// The selections of two themes or more, if they are few. They have no files of their own.
    package var selections: [ReviewedTheme] = []
    /// From the weakest axis to the strongest; empty for a project without axes.
    package var axes: [ReviewedAxis] = []
    /// Every image file that the themes refer to, once: defaults, themed images, and images that only a finding names.
    /// Sorted by path. Other values refer to a file by its index.
    package var files: [ReviewedFile] = []
    /// In the order of a verification: by path and position. Those that others explain come after all others.
    package var findings: [ReviewedFinding] = []
    /// The folders of all names, sorted; `""` is the top. ``ReviewedTheme/coverage`` has one element for each.
    package var folders: [String] = []
    package var origin = PageOrigin()

    /// The name of a theme; its id if it is not reviewed.
    func themeName(_ id: String) -> String { theme(id)?.name ?? id }

    private static func numbers(of themes: [ReviewedTheme]) -> [String: Int] {
        Dictionary(themes.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }

    /// Returns a theme, or without an id the default one; `nil` if it is not reviewed.
    func theme(_ id: String?) -> ReviewedTheme? { numbers[id ?? ThemeID.default.string].map { themes[$0] } }

    /// The findings that people count. Others follow from them.
    var reported: ArraySlice<ReviewedFinding> { findings.prefix { $0.finding.cause == nil } }

    var worst: Severity? { reported.map(\.finding.severity).max() }

    package func count(_ severity: Severity) -> Int { reported.count { $0.finding.severity == severity } }

    /// Returns the number of findings that people count among some, and the causes of others.
    func reportedCount(among numbers: some Sequence<Int>) -> Int { Set(numbers.map { findings[$0].cause ?? $0 }).count }

    /// The length of all files together, each counted once.
    package var byteCount: Int { files.reduce(0) { $0 + ($1.byteCount ?? 0) } }
}

extension ReviewFacts {
    /// Arranges a project's or packs' contents by themes.
    init(_ input: ReviewInput, jobs: Int) {
        self.init(title: input.title)
        files = input.files
        axes = input.axes
        let shown = input.themes.indices.filter { input.themes[$0].isShown }
        let names = input.names
        folders = Self.distinct(names.map { input.variants[$0.lowerBound].name.folderPath })
        let all = Workers.map(shown.count, stride: 1, jobs: jobs) { [folders] index in
            let number = shown[index]
            let theme = input.themes[number]
            let settings = MergedSetting(theme.chain.map { input.themes[$0].settings }, input.budget)
            var reviewed = theme.reviewed
            reviewed.settings = SettingRows(of: number, in: input, settings).rows
            reviewed.images = input.images(of: number, names)
            reviewed.coverage = Self.coverage(of: reviewed.images, in: folders, isDefaultTheme: theme.isDefault)
            reviewed.contrast = ContrastResult.results(
                of: input.contrast, in: settings, input.budget,
                layers: theme.chain.map { (input.themes[$0].id, input.themes[$0].colorOrder) })
            reviewed.addGround(input.background)
            reviewed.addMasks(input.templates)
            return reviewed
        }
        selections = zip(shown, all).compactMap { input.themes[$0].isSelection ? $1 : nil }
        attach(input, to: zip(shown, all).compactMap { input.themes[$0].isSelection ? nil : $1 })
    }

    /// Returns folders without repetitions, sorted.
    static func distinct(_ folders: [String]) -> [String] {
        Set(folders.map(ExactText.init)).map(\.string).sorted(by: UTF8Order.precedes)
    }

    private static func coverage(
        of images: [ReviewedImage], in folders: [String], isDefaultTheme: Bool
    ) -> [FolderCoverage] {
        var coverage: [ExactText: FolderCoverage] = [:]
        for image in images where image.variants.contains(where: { $0.defaultFile != nil }) {
            let isReplaced = !isDefaultTheme && image.variants.contains { $0.themedFile != nil }
            let own = FolderCoverage(defaults: 1, replaced: isReplaced && image.state <= .missingScale ? 1 : 0)
            coverage[ExactText(image.name.folderPath), default: FolderCoverage()] += own
        }
        return folders.map { coverage[ExactText($0)] ?? FolderCoverage() }
    }

    /// Sets the themes and the findings, and connects findings with their themes, files and settings.
    private mutating func attach(_ input: ReviewInput, to themes: [ReviewedTheme]) {
        let numbers = Self.numbers(of: themes)
        func reviewed(_ group: FindingGroup) -> ReviewedFinding {
            var finding = group.first
            finding.message = group.message
            let files = group.findings.map { input.file(at: $0.path) }
            return ReviewedFinding(
                finding: finding, theme: finding.theme.flatMap { numbers[$0] }, file: files[0],
                relatedFile: finding.related.flatMap { input.file(at: $0.path) }, scales: group.scales,
                otherFiles: files.dropFirst().compactMap(\.self),
                affectedThemes: finding.themes.compactMap { numbers[$0] })
        }
        findings = FindingGroup.groups(of: input.findings).map(reviewed)
        let causes = Dictionary(findings.enumerated().map { (Finding.Cause($1.finding), $0) }) { first, _ in first }
        for finding in input.explained {
            // A project can accept a finding that explains others.
            guard let cause = finding.cause.flatMap({ causes[$0] }) else { continue }
            findings += FindingGroup.groups(of: [finding]).map(reviewed)
            findings[findings.endIndex - 1].cause = cause
        }
        var themes = themes
        let paths = themes.map { $0.settings.map(\.path.description) }
        for (number, reviewed) in findings.enumerated() {
            guard let theme = reviewed.theme, let key = reviewed.finding.key,
                let row = Self.row(of: key, in: paths[theme]),
                themes[theme].settings[row].file == reviewed.finding.path
            else { continue }
            themes[theme].settings[row].findings.append(number)
        }
        let ofFiles = Dictionary(
            findings.enumerated().flatMap { number, finding in finding.files.map { ($0, [number]) } },
            uniquingKeysWith: +)
        for theme in themes.indices {
            for image in themes[theme].images.indices {
                let variants = themes[theme].images[image].variants
                let files = variants.flatMap { [$0.defaultFile, $0.themedFile].compactMap(\.self) }
                let found = Set(files.flatMap { ofFiles[$0] ?? [] })
                themes[theme].images[image].findings = found.filter { findings[$0].theme ?? theme == theme }.sorted()
            }
        }
        self.themes = themes
    }

    /// Returns the first setting with a key path, or below it, in sorted paths.
    private static func row(of key: String, in paths: [String]) -> Int? {
        let exact = paths.partitioningIndex { !UTF8Order.precedes($0, key) }
        if exact < paths.count, UTF8Order.equal(paths[exact], key) { return exact }
        let below = key + "."
        let first = paths.partitioningIndex { !UTF8Order.precedes($0, below) }
        return first < paths.count && paths[first].utf8.starts(with: below.utf8) ? first : nil
    }
}

extension ReviewFacts {
    /// Returns the path where a theme's image belongs: beside its other scales, or as its default in the theme's
    /// folder. `nil` for an image of a pack that has no other scale.
    func place(of name: LogicalName, at scale: Scale, in theme: ReviewedTheme) -> String? {
        if let file = theme.variants(of: name).lazy.compactMap(\.themedFile).first.map({ files[$0] }) {
            return file.path.dropLast("\(file.scale.suffix).png".count) + "\(scale.suffix).png"
        }
        guard let folder = theme.folder, let prefix = try? ImagePrefix(theme.prefix) else { return nil }
        return ImageFileName.packPath(below: folder + "/", of: name, prefix: prefix, scale: scale)
    }
}

extension ReviewedTheme {
    /// - Parameter background: the setting of the sample screens' background.
    fileprivate mutating func addGround(_ background: String?) {
        let setting = settings.first { $0.path.description == background }
        let sampled: ThemeColor? = if case .color(let color)? = setting?.shape { color } else { nil }
        ground = contrast.lazy.compactMap(\.ground.color).first ?? sampled
    }

    fileprivate mutating func addMasks(_ templates: [LogicalName: ImageTemplate]) {
        guard !templates.isEmpty else { return }
        let byPath = Dictionary(settings.map { ($0.path, $0) }) { first, _ in first }
        for index in images.indices {
            guard let template = templates[images[index].name] else { continue }
            var mask = ReviewedMask()
            if let setting = template.color.flatMap({ byPath[$0] }), case .color(let color) = setting.shape {
                mask.color = color
                mask.isRecolored = !isDefault && setting.origin != .defaultTheme
            }
            mask.ground = contrast.first { $0.pair.text == template.color }?.ground.color
            images[index].mask = mask
        }
    }
}

/// A theme of a project, or the theme of a pack.
package struct ReviewedTheme: Hashable, Sendable {
    /// The id, or the name of the theme's folder if `theme.json` cannot be read.
    package var id: String
    /// The name that people see.
    package var name: String
    /// `nil` if `theme.json` cannot be read.
    package var version: SemanticVersion?
    package var prefix = ""
    /// The folder of its images, relative to the project; `nil` for the default theme and for the theme of a pack.
    package var folder: String?
    /// Every logical name that the default theme or this theme has, sorted.
    package var images: [ReviewedImage] = []
    /// For each folder of ``ReviewFacts/folders``.
    package var coverage: [FolderCoverage] = []
    /// The settings that the theme resolves, its own and inherited ones, sorted by path.
    package var settings: [ReviewedSetting] = []
    /// The declared pairs, in the order of the declaration.
    package var contrast: [ContrastResult] = []
    /// The color below its images: the ground of the first declared pair, else the background of the sample screens.
    package var ground: ThemeColor?
    /// Whether the file of its settings is there, but cannot be read.
    package var hasUnreadSettings = false
    /// The ids of the themes that a combination or a selection is for; else empty.
    package var members: [String] = []

    /// The name, with "Default" if the theme is the default one, because that is its caption below images.
    package var title: String { isDefault && name != "Default" ? "Default (\(name))" : name }

    package var isDefault: Bool { id == ThemeID.default.string }

    /// Returns an image; `nil` if neither the default theme nor this one has the name.
    func image(_ name: LogicalName) -> ReviewedImage? {
        let index = images.partitioningIndex { $0.name >= name }
        return index < images.count && images[index].name == name ? images[index] : nil
    }

    func variants(of name: LogicalName) -> [ReviewedVariant] { image(name)?.variants ?? [] }

    package var totalCoverage: FolderCoverage { coverage.reduce(into: FolderCoverage(), +=) }
}

/// An axis, and the ids of its themes.
package struct ReviewedAxis: Hashable, Sendable {
    /// `theme` for the axis without a name.
    package var name: String
    package var themes: [String]
}

/// The coverage of a folder by a theme. Each name counts once.
package struct FolderCoverage: Hashable, Sendable {
    /// Names that have a default.
    package var defaults = 0
    /// Names with a default that the theme replaces by sound images of the right size.
    package var replaced = 0

    static func += (left: inout Self, right: Self) {
        left.defaults += right.defaults
        left.replaced += right.replaced
    }
}

/// A finding with its themes and files. Findings about several scales of an image are one.
package struct ReviewedFinding: Hashable, Sendable {
    package var finding: Finding
    /// An index in ``ReviewFacts/themes``; `nil` if the finding is about no reviewed theme.
    package var theme: Int?
    /// An index in ``ReviewFacts/files``; `nil` if the finding is not about an image file.
    package var file: Int?
    /// The default or the other file that the finding names: an index in ``ReviewFacts/files``.
    package var relatedFile: Int?
    /// Of several, in words.
    var scales = ""
    /// The files of the other scales.
    var otherFiles: [Int] = []
    /// The themes that it stands for: indexes in ``ReviewFacts/themes``.
    var affectedThemes: [Int] = []
    /// The finding that explains this one: an index in ``ReviewFacts/findings``.
    var cause: Int?

    var themes: [Int] { affectedThemes.isEmpty ? [theme].compactMap(\.self) : affectedThemes }
    var files: [Int] { [file].compactMap(\.self) + otherFiles }
}
