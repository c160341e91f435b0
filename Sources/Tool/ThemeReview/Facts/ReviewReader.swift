import PackFormat
package import ThemePackager
package import ThemeProject

/// Reads the bytes of images that a report shows. Thread-safe.
package struct ReviewReader: Sendable {
    let limits: ProjectLimits
    private var fileSystem: any FileSystem = DiskFileSystem()
    fileprivate var packs: [(path: String, file: MappedFile)] = []
    private var packsByPath: [String: MappedFile] = [:]
    private var memory: ImageMemory?

    /// - Parameter memory: has bytes that the inspection of the project has read.
    package init(_ project: Project, _ memory: ImageMemory? = nil) {
        limits = project.configuration.limits
        fileSystem = project.fileSystem
        self.memory = memory
    }

    /// - Parameter limits: those of the project that built the packs.
    /// - Throws: ``UserError`` if a pack cannot be opened.
    package init(ofPacks paths: [String], limits: ProjectLimits = ProjectLimits()) throws(UserError) {
        self.limits = limits
        packs = try paths.map { path throws(UserError) in (path, try PackReader.map(path)) }
        packsByPath = Dictionary(packs.map { ($0.path, $0.file) }) { first, _ in first }
    }

    /// Returns the bytes of a file.
    ///
    /// - Throws: ``FileError/changed`` if a sound image has other bytes than those that were inspected.
    package func bytes(of file: ReviewedFile) throws(FileError) -> [UInt8] {
        if let digest = file.digest, let bytes = memory?.take(digest) { return bytes }
        let bytes = try unchecked(file)
        if let digest = file.digest, ContentDigest(of: bytes) != digest { throw .changed }
        return bytes
    }

    /// Returns the mean color of an image's visible pixels; `nil` if it is not sound.
    fileprivate func meanColor(of file: ReviewedFile) -> ThemeColor? {
        guard file.isSound, let bytes = try? bytes(of: file), var pixels = try? PixelReader(bytes, limits: limits)
        else {
            return nil
        }
        return try? pixels.meanColor()
    }

    private func unchecked(_ file: ReviewedFile) throws(FileError) -> [UInt8] {
        switch file.source {
        case .file(let path): return try fileSystem.read(path, limit: limits.imageBytes)
        case .pack(let path, let offset):
            guard let pack = packsByPath[path], let length = file.byteCount,
                length <= limits.imageBytes
            else { throw .missing }
            return try pack.withBytes { all throws(FileError) in
                guard offset >= 0, length >= 0, offset <= all.count, length <= all.count - offset else {
                    throw .missing
                }
                return Array(UnsafeRawBufferPointer(rebasing: all[offset..<offset + length]))
            }
        }
    }
}

extension ReviewFacts {
    /// Arranges a project's contents, from one survey and one inspection.
    ///
    /// - Parameters:
    ///   - scope: the themes that the report shows. Themes that they extend are inspected as well.
    ///   - background: the setting of the background of sample screens.
    ///   - cache: has inspection results of earlier runs; `nil` inspects everything.
    ///   - memory: gets the bytes of images.
    /// - Throws: ``UserError`` if the project cannot be read.
    package init(
        of project: Project, _ scope: ThemeScope = .everything, background: String? = nil, jobs: Int,
        cache: ProjectCache? = nil, memory: ImageMemory? = nil,
        events: ProjectRun.Events = ProjectRun.Events()
    ) throws(UserError) {
        var build = ProjectRun(of: project, scope.withParents(in: project), jobs: jobs, cache: cache)
        build.events = events
        var input = ReviewInput(try build.inspect(visiting: memory?.keep), showing: scope, jobs: jobs)
        input.background = background
        self.init(input, jobs: jobs)
        // Throws if the run exceeded a limit that no finding reports.
        try project.budget.check()
    }

    /// Arranges the contents of finished packs. A pack is compared with those of its chain that are given.
    ///
    /// - Throws: ``UserError`` if two packs have the same theme. A damaged pack is a finding.
    package init(ofPacks reader: ReviewReader, jobs: Int) throws(UserError) {
        let verifier = PackVerifier(limits: reader.limits, jobs: jobs)
        var contents: [ReviewInput.Pack] = []
        var findings: [Finding] = []
        for (path, file) in reader.packs {
            findings += verifier.verify(file, path: path).findings
            guard let pack = try? PackReader.contents(of: file, at: path, limits: reader.limits) else { continue }
            let id = pack.contents.theme.id
            if let other = contents.first(where: { $0.contents.theme.id == id }) {
                throw UserError(
                    path: path, "has the theme '\(id)', like \(other.path)", hint: "name one pack of each theme")
            }
            contents.append((path, pack.contents, pack.settings))
        }
        var input = ReviewInput(contents, findings: findings.sorted())
        input.title = reader.packs.map { String($0.path.lastPathComponent) }.joined(separator: ", ")
        input.budget = WorkBudget(reader.limits)
        let means = Workers.map(input.files.count, jobs: jobs) { [input] in reader.meanColor(of: input.files[$0]) }
        for (number, mean) in means.enumerated() { input.files[number].meanColor = mean }
        self.init(input, jobs: jobs)
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
                let parent = SurveyedTheme(folderName: folder, in: project).manifest?.extends?.string,
                all.insert(parent).inserted
            else { continue }
            left.append(parent)
        }
        return .folders(all)
    }
}
