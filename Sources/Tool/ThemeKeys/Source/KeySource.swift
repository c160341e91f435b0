import PackFormat
package import ThemeProject

/// The names that keys are generated from: those of the default theme, the ids of the project's themes, and its axes.
package struct KeySource: Sendable {
    struct Image: Sendable {
        let name: LogicalName
        /// In ascending order.
        var scales: [Scale]
        /// The size of one variant and its scale; `nil` if no variant has a readable header.
        var size: (pixels: PixelSize, scale: Scale)?
    }

    /// In the order of names.
    var images: [Image] = []
    var settings = Settings.none
    var colorOrder = ThemeColor.Order.argb
    var resources: [PortablePath] = []
    /// Without `default`, which ``ThemeID`` has already. Each has its axis, or the themes that it is for.
    var themes: [(id: ThemeID, axis: ThemeAxis?, members: [ThemeID])] = []
    /// From the weakest to the strongest.
    var axes: [ThemeAxis] = []
    package var rules: KeyRules
    /// Pays for patterns in the rules.
    var budget = WorkBudget()
}

extension KeySource {
    /// Reads the names in the default theme's pack. Reads the index and the settings, no image.
    ///
    /// - Parameter rules: the rules for the keys. A pack has none.
    package init(ofPack path: String, rules: KeyRules) throws(UserError) {
        guard let file = MappedFile(at: path, links: .follow) else {
            let isMissing = DiskFileSystem().kind(of: path) == nil
            throw UserError(
                path: path, isMissing ? "does not exist" : "is not a file that can be read",
                hint: "name the default theme's pack, which 'themepack build' writes")
        }
        self = try rethrow(as: { UserError($0, pack: path) }) { () throws(PackError) in
            try file.withBytes { bytes throws(PackError) in try KeySource(ofPack: bytes, path: path, rules: rules) }
        }
    }

    private init(ofPack bytes: UnsafeRawBufferPointer, path: String, rules: KeyRules) throws(PackError) {
        let index = try PackIndex(of: bytes)
        guard index.theme.id == .default else {
            throw PackError("is the pack of the theme '\(index.theme.id)', keys come from the default theme's")
        }
        let contents = try index.contents(of: bytes)
        if let defect = ArchiveStructure(of: bytes).defects(against: contents).first { throw PackError(defect) }
        self.init(rules: rules)
        images = contents.images.map { image in
            let first = image.variants.first
            return Image(
                name: image.name, scales: image.variants.map(\.scale), size: first.map { ($0.size, $0.scale) })
        }
        resources = contents.resources.map(\.path)
        colorOrder = contents.theme.colorOrder
        axes = contents.theme.axes
        if let stored = contents.settings { settings = try Self.settings(stored, of: bytes) }
    }

    private static func settings(
        _ stored: DataReference, of bytes: UnsafeRawBufferPointer
    ) throws(PackError) -> Settings {
        let data = stored.slice(of: bytes)
        let isSound = ArchiveStructure(of: bytes).hasChecksum(
            CRC32.value(of: data), at: stored.range.lowerBound, path: PackContents.settingsPath)
        guard isSound else { throw PackError("the settings are damaged: their checksum differs") }
        do throws(SourceError) {
            let document = try SourceDocument.read(
                data, fileName: PackContents.settingsPath, limits: ProjectLimits())
            if let members = document.value.object { return Settings(members) }
        } catch {
            throw PackError("the settings cannot be read: \(error.message)")
        }
        throw PackError("the settings are not an object")
    }
}

extension UserError {
    fileprivate init(_ error: PackError, pack path: String) {
        self.init(
            path: path, error.description,
            hint: error.hint
                ?? "keys come from the pack default-<version>.themepack.zip; build it again with 'themepack build'")
    }
}

extension KeySource {
    /// Reads the names of a project. Opens images only to read their sizes.
    ///
    /// - Throws: all errors of the default theme and of every `theme.json`, because they might hide names.
    package init(of project: Project) throws(UserError) {
        self.init(rules: project.configuration.keys)
        budget = project.budget
        let survey = try ProjectSurvey(of: project, .folders([ThemeID.default.string]), jobs: 1)
        let others = survey.themes.indices.filter { !survey.themes.selected.contains($0) }
        var findings =
            survey.findings + others.flatMap { survey.themes[$0].findings }.filter { $0.rule == .themeManifest }
        for group in survey.images.ranges.indices {
            guard let number = survey.images.defaultImage(of: group) else { continue }
            if let error = addImage(number, of: survey) {
                let path = survey.images.path(number)
                findings.append(
                    Finding(error.rule, path: path, error.message, actual: error.actual, hint: error.hint))
            }
        }
        let judged = project.configuration.ruleBook.judge(findings, isComplete: false)
        let errors = judged.filter { $0.severity == .error }.map { finding in
            UserError(
                path: project.join(finding.path), position: finding.position,
                (finding.key.map { "\($0): " } ?? "") + finding.message, hint: finding.hint)
        }
        if let error = UserError(errors) { throw error }
        if let number = survey.themes.defaultTheme {
            let theme = survey.themes[number]
            settings = theme.settings ?? .none
            if let manifest = theme.manifest { colorOrder = manifest.colorOrder }
            resources = survey.resources[number].map(\.file.path)
        }
        axes = project.configuration.axes
        themes = survey.themes.compactMap { theme in
            theme.manifest.map { ($0.id, $0.axis, $0.combinedThemes) }
        }.filter { $0.id != .default }.sorted { $0.id < $1.id }
    }

    /// Adds a variant, or returns an error if the file cannot be read or is of another format. `themepack verify` finds
    /// damage.
    private mutating func addImage(_ number: Int, of survey: ProjectSurvey) -> ImageError? {
        let head: [UInt8]
        do throws(FileError) {
            head = try survey.project.fileSystem.read(survey.images.location(number), first: 33, limit: .max).bytes
        } catch {
            return ImageError(error)
        }
        var size: PixelSize?
        if !head.isEmpty {
            do throws(PNGError) {
                size = try PNGStructure(head).size
            } catch {
                if error == .notPNG || error == .crushed { return ImageError(error, in: head) }
            }
        }
        let variant = survey.images.files[number].variant
        if images.last?.name != variant.name { images.append(Image(name: variant.name, scales: [])) }
        images[images.count - 1].scales.append(variant.scale)
        // One variant gives the size in points.
        if images[images.count - 1].size == nil { images[images.count - 1].size = size.map { ($0, variant.scale) } }
        return nil
    }
}
