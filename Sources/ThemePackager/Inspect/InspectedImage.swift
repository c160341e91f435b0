import PackFormat
import ThemeProject

struct InspectedImage: Sendable {
    /// `nil` if the image is not sound, or if it will not be packed.
    let content: VerifiedBytes?
    /// `nil` if the header cannot be read, and for every themed image that is not sound.
    let facts: ImageFacts?
    /// Bytes of a sound image; `nil` if it is not sound, or if only its head was read.
    var byteCount: Int?
    /// See ``PixelContent/start``; `nil` if it is not known.
    var start: UInt32?
}

struct InspectedResource: Sendable {
    let path: PortablePath
    let location: String
    let byteCount: Int
    /// `nil` if it will not be packed.
    let content: VerifiedBytes?
}

/// The properties of an image that are compared with its default's.
struct ImageFacts: Hashable, Sendable {
    let size: PixelSize
    let hasAlpha: Bool
    /// `nil` if only the head was read, or if the pixels are not looked at.
    var content: PixelContent?
}

extension ImageFacts {
    init(_ structure: PNGStructure, content: PixelContent? = nil) {
        self.init(size: structure.size, hasAlpha: structure.hasAlpha, content: content)
    }

    /// Whether the headers of two images say the same.
    func hasHeader(of other: ImageFacts) -> Bool { size == other.size && hasAlpha == other.hasAlpha }
}

/// The inspection results of a range of images.
struct ImageInspection: Sendable {
    /// In the order of ``ImageGroups/files``.
    var images: [InspectedImage] = []
    var defects: [ImageDefect] = []
    var decodedCount = 0
}

/// An error of an image, with the image's index in ``ImageGroups/files``.
struct ImageDefect: Error, Sendable {
    let error: ImageError
    let number: Int
    /// The index of the default, if the error is about both.
    var defaultNumber: Int?
}

struct VerifiedResource: Sendable {
    let path: PortablePath
    let content: VerifiedBytes
    let location: String
}

extension VerifiedResource {
    /// Returns `nil` if the resource was not inspected for packing.
    init?(_ resource: InspectedResource) {
        guard let content = resource.content else { return nil }
        self.init(path: resource.path, content: content, location: resource.location)
    }
}

extension ProjectSurvey {
    /// Returns resources by theme, and reports files that cannot be read. Without a budget, only opens the files.
    mutating func readResources(budget: MemoryBudget?) -> [[InspectedResource]] {
        var found = [[InspectedResource]](repeating: [], count: themes.count)
        for theme in themes.selected {
            for (file, folder) in resources[theme] {
                let location = project.location(of: file, in: folder)
                do {
                    let contents = try project.fileSystem.read(
                        location, first: budget == nil ? 0 : nil, limit: project.configuration.limits.resourceBytes)
                    found[theme].append(
                        InspectedResource(
                            path: file.path, location: location, byteCount: contents.size,
                            content: budget.map { VerifiedBytes(contents.bytes, keeping: $0) }))
                } catch {
                    findings.append(
                        Finding(
                            .fileKind, theme: themes.name(theme), path: "\(folder)/\(file.path)", error.explanation,
                            hint: error.hint))
                }
            }
        }
        return found
    }
}
