import PackFormat
package import ThemePackager
package import ThemeProject

/// Reads the bytes of images that a report shows. Thread-safe.
package struct ReviewReader: Sendable {
    let limits: ProjectLimits
    fileprivate var fileSystem: any FileSystem = DiskFileSystem()
    /// By path.
    fileprivate var packs: [String: MappedFile] = [:]
    fileprivate var memory: ImageMemory?

    /// Returns the bytes of a file.
    ///
    /// - Throws: ``FileError/changed`` if a sound image has other bytes than those that were inspected.
    package func bytes(of file: ReviewedFile) throws(FileError) -> [UInt8] {
        if let digest = file.digest, let bytes = memory?.take(digest) { return bytes }
        let bytes = try unchecked(file)
        if let digest = file.digest, ContentDigest(of: bytes) != digest { throw .changed }
        return bytes
    }

    private func unchecked(_ file: ReviewedFile) throws(FileError) -> [UInt8] {
        switch file.source {
        case .file(let path): return try fileSystem.read(path, limit: limits.imageBytes)
        case .pack(let path, let offset):
            guard let pack = packs[path], let length = file.byteCount, length <= limits.imageBytes else {
                throw .missing
            }
            return try pack.withBytes { all throws(FileError) in
                guard offset >= 0, length >= 0, offset <= all.count, length <= all.count - offset else {
                    throw .missing
                }
                return Array(UnsafeRawBufferPointer(rebasing: all[offset..<offset + length]))
            }
        }
    }
}

extension ReviewReader {
    init(_ project: Project, _ memory: ImageMemory? = nil) {
        self.init(limits: project.configuration.limits, fileSystem: project.fileSystem, memory: memory)
    }
}

/// Computes the facts for a report of a project, from one survey and one inspection. Thread-safe.
package final class ProjectReview: Sendable {
    private let project: Project
    private let scope: ThemeScope
    private let jobs: Int
    private let cache: ProjectCache?
    private let memory: ImageMemory
    /// Reads the images of the project.
    package let reader: ReviewReader

    /// - Parameters:
    ///   - scope: the themes that the report shows. Themes that they extend are inspected as well.
    ///   - cache: has inspection results of earlier runs; `nil` inspects everything.
    ///   - memory: has the waste of unchanged images for later reviews, and for ``reader`` the bytes of images.
    package init(
        of project: Project, _ scope: ThemeScope = .everything, jobs: Int, cache: ProjectCache? = nil,
        memory: ImageMemory = ImageMemory()
    ) {
        self.project = project
        self.scope = scope
        self.jobs = jobs
        self.cache = cache
        self.memory = memory
        reader = ReviewReader(project, memory)
    }

    /// - Throws: ``UserError`` if the project cannot be read.
    package func facts(events: IncrementalBuild.Events = IncrementalBuild.Events()) throws(UserError) -> ReviewFacts {
        var build = IncrementalBuild(
            of: project, scope.withParents(in: project), jobs: jobs, cache: cache)
        build.events = events
        let inspected = try build.inspect { [memory, reader] bytes, digest, isOpaque in
            memory.look(in: bytes, digest, isOpaque: isOpaque, limits: reader.limits)
        }
        let input = ReviewInput(inspected, showing: scope, jobs: jobs)
        let facts = ReviewFacts(input, waste: memory.waste(of: input.files, jobs: jobs, reader), jobs: jobs)
        // Throws if the run exceeded a limit that no finding reports.
        try project.budget.check()
        return facts
    }
}

extension ThemeScope {
    /// Returns the scope with the themes that its themes extend, whose images they inherit.
    fileprivate func withParents(in project: Project) -> ThemeScope {
        guard let folders, let known = try? Set(project.themeFolders()) else { return self }
        var all = folders
        var left = folders.sorted()
        while let folder = left.popLast() {
            guard known.contains(folder),
                let parent = SourceTheme(folderName: folder, in: project).manifest?.extends?.string,
                all.insert(parent).inserted
            else { continue }
            left.append(parent)
        }
        return .folders(all)
    }
}

/// Computes the facts for a report of finished packs. A pack is compared with those of its chain that are given.
package struct PackReview: Sendable {
    /// Reads the images of the packs.
    package let reader: ReviewReader
    private let packs: [(path: String, file: MappedFile)]
    private let jobs: Int

    /// - Parameter limits: those of the project that built the packs.
    /// - Throws: ``UserError`` if a pack cannot be opened.
    package init(of paths: [String], limits: ProjectLimits = ProjectLimits(), jobs: Int) throws(UserError) {
        packs = try paths.map { path throws(UserError) in (path, try PackReader.map(path)) }
        self.jobs = jobs
        let files = Dictionary(packs.map { ($0.path, $0.file) }) { first, _ in first }
        reader = ReviewReader(limits: limits, packs: files)
    }

    /// - Throws: ``UserError`` if two packs have the same theme. A damaged pack is a finding.
    package func facts() throws(UserError) -> ReviewFacts {
        let limits = reader.limits
        let verifier = PackVerifier(limits: limits, jobs: jobs)
        var contents: [ReviewInput.Pack] = []
        var findings: [Finding] = []
        for (path, file) in packs {
            findings += verifier.verify(file, path: path).findings
            guard let pack = try? PackReader.contents(of: file, at: path, limits: limits) else { continue }
            let id = pack.contents.theme.id
            if let other = contents.first(where: { $0.contents.theme.id == id }) {
                throw UserError(
                    path: path, "has the theme '\(id)', like \(other.path)", hint: "name one pack of each theme")
            }
            contents.append((path, pack.contents, pack.settings))
        }
        var input = ReviewInput(contents, findings: findings.sorted())
        input.title = packs.map { String($0.path.lastPathComponent) }.joined(separator: ", ")
        input.budget = WorkBudget(limits)
        return ReviewFacts(input, waste: ImageMemory().waste(of: input.files, jobs: jobs, reader), jobs: jobs)
    }
}
