import PackFormat
package import ThemeProject

/// The findings of a run, as the project judges them, and the themes that may be packed.
package struct Verification: Sendable {
    /// Sorted by path and position.
    package var findings: [Finding]
    /// The findings that follow from those, sorted. Each names its cause.
    package var explained: [Finding] = []
    package var themeCount: Int
    package var imageCount: Int
    /// Images that were decoded and not known from an earlier run.
    package internal(set) var decodedCount = 0
    /// Whether the cache had this result, so that nothing was verified.
    package internal(set) var isFromCache = false
    /// The themes to package, sorted by id. Empty if there is an error, or if the run was not for packaging.
    package var themes: [VerifiedTheme] = []

    /// Adds findings. After an error, no theme can be packaged.
    mutating func add(_ judged: RuleBook.Judgement) {
        findings = (findings + judged.findings).sorted()
        explained = (explained + judged.explained).sorted()
        if has(.error) { themes = [] }
    }

    /// Moves the themes out, so that the writer can free them one by one. Throws if there is none.
    mutating func takeThemes() throws(UserError) -> [VerifiedTheme] {
        guard !themes.isEmpty else {
            throw UserError(
                "there is no theme to build",
                hint: "a theme has a theme.json with \"id\" and \"version\"; so has 'default'")
        }
        defer { themes = [] }
        return themes
    }

    package func has(_ severity: Severity) -> Bool { findings.contains { $0.severity >= severity } }
}

extension Verification {
    private typealias Check = @Sendable (ProjectInspection, _ jobs: Int) -> [Finding]

    /// All checks of a project. Each takes what was read and inspected, and returns findings; none changes it.
    ///
    /// ``ReleaseCheck`` compares the themes with released packs later, and ``ProjectRun`` with the folder of packs.
    private static let checks: [Check] = [
        // Names, places, kinds of files, `theme.json`, patterns: found while the project was read.
        { inspection, _ in inspection.survey.findings + inspection.resourceFindings },
        // Types, colors, keys, states, contrast, and what settings name.
        { inspection, _ in inspection.survey.settingsFindings() },
        { inspection, _ in TemplateCheck(inspection).findings() },
        // Defects of images, and images compared with their defaults and their other scales.
        { inspection, _ in ThemeComparison(inspection: inspection).findings() },
        { inspection, _ in PackCapacity(inspection: inspection).findings() },
        { inspection, _ in CapInsetsCheck(inspection: inspection).findings() },
        { inspection, jobs in DuplicateCheck(inspection: inspection).findings(jobs: jobs) },
    ]

    /// Runs all checks, and judges their findings by the project's rule book.
    ///
    /// - Parameters:
    ///   - isComplete: whether the inspection is of all themes.
    ///   - isPackaging: whether the themes are packaged if there is no error.
    init(of inspection: ProjectInspection, isComplete: Bool, isPackaging: Bool, jobs: Int) {
        let survey = inspection.survey
        // Most runs find no error, so what is packed then is collected meanwhile.
        let (found, candidates) = Workers.both(
            jobs: isPackaging ? jobs : 1, { Self.checks.flatMap { $0(inspection, jobs) } },
            { isPackaging ? PackingCandidates(of: inspection) : nil })
        let judged = survey.project.configuration.ruleBook.judgement(of: found, isComplete: isComplete)
        self.init(
            findings: (judged.findings + survey.notes(onLeftOut: judged.exempt)).sorted(), explained: judged.explained,
            themeCount: survey.themes.selected.count, imageCount: inspection.imageCount,
            decodedCount: inspection.images.decodedCount)
        if let candidates, !has(.error) { themes = inspection.verifiedThemes(candidates) }
    }
}

/// A theme without errors. Nothing else can be packaged.
package struct VerifiedTheme: Sendable {
    package let manifest: ThemeManifest
    let settings: Settings?
    /// The digest of the defaults that the theme was compared with.
    let contractDigest: ContentDigest
    /// Sorted by name and scale; `resources` by path.
    var images: [VerifiedImage]
    let resources: [VerifiedResource]
    let templates: ImageTemplates
    let trees: ImageTrees
}

struct VerifiedImage: Sendable {
    let file: ImageFile
    let size: PixelSize
    let content: VerifiedBytes
}

struct VerifiedResource: Sendable {
    let path: PortablePath
    let content: VerifiedBytes
    let location: String
}

/// The contract and the images of the themes to package, collected before the checks have ended. They are used only if
/// none finds an error.
private struct PackingCandidates: Sendable {
    let contractDigest: ContentDigest
    let themes: [(number: Int, manifest: ThemeManifest, images: [VerifiedImage])]

    init(of inspection: ProjectInspection) {
        contractDigest = inspection.contractDigest
        let themes = inspection.survey.themes
        let numbers = inspection.survey.images.numbersByOwner()
        self.themes = themes.selected.compactMap { theme in
            guard let manifest = themes[theme].manifest, !themes[theme].isImplied else { return nil }
            let images = inspection.packedImages(numbers[themes[theme].isDefault ? nil : theme])
            return (theme, manifest, images)
        }
    }
}

extension ProjectInspection {
    /// Returns the themes to package, sorted by id, after checks without an error.
    fileprivate func verifiedThemes(_ candidates: PackingCandidates) -> [VerifiedTheme] {
        let themes = candidates.themes.map { theme in
            VerifiedTheme(
                manifest: theme.manifest, settings: survey.themes[theme.number].settings,
                contractDigest: candidates.contractDigest, images: theme.images,
                resources: resources[theme.number].compactMap { resource in
                    resource.content.map {
                        VerifiedResource(path: resource.path, content: $0, location: resource.location)
                    }
                },
                templates: survey.templates, trees: survey.images.trees)
        }
        return themes.sorted { $0.manifest.id < $1.manifest.id }
    }

    fileprivate func packedImages(_ numbers: [Int]) -> [VerifiedImage] {
        var packed: [VerifiedImage] = []
        packed.reserveCapacity(numbers.count)
        for number in numbers {
            guard let facts = images[number].facts, let content = images[number].content else { continue }
            packed.append(VerifiedImage(file: survey.images.files[number], size: facts.size, content: content))
        }
        return packed
    }

    var contractDigest: ContentDigest {
        let defaults = survey.images.files.indices.compactMap { number -> ContractImage? in
            guard survey.images.owner(number) == nil, let facts = images[number].facts else { return nil }
            let variant = survey.images.files[number].variant
            return ContractImage(variant.name, variant.scale, facts.size)
        }
        let contract = Contract(
            images: defaults, settings: survey.themes.defaultTypes, templates: survey.templates.byName)
        return ContentDigest(of: contract.canonicalBytes)
    }
}

extension PackContents {
    /// Creates the contents of a theme's pack, without the manifest and without offsets.
    ///
    /// - Parameter variants: sorted by name.
    init(
        of manifest: ThemeManifest, contract: ContentDigest, settings: DataReference?,
        _ variants: some Sequence<(ImageFile.Variant, PixelSize, DataReference)>, _ resources: [PackResource],
        _ templates: ImageTemplates
    ) {
        self.init(
            theme: manifest.packTheme, contract: contract,
            manifest: DataReference(length: 0, digest: ContentDigest(of: [])), settings: settings, images: [],
            resources: resources)
        images.reserveCapacity(variants.underestimatedCount)
        for (variant, size, stored) in variants {
            images.add(PackVariant(scale: variant.scale, size: size, stored: stored), of: variant.name)
        }
        templates.mark(&self)
    }
}

extension ProjectSurvey {
    /// Returns a note for each file that is left out of its pack, because it breaks a structural rule and is exempt or
    /// in the baseline.
    func notes(onLeftOut exempt: [Finding]) -> [Finding] {
        var known: Set<ExactText> = []
        let leftOut = exempt.filter { $0.rule.isStructural && !isPacked($0) }
        return leftOut.filter { known.insert(ExactText($0.path)).inserted }.map { finding in
            Finding(
                finding.rule, severity: .note, theme: finding.theme, path: finding.path,
                "is left out of the pack: \(finding.message)")
        }
    }

    /// A clash of names does not always leave a file out: a theme's folder, and one of two files.
    private func isPacked(_ finding: Finding) -> Bool {
        guard finding.rule == .nameClash else { return false }
        return themes.contains { UTF8Order.equal($0.folder, finding.path) }
            || images.files.indices.contains { UTF8Order.equal(images.path($0), finding.path) }
    }
}
