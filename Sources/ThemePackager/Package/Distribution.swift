import Foundation
public import ThemeModel

/// The folder of finished packs, `dist/`, with `SHA256SUMS` beside them.
public struct Distribution: Sendable {
    public static let checksumsName = "SHA256SUMS"

    /// Temporary names begin and end so; what lies between is random. Nobody else's files are named like this.
    private static let temporaryName = (head: ".themepack-", tail: ".tmp")

    public let folder: String
    private let unfinished: UnfinishedFiles
    var disk = DiskCalls()

    /// - Parameter unfinished: what to remove if the process is to end half-way.
    public init(folder: String, unfinished: UnfinishedFiles = UnfinishedFiles()) {
        (self.folder, self.unfinished) = (folder, unfinished)
    }

    /// Looks at a written pack before it gets its final name, and says what is wrong with it.
    public typealias Inspection = @Sendable (_ path: String, _ planned: PackContents) -> String?

    /// A pack as it lies in the folder.
    public struct Pack: Hashable, Sendable {
        public var path: String
        public var bytes: Int
        public var digest: ContentDigest
        /// The file's, when its last byte was written; `nil` if it was not written now.
        var written: FileStamp?

        var name: String { String(path.lastPathComponent) }
    }

    /// Writes packs of themes, all or none: each beside its final name, held against its plan, and renamed when all are there.
    ///
    /// What the folder had before stays as it was if anything fails. What a build that was killed left there is removed.
    /// - Parameters:
    ///   - themes: are let go of one by one, if nobody else holds them: all images of a theme can be in memory.
    ///   - jobs: threads that read what is not in memory.
    ///   - inspection: has the last word on each pack.
    public func write(
        _ themes: consuming [VerifiedTheme], from fileSystem: any FileSystem, date: ArchiveDate, jobs: Int = 1,
        inspection: Inspection? = nil
    ) throws(PackagingProblem) -> [Pack] {
        let newFolders = Self.missingFolders(of: folder)
        unfinished.add(folders: newFolders)
        var isFinished = false
        defer { unfinished.settle(folders: newFolders, isFinished: isFinished, on: disk) }
        let lock = try openFolder()
        defer { close(lock) }
        let packs = try writeAll(themes, from: fileSystem, date: date, jobs: jobs, inspection)
        isFinished = true
        // The new names reach the disk with the folders. Not every file system can; the files themselves are safe by then.
        fsync(lock)
        for folder in newFolders { Self.synchronize((folder as NSString).deletingLastPathComponent) }
        return packs
    }

    /// Makes the folder, and waits until no other build writes there: the checksums of both are to be kept.
    private func openFolder() throws(PackagingProblem) -> Int32 {
        while true {
            for missing in Self.missingFolders(of: folder).reversed()
            where mkdir(missing, 0o777) != 0 && errno != EEXIST {
                throw PackagingProblem(
                    path: folder, message: "the folder for packs cannot be made: \(SinkProblem.system().message)",
                    hint: "name another one with -o")
            }
            let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { throw notWritable(.system()) }
            // Some disks know no locks. Then what lies there may be what another build is writing.
            guard flock(descriptor, LOCK_EX) == 0 else { return descriptor }
            var (opened, named) = (stat(), stat())
            if fstat(descriptor, &opened) == 0, stat(folder, &named) == 0,
                opened.st_ino == named.st_ino, opened.st_dev == named.st_dev
            {
                removeLeftovers()
                return descriptor
            }
            // The other build failed meanwhile, and took the folder that it had made with it.
            close(descriptor)
        }
    }

    private func removeLeftovers() {
        let (head, tail) = Self.temporaryName
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where name.hasPrefix(head) && name.hasSuffix(tail) {
            _ = disk.unlink("\(folder)/\(name)")
        }
    }

    /// What has to be made, the innermost first.
    private static func missingFolders(of folder: String) -> [String] {
        var missing: [String] = []
        var url = URL(fileURLWithPath: folder).standardizedFileURL
        while url.pathComponents.count > 1, !FileManager.default.fileExists(atPath: url.path) {
            missing.append(url.path)
            url.deleteLastPathComponent()
        }
        return missing
    }

    private func writeAll(
        _ themes: consuming [VerifiedTheme], from fileSystem: any FileSystem, date: ArchiveDate, jobs: Int,
        _ inspection: Inspection?
    ) throws(PackagingProblem) -> [Pack] {
        var pending: [(sink: FileSink, pack: Pack)] = []
        themes.reverse()
        while !themes.isEmpty {
            pending.append(
                try write(
                    PackPlan(for: themes.removeLast(), jobs: jobs), from: fileSystem, date: date, jobs: jobs,
                    inspection))
        }
        let sumsPath = "\(folder)/\(Self.checksumsName)"
        let sumsSink = try file(for: sumsPath)
        let sums = try checksums(adding: pending.map(\.pack))
        do throws(SinkProblem) {
            try sumsSink.append(sums)
            if let problem = sumsSink.synchronize() { throw problem }
        } catch {
            throw PackagingProblem(
                path: sumsPath, message: "cannot be written: \(error.message)",
                hint: "nothing was changed; is there room on the disk?")
        }
        let files = pending.map { ($0.sink.path, $0.pack.path) } + [(sumsSink.path, sumsPath)]
        let renames = files.map {
            UnfinishedFiles.Rename(temporary: $0.0, final: $0.1, backup: temporaryPath())
        }
        do throws(UnfinishedFiles.RenamingProblem) {
            try unfinished.finish(renames, on: disk)
        } catch {
            throw PackagingProblem(
                path: error.path, message: "cannot be replaced: \(error.cause.message)", hint: error.hint)
        }
        return pending.map(\.pack)
    }

    /// Writes a pack beside its final name.
    private func write(
        _ plan: consuming PackPlan, from fileSystem: any FileSystem, date: ArchiveDate, jobs: Int,
        _ inspection: Inspection?
    ) throws(PackagingProblem) -> (sink: FileSink, pack: Pack) {
        let (contents, length, fileName) = (plan.contents, Int(plan.length), plan.fileName)
        let path = "\(folder)/\(fileName)"
        let sink = try file(for: path)
        do throws(PackagingProblem) {
            let former = plan.isKept ? nil : FormerPack(at: path)
            try ZipWriter(plan: consume plan, fileSystem: fileSystem, date: date, former: former, jobs: jobs)
                .write(to: sink)
        } catch {
            // Of what is wrong with the file itself the writer knows only the pack's name.
            throw error.path == fileName
                ? PackagingProblem(
                    path: path, message: "cannot be written: \(error.message)",
                    hint: error.hint ?? "nothing was changed; is there room on the disk?") : error
        }
        if let problem = check(sink, contents, date, jobs, inspection) {
            throw PackagingProblem(path: path, message: problem, hint: "nothing was changed; build again")
        }
        sink.close()
        let written = DiskFileSystem().stamp(of: sink.path)
        return (sink, Pack(path: path, bytes: length, digest: sink.digest, written: written))
    }

    /// Holds what was written against what was planned while the disk takes it.
    ///
    /// - Returns: what is wrong, as the predicate of a sentence.
    private func check(
        _ sink: FileSink, _ contents: PackContents, _ date: ArchiveDate, _ jobs: Int, _ inspection: Inspection?
    ) -> String? {
        let file = MappedFile(at: sink.path)
        let (written, synchronize) = (sink.path, sink.synchronize)
        // The first mostly waits.
        let problems = Workers.map(3, jobs: jobs + 1) { step -> String? in
            switch step {
            case 0: return synchronize().map { "cannot be written: \($0.message)" }
            case 1:
                guard let file else { return "cannot be read again" }
                let defects = file.withBytes { bytes in
                    ArchiveStructure(of: bytes).defects(against: contents, stamp: date.stamp, letGo: file.letGo)
                }
                return defects.first.map { "the archive did not become what was planned: \($0)" }
            default:
                return inspection?(written, contents).map { "the written pack cannot be used: \($0)" }
            }
        }
        return problems.compactMap { $0 }.first
    }

    /// Builds without keeping anything, and tells which files of the folder are not what would be written.
    public func stale(
        _ themes: [VerifiedTheme], from fileSystem: any FileSystem, date: ArchiveDate, jobs: Int = 1
    ) throws(PackagingProblem) -> [String] {
        var stale: [String] = []
        var packs: [Pack] = []
        for theme in themes {
            let plan = try PackPlan(for: theme, jobs: jobs)
            let path = "\(folder)/\(plan.fileName)"
            let sink = ComparingSink((try? mapped(path)) ?? Data())
            try ZipWriter(plan: plan, fileSystem: fileSystem, date: date).write(to: sink)
            if !sink.isSame { stale.append(path) }
            packs.append(Pack(path: path, bytes: sink.count, digest: sink.digest))
        }
        return lists(packs) ? stale : stale + ["\(folder)/\(Self.checksumsName)"]
    }

    /// Whether `SHA256SUMS` is what writing these packs would leave: a line too many makes `sha256sum -c` fail as well.
    private func lists(_ packs: [Pack]) -> Bool {
        guard let sums = try? mapped("\(folder)/\(Self.checksumsName)"), let lines = try? checksums(adding: packs)
        else {
            return false
        }
        return sums.elementsEqual(lines)
    }

    /// Packs that were written earlier; `nil` unless all of them are still what they were. None is opened.
    func standing(_ records: [PackRecord]) -> [Pack]? {
        let packs = records.compactMap { record -> Pack? in
            let path = "\(folder)/\(record.name)"
            guard DiskFileSystem().stamp(of: path) == record.stamp else { return nil }
            return Pack(path: path, bytes: Int(record.stamp.size), digest: record.digest)
        }
        return packs.count == records.count && lists(packs) ? packs : nil
    }

    /// The lines of the packs written now and of those that the file has and that are still there, by name.
    private func checksums(adding packs: [Pack]) throws(PackagingProblem) -> [UInt8] {
        let path = "\(folder)/\(Self.checksumsName)"
        let old = FileManager.default.fileExists(atPath: path) ? String(decoding: try mapped(path), as: UTF8.self) : ""
        var lines: [String: String] = [:]
        for text in old.split(whereSeparator: \.isNewline) {
            // coreutils: digest, space, space or asterisk, name.
            let name = String(text.dropFirst(66))
            if FileManager.default.fileExists(atPath: "\(folder)/\(name)"), !name.isEmpty { lines[name] = String(text) }
        }
        for pack in packs { lines[pack.name] = line(pack) }
        return Array(lines.sorted { $0.key < $1.key }.map { $0.value + "\n" }.joined().utf8)
    }

    private func line(_ pack: Pack) -> String { "\(pack.digest)  \(pack.name)" }

    private func file(for final: String) throws(PackagingProblem) -> FileSink {
        let obstacle: String? =
            switch DiskFileSystem().kind(of: final) {
            case .folder: "a folder"
            case .other(let words): words
            case .file, .link, nil: nil
            }
        if let obstacle {
            throw PackagingProblem(
                path: final, message: "is \(obstacle), where a file is to be written", hint: "move it away")
        }
        do {
            return try FileSink(creating: temporaryPath(), unfinished, on: disk)
        } catch {
            throw notWritable(error)
        }
    }

    private func temporaryPath() -> String {
        let (head, tail) = Self.temporaryName
        return "\(folder)/\(head)\(String(UInt64.random(in: .min ... .max), radix: 16))\(tail)"
    }

    private func notWritable(_ problem: SinkProblem) -> PackagingProblem {
        PackagingProblem(
            path: folder, message: "cannot be written to: \(problem.message)", hint: "name another folder with -o")
    }

    private func mapped(_ path: String) throws(PackagingProblem) -> Data {
        if let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped) { return data }
        // Foundation's reasons are codes; our own reader has words for them.
        do throws(FileProblem) {
            return Data(try DiskFileSystem().read(path, limit: Int(FormatLimits.packBytes)))
        } catch {
            throw PackagingProblem(path: path, message: error.explanation, hint: error.hint)
        }
    }

    private static func synchronize(_ folder: String) {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
