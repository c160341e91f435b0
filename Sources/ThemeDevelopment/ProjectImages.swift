import PackFormat
import ThemeModel
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
                let bytes = try Self.read(number, of: survey, first: nil)
                let structure = try Self.structure(of: bytes)
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
        guard let head = try? read(number, of: survey, first: headLength) else { return nil }
        if let structure = try? PNGStructure(head) { return structure.size }
        return (try? read(number, of: survey, first: nil)).flatMap { try? PNGStructure($0).size }
    }

    private static func structure(of bytes: [UInt8]) throws(ImageError) -> PNGStructure {
        do {
            return try PNGStructure(bytes)
        } catch {
            throw ImageError(error, in: bytes)
        }
    }

    private static func read(_ number: Int, of survey: ProjectSurvey, first: Int?) throws(ImageError) -> [UInt8] {
        let project = survey.project
        let contents: FileContents
        do {
            contents = try project.fileSystem.read(
                survey.images.location(number), first: first, limit: project.configuration.limits.imageBytes)
        } catch {
            throw ImageError(error)
        }
        guard contents.size > 0 else { throw .empty }
        return contents.bytes
    }
}
