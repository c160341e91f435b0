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
    private var data: [[UInt8]] = []

    /// - Parameters:
    ///   - theme: its index in the survey.
    ///   - contract: the digest of the project's contract.
    init(_ theme: Int, of survey: ProjectSurvey, contract: ContentDigest) throws(ThemeError) {
        project = survey.project
        folder = project.join("\(project.configuration.themesFolder)/\(survey.themes[theme].folderName)")
        let images = ProjectImages(of: theme, in: survey)
        let resources = ProjectResources(of: theme, in: survey)
        let findings = project.configuration.ruleBook.judge(images.findings + resources.findings, isComplete: false)
        if let error = findings.first(where: { $0.severity == .error }) {
            throw ThemeError(error, in: project)
        }
        guard let manifest = survey.themes[theme].manifest else {
            throw .unreadable(path: folder, reason: "has no theme.json")
        }
        settingsFile = survey.themes[theme].settings == nil ? nil : survey.themes[theme].configPath
        let settings = survey.themes[theme].settings.map { CanonicalJSON.encode($0.value) }
        contents = PackContents(
            theme: manifest.packTheme,
            contract: contract, manifest: Self.stored([]), settings: settings.map(Self.stored), images: [],
            resources: [])
        data = [[]] + (settings.map { [$0] } ?? [])
        for image in images.images { add(image) }
        for resource in resources.resources { add(resource) }
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

    private mutating func add(_ image: ProjectImage) {
        let variant = PackVariant(scale: image.variant.scale, size: image.size, stored: Self.stored(image.bytes))
        if contents.images.last?.name == image.variant.name {
            contents.images[contents.images.count - 1].variants.append(variant)
        } else {
            contents.images.append(PackImage(name: image.variant.name, variants: [variant]))
        }
        data.append(image.bytes)
        variantFiles.append(image.path)
    }

    private mutating func add(_ resource: ProjectResource) {
        contents.resources.append(PackResource(path: resource.packPath, stored: Self.stored(resource.bytes)))
        data.append(resource.bytes)
        variantFiles.append(resource.projectPath)
    }

    private static func stored(_ bytes: [UInt8]) -> DataReference {
        DataReference(length: UInt64(bytes.count), digest: ContentDigest(of: bytes))
    }
}

extension ThemeError {
    init(_ finding: Finding, in project: Project) {
        guard let position = finding.position else {
            self = .invalidProject(path: project.join(finding.path), reason: finding.message)
            return
        }
        self = .invalidSettings(
            path: project.root, entry: finding.path, line: position.line, column: position.column,
            reason: (finding.key.map { "\($0): " } ?? "") + finding.message)
    }
}

/// The resources of a theme, read from a project.
struct ProjectResources {
    /// Sorted by path in the pack.
    private(set) var resources: [ProjectResource] = []
    private(set) var findings: [Finding] = []

    /// - Parameter theme: its index in the survey.
    init(of theme: Int, in survey: ProjectSurvey) {
        let project = survey.project
        for (file, folder) in survey.resources[theme] {
            let path = "\(folder)/\(file.path)"
            do throws(FileError) {
                let bytes = try project.fileSystem.read(
                    project.location(of: file, in: folder), limit: project.configuration.limits.resourceBytes)
                resources.append(ProjectResource(packPath: file.path, projectPath: path, bytes: bytes))
            } catch {
                findings.append(
                    Finding(
                        .fileKind, theme: survey.themes.name(theme), path: path, error.explanation, hint: error.hint))
            }
        }
    }
}

struct ProjectResource {
    let packPath: PortablePath
    let projectPath: String
    let bytes: [UInt8]
}
