import Foundation
import ThemeModel

/// What earlier runs over a project proved, kept in `.themepack/` beside `themepack.json`.
///
/// It saves work and decides nothing: a stamp that changed, a file that is damaged, other limits, rules or another tool make
/// the work be done again. Deleting the folder costs time alone.
public struct ProjectCache: Sendable {
    private let project: Project
    private let folder: CacheFolder
    private let tool: String
    private static let runsMax = 8

    /// The files of the libraries that judge pictures: what others of them found may be something else.
    public static var libraries: [String] { PNGDecoder.libraries }

    /// - Parameter tool: tells one build of the tool from any other: what another one found counts for nothing.
    public init(of project: Project, tool: String) {
        self.init(of: project, tool: tool, in: project.join(CacheFolder.name))
    }

    init(of project: Project, tool: String, in folder: String) {
        (self.project, self.tool, self.folder) = (project, tool, CacheFolder(path: folder))
    }

    // MARK: Runs

    /// What the last run over these themes found, if a run would find the same today: it would ask the same of the file
    /// system, and be answered the same. Opens no image.
    public func verification(_ selection: ThemeScope, jobs: Int) -> Verification? {
        pastRun(selection, jobs: jobs)?.verification
    }

    /// The same, and the packs that were written, if today's would be the same and they are still there; no pack otherwise.
    public func build(
        _ selection: ThemeScope, into distribution: Distribution, date: ArchiveDate, jobs: Int
    ) -> (verification: Verification, packs: [Distribution.Pack])? {
        guard let run = pastRun(selection, jobs: jobs) else { return nil }
        return (run.verification, run.date == date ? distribution.standing(run.packs) ?? [] : [])
    }

    private func pastRun(_ selection: ThemeScope, jobs: Int) -> PastRun? {
        guard var reader = folder.read(runName(selection)),
            (try? reader.digest()) == runKey(selection), let run = try? PastRun(from: &reader)
        else { return nil }
        return run.observations.hold(in: project.fileSystem, root: project.root, jobs: jobs) ? run : nil
    }

    /// Remembers the images that a run looked at, and has it let go of what it knows of them: that can be much.
    ///
    /// It need not have an end: what was found holds whatever becomes of its packs.
    public func keepImages(of verification: inout Verification) throws(CacheProblem) {
        guard let images = verification.evidence?.takeImages() else { return }
        var writer = ByteWriter(reserving: images.encodedLengthMax + ContentDigest.byteCount)
        writer.add(imagesKey)
        images.write(to: &writer)
        try folder.write(Self.imagesName, writer.bytes)
    }

    /// Remembers a run, and its images.
    ///
    /// - Parameter packs: what it wrote. Waits until nobody can change them without their stamps showing it, at most two
    ///   hundredths of a second.
    public func keep(
        _ verification: consuming Verification, of selection: ThemeScope, packs: [Distribution.Pack] = [],
        date: ArchiveDate = .fixed
    ) throws(CacheProblem) {
        try keepImages(of: &verification)
        guard let observations = verification.evidence?.observations else { return }
        var run = PastRun(observations: observations, verification: verification, date: date)
        run.packs = packs.compactMap { $0.record(in: project.fileSystem) }
        if run.packs.count < packs.count { run.packs = [] }
        var writer = ByteWriter()
        writer.add(runKey(selection))
        run.write(to: &writer)
        try folder.write(runName(selection), writer.bytes)
        folder.prune(Self.runPrefix, to: Self.runsMax)
    }

    private static let runPrefix = "run-"

    private func runName(_ selection: ThemeScope) -> String {
        Self.runPrefix + String(XXHash64.hash(selection.identity), radix: 16)
    }

    private func runKey(_ selection: ThemeScope) -> ContentDigest {
        key(["run", project.configuration.map(\.description) ?? "", selection.identity])
    }

    // MARK: Images

    private static let imagesName = "images"

    /// Limits decide what is sound, rules do not.
    private var imagesKey: ContentDigest {
        key(["images"] + Limits.keyPaths.map { "\($0.name) \(project.limits[keyPath: $0.keyPath])" })
    }

    /// Has every image be looked at again by the next run.
    public func forgetImages() { folder.remove(Self.imagesName) }

    func knownImages() -> KnownImages {
        guard var reader = folder.read(Self.imagesName), (try? reader.digest()) == imagesKey,
            let images = try? KnownImages(from: &reader)
        else { return .none }
        return images
    }

    private func key(_ parts: [String]) -> ContentDigest {
        var writer = ByteWriter()
        for part in [tool] + parts { writer.add(part) }
        return ContentDigest(of: writer.bytes)
    }
}

/// What a run leaves behind for later ones.
struct Evidence: Sendable {
    /// `nil` if it had answers that prove nothing.
    var observations: Observations?
    /// What it found of images; `nil` if all of it was known, or it has been kept.
    var newImages: [KnownImage]?
    /// What was known beforehand, and still holds.
    var otherImages: KnownImages

    /// All that is known of images by now; `nil` if that is nothing new.
    fileprivate mutating func takeImages() -> KnownImages? {
        guard let found = newImages.take() else { return nil }
        var images = KnownImages.none
        swap(&images, &otherImages)
        images.add(found)
        return images
    }
}

extension ThemeScope {
    /// One text for each selection, and another for any other.
    fileprivate var identity: String {
        switch self {
        case .everything: ""
        case .folders(let folders): folders.sorted().map { $0 + "/" }.joined()
        }
    }
}

extension Distribution.Pack {
    /// `nil` if by now another file may lie there.
    fileprivate func record(in fileSystem: any FileSystem) -> PackRecord? {
        guard let written else { return nil }
        // Renaming changed `ctime`; `mtime` tells of every write since.
        let wait = written.modified + written.grain - fileSystem.now
        if wait > 0, wait <= FileStamp.tick { Thread.sleep(forTimeInterval: Double(wait) / 1e9) }
        guard let stamp = fileSystem.stamp(of: path), stamp.inode == written.inode, stamp.size == written.size,
            stamp.modified == written.modified, stamp.modified + stamp.grain <= fileSystem.now
        else { return nil }
        return PackRecord(name: name, digest: digest, stamp: stamp)
    }
}
