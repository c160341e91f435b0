import ThemeProject
import ThemeRuntime

/// A theme that was read from a project's folder, with the contents of its pack.
struct ProjectTheme {
    let folder: String
    private let project: Project
    private let settingsFile: String?
    /// The file of each variant, by the variants' ordinals.
    private var variantFiles: [String] = []
    private var contents: PackContents
    private var data: [[UInt8]]
    private var findings: [Finding] = []

    /// - Parameters:
    ///   - theme: its index in the survey.
    ///   - contract: the digest of the project's contract.
    init(
        _ theme: Int, of survey: ProjectSurvey, contract: ContentDigest, _ check: ProjectThemes.ImageCheck?
    ) throws(ThemeError) {
        project = survey.project
        let source = survey.themes[theme]
        folder = "\(project.configuration.themesFolder)/\(source.folderName)".path(in: project.root)
        guard let manifest = source.manifest else { throw .unreadable(path: folder, reason: "has no theme.json") }
        settingsFile = source.settings == nil ? nil : source.configPath
        let settings = source.settings.map { CanonicalJSON.encode($0.value) }
        contents = PackContents(
            theme: manifest.packTheme,
            contract: contract, manifest: Self.stored([]), settings: settings.map(Self.stored), images: [],
            resources: [])
        data = [[]] + (settings.map { [$0] } ?? [])
        readImages(of: source.isDefault ? nil : theme, survey, check)
        readResources(of: theme, survey)
        let judged = project.configuration.ruleBook.judge(findings, isComplete: false)
        if let error = judged.first(where: { $0.severity == .error }) { throw ThemeError(error, in: project) }
        survey.templates.mark(&contents)
    }

    var mounted: MountedFolder {
        MountedFolder(inProject: project.root, settings: settingsFile, variants: variantFiles)
    }

    func memory() throws(ThemeError) -> PackMemory {
        let bytes = try rethrow(as: { ThemeError($0, path: folder) }) { () throws(PackError) in
            try contents.bytesInMemory(data)
        }
        return try PackMemory(copying: bytes, path: folder)
    }

    private mutating func readImages(
        of owner: Int?, _ survey: ProjectSurvey, _ check: ProjectThemes.ImageCheck?
    ) {
        for number in survey.images.files.indices where survey.images.owner(number) == owner {
            let path = survey.images.path(number)
            do throws(ImageError) {
                let bytes = try project.readImage(at: survey.images.location(number)).bytes
                let structure = try PNGStructure(image: bytes)
                try project.configuration.limits.check(structure)
                let variant = survey.images.files[number].variant
                try check?(variant.name, structure)
                let stored = add(bytes, path)
                contents.images.add(
                    PackVariant(scale: variant.scale, size: structure.size, stored: stored), of: variant.name)
            } catch {
                findings.append(
                    Finding(
                        error.rule, theme: survey.themes.ownerName(owner), path: path, error.message,
                        actual: error.actual, hint: error.hint))
            }
        }
    }

    private mutating func readResources(of theme: Int, _ survey: ProjectSurvey) {
        for (file, folder) in survey.resources[theme] {
            let path = "\(folder)/\(file.path)"
            do throws(FileError) {
                let bytes = try project.fileSystem.read(
                    project.location(of: file, in: folder), limit: project.configuration.limits.resourceBytes)
                contents.resources.append(PackResource(path: file.path, stored: add(bytes, path)))
            } catch {
                findings.append(
                    Finding(
                        .fileKind, theme: survey.themes.name(theme), path: path, error.explanation, hint: error.hint))
            }
        }
    }

    /// Adds the data of the next variant.
    private mutating func add(_ bytes: [UInt8], _ file: String) -> DataReference {
        data.append(bytes)
        variantFiles.append(file)
        return Self.stored(bytes)
    }

    private static func stored(_ bytes: [UInt8]) -> DataReference {
        DataReference(length: UInt64(bytes.count), digest: ContentDigest(of: bytes))
    }
}

extension ThemeError {
    init(_ finding: Finding, in project: Project) {
        guard let position = finding.position else {
            self = .invalidProject(path: finding.path.path(in: project.root), reason: finding.message)
            return
        }
        self = .invalidSettings(
            path: project.root, entry: finding.path, line: position.line, column: position.column,
            reason: (finding.key.map { "\($0): " } ?? "") + finding.message)
    }
}
