import PackFormat
package import ThemeProject

/// The results of earlier runs over a project, in its folder `.themepack/`. The cache changes no result: after a change
/// of files, limits, rules or tool, the work that depends on it is repeated.
package struct ProjectCache: Sendable {
    private let project: Project
    private let folder: CacheFolder
    private let tool: String
    private static let runsMax = 8

    /// The paths of the libraries that decode images. Other versions of them can give other results.
    package static var libraryPaths: [String] { PNGDecoder.libraryPaths }

    /// - Parameter tool: identifies the build of the tool. Results of other builds are not used.
    package init(of project: Project, tool: String) {
        self.init(of: project, tool: tool, in: project.join(Project.cacheFolder))
    }

    init(of project: Project, tool: String, in folder: String) {
        self.project = project
        self.tool = tool
        self.folder = CacheFolder(path: folder)
    }

    /// Returns the result of the last run over all themes, which can be outdated; `nil` if none is stored.
    package func lastVerification() -> Verification? {
        guard var reader = folder.read(runName(.everything)), (try? reader.digest()) != nil else { return nil }
        return (try? PastRun(from: &reader))?.verification()
    }

    /// Returns the last run over the same themes, which can be outdated.
    func pastRun(_ scope: ThemeScope) -> PastRun? {
        guard var reader = folder.read(runName(scope)), (try? reader.digest()) == runKey(scope) else { return nil }
        return try? PastRun(from: &reader)
    }

    /// Waits at most 20 ms until the packs' stamps have settled.
    func store(_ run: consuming PastRun, of scope: ThemeScope, packs: [Distribution.Pack]) throws(UserError) {
        run.packs = packs.compactMap { [date = run.date] in $0.record(date, in: project.fileSystem) }
        if run.packs.count < packs.count { run.packs = [] }
        var writer = ByteWriter()
        writer.add(runKey(scope))
        run.write(to: &writer)
        try folder.write(runName(scope), [writer.bytes])
        folder.removeOldest(keeping: Self.runsMax) { $0.hasPrefix(Self.runPrefix) }
    }

    private static let runPrefix = "run-"

    private func runName(_ scope: ThemeScope) -> String {
        Self.runPrefix + XXHash64.hash(scope.identity).hexadecimal()
    }

    private func runKey(_ scope: ThemeScope) -> ContentDigest {
        key([
            "run", project.configurationBytes.map { ContentDigest(of: $0).description } ?? "",
            project.configuration.ruleBook.identity, scope.identity,
        ])
    }

    /// Deletes the folder of the cache. Returns its path, or nothing if there is none. A link is not followed.
    package static func delete(of project: Project, dryRun: Bool) throws(UserError) -> [String] {
        let folder = CacheFolder(path: project.join(Project.cacheFolder))
        guard folder.exists else { return [] }
        if !dryRun { try folder.delete() }
        return [folder.path]
    }

    private static let imagesName = "images"

    /// Includes the limits, because they decide whether an image is sound. Does not include the rules.
    private var imagesKey: ContentDigest {
        key(["images"] + ProjectLimits.all.map { "\($0.name) \(project.configuration.limits[keyPath: $0.keyPath])" })
    }

    func forgetImages() { folder.remove(Self.imagesName) }

    func store(_ images: RecordedImages) throws(UserError) {
        try folder.write(Self.imagesName, images.encoded(after: imagesKey))
    }

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

extension ThemeScope {
    /// The identity of all themes differs from that of any list of folders, even an empty one.
    fileprivate var identity: String { folders?.sorted().map { $0 + "/" }.joined() ?? "everything" }
}

/// The result of an earlier run, and the answers of the file system with which it holds.
struct PastRun: Sendable {
    let observations: Observations
    var packs: [Distribution.RecordedPack] = []
    let date: ArchiveDate
    private let themeCount: UInt32
    private let imageCount: UInt32
    private let findings: RecordedFindings
}

extension PastRun {
    init(_ verification: Verification, _ observations: Observations, _ date: ArchiveDate) {
        findings = RecordedFindings(verification.findings + verification.explained)
        themeCount = UInt32(clamping: verification.themeCount)
        imageCount = UInt32(clamping: verification.imageCount)
        self.observations = observations
        self.date = date
    }

    /// `nil` if another version wrote it.
    func verification() -> Verification? {
        guard let findings = try? findings.decoded() else { return nil }
        var verification = Verification(
            findings: findings.filter { $0.cause == nil }, themeCount: Int(themeCount), imageCount: Int(imageCount))
        verification.explained = findings.filter { $0.cause != nil }
        verification.isFromCache = true
        return verification
    }

    func write(to writer: inout ByteWriter) {
        writer.add(themeCount)
        writer.add(imageCount)
        findings.write(to: &writer)
        writer.add(date.timeAndDate)
        writer.add(packs) { writer, pack in
            writer.add(pack.name)
            writer.add(pack.digest)
            writer.add(pack.stamp)
        }
        observations.write(to: &writer)
    }

    init(from reader: inout CacheReader) throws(InvalidCache) {
        themeCount = try reader.number()
        imageCount = try reader.number()
        findings = try RecordedFindings(from: &reader)
        let date = ArchiveDate(timeAndDate: try reader.number(UInt32.self))
        self.date = date
        packs = try reader.list { reader throws(InvalidCache) in
            Distribution.RecordedPack(
                name: try reader.text(), digest: try reader.digest(), stamp: try reader.stamp(), date: date)
        }
        observations = try Observations(from: &reader)
        guard reader.isAtEnd else { throw InvalidCache() }
    }
}
