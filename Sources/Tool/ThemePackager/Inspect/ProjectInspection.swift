import ThemeProject

/// The survey and the inspection results of a project. Depends only on the file system's answers and the limits.
struct ProjectInspection: Sendable {
    let survey: ProjectSurvey
    let images: ImageInspection
    /// By theme, sorted by path.
    let resources: [[InspectedResource]]
    let resourceFindings: [Finding]

    var imageCount: Int { survey.images.ranges.indices.reduce(0) { $0 + survey.verifiedImageCount(of: $1) } }
}

extension ProjectSurvey {
    /// The number of a group's images that are verified. Defaults count only if the default theme is in scope.
    func verifiedImageCount(of group: Int) -> Int {
        let hasDefault = themes.selectedDefault != nil && images.defaultImage(of: group) != nil
        return images.themedImages(of: group).count + (hasDefault ? 1 : 0)
    }
}

/// The inspection results of all images of a project, or of a range of them.
struct ImageInspection: Sendable {
    /// In the order of ``ImageGroups/files``.
    var images: [InspectedImage] = []
    var defects: [ImageDefect] = []
    var decodedCount = 0

    subscript(number: Int) -> InspectedImage { images[number] }
}

/// The inspection result of one image.
struct InspectedImage: Sendable {
    /// `nil` if the image is not sound, or if no digest was needed.
    let content: VerifiedBytes?
    /// `nil` if the header cannot be read, and for every themed image that is not sound.
    let facts: ImageFacts?
    /// Bytes of a sound image; `nil` if it is not sound, or if only its head was read.
    let byteCount: Int?
}

/// An error of an image, with the image's index in ``ImageGroups/files``.
struct ImageDefect: Sendable {
    let error: ImageError
    let number: Int
    /// The index of the default, if the error is about both.
    var defaultNumber: Int?
}

/// An image whose file was read, or whose facts are known from an earlier run.
struct OpenedImage {
    let number: Int
    var facts: ImageFacts
    var content: VerifiedBytes?
    var byteCount: Int?
    let stamp: FileStamp?
    /// The earlier run's record of the image; `nil` if it is unknown, or has changed.
    var past: PastImage?
    /// `nil` if the image was known and its file was not read.
    var head: ImageHead?
    /// `nil` if the image was not decoded, or not by the quick check.
    var rows: InflatedRows?
    /// Whether the image can be decoded and has an error nevertheless. It is then not recorded, so that every run
    /// reports it.
    var hasError = false

    mutating func add(_ error: ImageError?, to inspection: inout ImageInspection) {
        guard let error else { return }
        hasError = true
        inspection.defects.append(ImageDefect(error: error, number: number))
    }
}

/// An image's structure, from all of its file or the first bytes.
struct ImageHead {
    var structure: PNGStructure
    var stamp: FileStamp?
    var isWhole: Bool
}

struct InspectedResource: Sendable {
    let path: PortablePath
    let location: String
    let byteCount: Int
    /// `nil` if no digest was needed.
    let content: VerifiedBytes?
}

/// The properties of an image that are compared with its default's.
struct ImageFacts: Hashable, Sendable {
    let size: PixelSize
    let hasAlpha: Bool
    /// `nil` if only the head was read, or if the pixels are not looked at.
    var content: PixelContent?
    /// ``PixelContent/start`` of an image without content; `nil` if it is not known.
    var headStart: UInt32?
    /// `nil` if no run has inspected the image as a template, or if none could decode it: then every run tries again.
    var mask: ImageMask?

    /// See ``PixelContent/start``; `nil` if it is not known.
    var start: UInt32? { content?.start ?? headStart }
}

extension ImageFacts {
    init(_ structure: PNGStructure) { self.init(size: structure.size, hasAlpha: structure.hasAlpha) }

    /// Whether the headers of two images say the same.
    func hasHeader(of other: ImageFacts) -> Bool { size == other.size && hasAlpha == other.hasAlpha }
}

/// The bytes of a verified file: kept in memory, or read again and compared by SHA-256.
struct VerifiedBytes: Sendable {
    let length: Int
    let digest: ContentDigest
    let kept: [UInt8]?
}

extension VerifiedBytes {
    init(_ bytes: [UInt8], keeping budget: MemoryBudget) {
        length = bytes.count
        digest = ContentDigest(of: bytes)
        kept = budget.take(bytes.count) ? bytes : nil
    }

    /// Throws ``FileError/changed`` if the bytes are not kept and the file at `location` has others now.
    func bytes(at location: String, from fileSystem: any FileSystem) throws(FileError) -> [UInt8] {
        if let kept { return kept }
        let contents: FileContents
        do {
            contents = try fileSystem.read(location, first: nil, limit: length)
        } catch .tooLarge {
            throw .changed
        }
        guard ContentDigest(of: contents.bytes) == digest else { throw .changed }
        return contents.bytes
    }
}

/// The number of image bytes that may stay in memory, shared by all threads.
final class MemoryBudget: Sendable {
    /// Enough for most themes. Other images are read twice.
    static let usualBytes = 48 << 20

    /// Memory for an image in addition to its bytes: for its name, its inspection and what a cache stores of it.
    static let bytesPerImage = 320

    private let left: AtomicInteger

    init(_ bytes: Int) { left = AtomicInteger(bytes) }

    func take(_ bytes: Int) -> Bool {
        if left.add(-bytes) >= 0 { return true }
        left.add(bytes)
        return false
    }

    func charge(imageCount: Int) { left.add(-imageCount * Self.bytesPerImage) }
}

extension ProjectSurvey {
    /// Returns resources by theme, with findings about files that cannot be read, or that are not the files themselves.
    /// Without a budget, reads only the first bytes.
    func readResources(budget: MemoryBudget?) -> (resources: [[InspectedResource]], findings: [Finding]) {
        var found = [[InspectedResource]](repeating: [], count: themes.count)
        var findings: [Finding] = []
        for theme in themes.selected {
            for (file, folder) in resources[theme] {
                let location = project.location(of: file, in: folder)
                func report(_ rule: Rule, _ message: String, _ hint: String) {
                    let path = "\(folder)/\(file.path)"
                    findings.append(Finding(rule, theme: themes.name(theme), path: path, message, hint: hint))
                }
                do {
                    let contents = try project.fileSystem.read(
                        location, first: budget == nil ? StandIn.headLength : nil,
                        limit: project.configuration.limits.resourceBytes)
                    found[theme].append(
                        InspectedResource(
                            path: file.path, location: location, byteCount: contents.size,
                            content: budget.map { VerifiedBytes(contents.bytes, keeping: $0) }))
                    if let standIn = StandIn(contents.bytes, at: file.path.string) {
                        report(.resourceContent, "is \(standIn.noun)", standIn.hint)
                    }
                } catch {
                    report(.fileKind, error.explanation, error.hint)
                }
            }
        }
        return (found, findings)
    }
}
