import PackFormat
import ThemeProject

/// The images of a theme, read from a project.
struct ProjectImages {
    /// In the order of names and scales.
    private(set) var images: [ProjectImage] = []
    private(set) var findings: [Finding] = []

    /// The bytes to read first of a default image. Nearly every PNG header is shorter.
    private static let headLength = 4096

    /// - Parameter theme: its index in the survey.
    init(of theme: Int, in survey: ProjectSurvey) {
        let owner = survey.themes[theme].isDefault ? nil : theme
        for number in survey.images.files.indices where survey.images.owner(number) == owner {
            let path = survey.images.path(number)
            do throws(ImageError) {
                let bytes = try survey.project.readImage(at: survey.images.location(number)).bytes
                let structure = try PNGStructure(image: bytes)
                try survey.project.configuration.limits.check(structure)
                let variant = survey.images.files[number].variant
                images.append(ProjectImage(variant: variant, path: path, size: structure.size, bytes: bytes))
            } catch {
                findings.append(
                    Finding(
                        error.rule, theme: survey.themes.ownerName(owner), path: path, error.message,
                        actual: error.actual,
                        hint: error.hint))
            }
        }
    }

    /// Returns the contract of a project. It omits defaults without a readable header.
    static func contract(of survey: ProjectSurvey) -> Contract {
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
        let (project, path) = (survey.project, survey.images.location(number))
        guard let head = try? project.readImage(at: path, first: headLength).bytes else { return nil }
        if let structure = try? PNGStructure(head) { return structure.size }
        return (try? project.readImage(at: path)).flatMap { try? PNGStructure($0.bytes).size }
    }
}
