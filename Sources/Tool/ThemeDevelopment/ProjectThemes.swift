import PackFormat
package import ThemeProject
package import ThemeRuntime

/// Themes of a project's folder. The project is surveyed once, however many of its themes are mounted.
///
/// The survey that a build starts with says which file belongs to which theme, so a mounted folder and its pack give
/// the same answers. A ``ProjectTheme`` puts the pack together in memory, and keeps the paths of its files. The first
/// error of the survey is thrown; pixels are not decoded, unless the caller checks them.
package struct ProjectThemes {
    private let survey: ProjectSurvey
    private let contract: ContentDigest
    private let firstError: Finding?
    private let check: ImageCheck?

    /// Throws for an image that cannot be packed, such as one whose pixels are damaged.
    package typealias ImageCheck = (LogicalName, PNGStructure) throws(ImageError) -> Void

    /// - Parameter check: is called for each image with a sound header.
    package init(_ ids: [ThemeID], inProject root: String, check: ImageCheck? = nil) throws(ThemeError) {
        self.check = check
        do throws(UserError) {
            survey = try ProjectSurvey(of: Project(at: root), .folders(Set(ids.map(\.string))), jobs: 1)
        } catch {
            throw .invalidProject(path: error.path ?? root, reason: error.message)
        }
        firstError = survey.project.configuration.ruleBook.judge(survey.findings, isComplete: false).first {
            $0.severity == .error
        }
        contract = ContentDigest(of: Self.contract(of: survey).canonicalBytes)
    }

    /// Returns the themes that answer after a theme, the default theme last.
    package func parents(of id: ThemeID) -> [ThemeID] {
        guard let theme = number(of: id) else { return [] }
        return survey.themes.chain(of: theme).dropFirst().compactMap { try? ThemeID(survey.themes[$0].folderName) }
    }

    /// Mounts one of the themes.
    package func pack(_ id: ThemeID) throws(ThemeError) -> ThemePack {
        let theme = try theme(id)
        return try ThemePack(memory: theme.memory(), path: theme.folder, mode: .resident, folder: theme.mounted)
    }

    func theme(_ id: ThemeID) throws(ThemeError) -> ProjectTheme {
        guard let theme = number(of: id) else {
            let folder = "\(survey.project.configuration.themesFolder)/\(id)".path(in: survey.project.root)
            // An empty folder is not a theme.
            throw DiskFileSystem().kind(of: folder) == .folder
                ? .unreadable(path: "\(folder)/theme.json", reason: "is missing")
                : .unreadable(path: folder, reason: "does not exist")
        }
        if let firstError { throw ThemeError(firstError, in: survey.project) }
        return try ProjectTheme(theme, of: survey, contract: contract, check)
    }

    private func number(of id: ThemeID) -> Int? {
        survey.themes.number(of: id.string).flatMap { survey.themes.selected.contains($0) ? $0 : nil }
    }

    /// The bytes to read first of a default image. Nearly every PNG header is shorter.
    private static let headLength = 4096

    /// Returns the contract of a project. It omits defaults without a readable header.
    private static func contract(of survey: ProjectSurvey) -> Contract {
        var contract = Contract(
            images: [], settings: survey.themes.defaultTypes, templates: survey.templates.byName)
        for number in survey.images.files.indices where survey.images.owner(number) == nil {
            guard let size = size(number, of: survey) else { continue }
            let variant = survey.images.files[number].variant
            contract.images.append(ContractImage(variant.name, variant.scale, size))
        }
        return contract
    }

    private static func size(_ number: Int, of survey: ProjectSurvey) -> PixelSize? {
        let project = survey.project
        let path = survey.images.location(number)
        guard let head = try? project.readImage(at: path, first: headLength).bytes else { return nil }
        if let structure = try? PNGStructure(head) { return structure.size }
        return (try? project.readImage(at: path)).flatMap { try? PNGStructure($0.bytes).size }
    }
}
