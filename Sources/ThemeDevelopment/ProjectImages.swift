import PackFormat
import ThemeModel
import ThemeProject

/// The images of a theme, read from a project, and the contract of the project.
struct ProjectImages {
    /// In the order of names and scales.
    private(set) var images: [ProjectImage] = []
    private(set) var contract: Contract
    private(set) var findings: [Finding] = []

    /// The bytes to read first of a default image. Nearly every PNG header is shorter.
    private static let headLength = 4096

    /// - Parameter theme: its index in the survey.
    init(of theme: Int, in survey: ProjectSurvey) {
        contract = Contract(images: [], settings: survey.defaultTypes)
        let owner = survey.themes[theme].isDefault ? nil : theme
        for number in survey.images.files.indices {
            let image = survey.images.files[number]
            do throws(ImageError) {
                if survey.images.owner(number) == owner {
                    let bytes = try Self.read(number, of: survey, first: nil)
                    let structure = try Self.structure(of: bytes)
                    try survey.project.limits.check(structure)
                    images.append(
                        ProjectImage(
                            variant: image.variant, path: survey.images.path(number), size: structure.size,
                            bytes: bytes))
                }
            } catch {
                findings.append(
                    Finding(
                        error.rule, theme: survey.ownerName(owner), path: survey.images.path(number), error.message,
                        actual: error.actual, hint: error.hint))
            }
            // The contract omits defaults without a readable header.
            if survey.images.owner(number) == nil, let size = Self.size(number, of: survey) {
                contract.images.append(ContractImage(image.variant.name, image.variant.scale, size))
            }
        }
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
                survey.images.location(number), first: first, limit: project.limits.imageBytes)
        } catch {
            throw ImageError(error)
        }
        guard contents.size > 0 else { throw .empty }
        return contents.bytes
    }
}
