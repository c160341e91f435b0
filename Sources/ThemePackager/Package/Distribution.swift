package import PackFormat
import SystemCalls
package import ThemeModel
package import ThemeProject

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The folder of finished packs, `dist/`, with their `SHA256SUMS`.
package struct Distribution: Sendable {
    static let checksumsName = "SHA256SUMS"
    /// The end of a pack's name.
    package static let packSuffix = ".themepack.zip"

    let folder: String
    let unfinished: UnfinishedFiles
    var disk = DiskCalls()

    package init(folder: String, unfinished: UnfinishedFiles = UnfinishedFiles()) {
        var folder = folder[...]
        while folder.utf8.count > 1, folder.utf8.last == UInt8(ascii: "/") { folder = folder.withoutLastSlash }
        (self.folder, self.unfinished) = (String(folder), unfinished)
    }

    /// Checks a pack before it gets its final name. Returns the problem; `nil` if there is none.
    package typealias PackCheck = @Sendable (_ path: String, _ planned: PackContents) -> String?

    package struct Pack: Hashable, Sendable {
        package var path: String
        package var byteCount: Int
        package var digest: ContentDigest
        /// The file's stamp after its last byte was written; `nil` if this run did not write it.
        var writtenStamp: FileStamp?

        var name: String { String(path.lastPathComponent) }
    }

    /// Writes packs of themes, all or none: each under a temporary name, renamed when all agree with their plans. Frees
    /// each theme after writing if the caller keeps no copy. Removes files of killed builds.
    package func write(
        _ themes: consuming [VerifiedTheme], from fileSystem: any FileSystem, date: ArchiveDate, jobs: Int = 1,
        packCheck: PackCheck? = nil
    ) throws(UserError) -> [Pack] {
        let locked = try lockedFolder()
        let packs = try writeAll(themes, from: fileSystem, date: date, jobs: jobs, packCheck)
        locked.keep()
        // The files' contents are already on the disk.
        locked.synchronizeNames()
        for folder in locked.newFolders {
            disk.synchronizeNames(URL(fileURLWithPath: folder).deletingLastPathComponent().path)
        }
        return packs
    }

    private func writeAll(
        _ themes: consuming [VerifiedTheme], from fileSystem: any FileSystem, date: ArchiveDate, jobs: Int,
        _ packCheck: PackCheck?
    ) throws(UserError) -> [Pack] {
        var pending: [(sink: FileSink, pack: Pack)] = []
        themes.reverse()
        while !themes.isEmpty {
            pending.append(
                try write(
                    PackPlan(for: themes.removeLast(), jobs: jobs), from: fileSystem, date: date, jobs: jobs,
                    packCheck))
        }
        let packs = pending.map(\.pack)
        let interim = try checksums(during: packs).map { bytes throws(UserError) in try writtenChecksums(bytes) }
        let sums = try writtenChecksums(try checksums(adding: packs))
        func rename(_ sink: FileSink, to path: String) -> UnfinishedFiles.Rename {
            UnfinishedFiles.Rename(temporary: sink.path, final: path, backup: temporaryPath())
        }
        var renames = pending.map { rename($0.sink, to: $0.pack.path) } + [rename(sums, to: checksumsPath)]
        renames[renames.count - 1].comesAfterOthers = true
        if let interim {
            renames[0].comesAfterOthers = true
            var first = rename(interim, to: checksumsPath)
            first.staysIfOthersStay = true
            renames.insert(first, at: 0)
        }
        do throws(RenameError) {
            try unfinished.finish(renames, on: disk)
        } catch {
            throw UserError(path: error.path, "cannot be replaced: \(error.cause.message)", hint: error.hint)
        }
        return packs
    }

    private var checksumsPath: String { "\(folder)/\(Self.checksumsName)" }

    /// Replaces `SHA256SUMS` in one step.
    func replaceChecksums(_ bytes: [UInt8]) throws(UserError) {
        let sums = try writtenChecksums(bytes)
        let rename = UnfinishedFiles.Rename(temporary: sums.path, final: checksumsPath, backup: temporaryPath())
        do throws(RenameError) {
            try unfinished.finish([rename], on: disk)
        } catch {
            throw UserError(path: error.path, "cannot be replaced: \(error.cause.message)", hint: error.hint)
        }
    }

    private func writtenChecksums(_ bytes: [UInt8]) throws(UserError) -> FileSink {
        let sink = try sink(for: checksumsPath)
        do throws(SinkError) {
            try sink.append(bytes)
            if let error = sink.synchronize() { throw error }
        } catch {
            throw UserError(
                path: checksumsPath, "cannot be written: \(error.message)",
                hint: "nothing was changed; is there room on the disk?")
        }
        return sink
    }

    private func write(
        _ plan: consuming PackPlan, from fileSystem: any FileSystem, date: ArchiveDate, jobs: Int,
        _ packCheck: PackCheck?
    ) throws(UserError) -> (sink: FileSink, pack: Pack) {
        let (contents, length, fileName) = (plan.contents, Int(plan.length), plan.fileName)
        let path = "\(folder)/\(fileName)"
        let sink = try sink(for: path)
        let hashing = HashingSink(sink)
        do throws(UserError) {
            let previous = plan.keepsAllBytes ? nil : PreviousPack(at: path)
            try ZipWriter(plan: consume plan, fileSystem: fileSystem, date: date, previous: previous, jobs: jobs)
                .write(to: hashing)
        } catch {
            // The writer knows only the pack's name, not its path.
            throw error.path == fileName
                ? UserError(
                    path: path, "cannot be written: \(error.message)",
                    hint: error.hint ?? "nothing was changed; is there room on the disk?") : error
        }
        if let problem = problem(in: sink, contents, date, jobs, packCheck) {
            throw UserError(path: path, problem, hint: "nothing was changed; build again")
        }
        sink.close()
        let stamp = DiskFileSystem().stamp(of: sink.path)
        return (sink, Pack(path: path, byteCount: length, digest: hashing.digest, writtenStamp: stamp))
    }

    /// Compares a written pack with its plan while the disk syncs it. Returns the problem; `nil` if there is none.
    private func problem(
        in sink: FileSink, _ contents: PackContents, _ date: ArchiveDate, _ jobs: Int, _ packCheck: PackCheck?
    ) -> String? {
        let file = MappedFile(at: sink.path)
        let (path, synchronize) = (sink.path, sink.synchronize)
        // One additional thread, because the first step mostly waits for the disk.
        let problems = Workers.map(3, jobs: jobs + 1) { step -> String? in
            switch step {
            case 0: return synchronize().map { "cannot be written: \($0.message)" }
            case 1:
                guard let file else { return "cannot be read again" }
                let defects = file.withBytes { bytes in
                    ArchiveStructure(of: bytes).defects(
                        against: contents, timeAndDate: date.timeAndDate, release: file.release)
                }
                return defects.first.map { "the archive differs from its plan: \($0)" }
            default:
                return packCheck?(path, contents).map { "the written pack cannot be used: \($0)" }
            }
        }
        return problems.compactMap { $0 }.first
    }

    func outOfDateFiles(
        _ themes: [VerifiedTheme], from fileSystem: any FileSystem, date: ArchiveDate, jobs: Int = 1
    ) throws(UserError) -> [String] {
        var outOfDate: [String] = []
        var packs: [Pack] = []
        for theme in themes {
            let plan = try PackPlan(for: theme, jobs: jobs)
            let path = "\(folder)/\(plan.fileName)"
            let sink = ComparingSink((try? mapped(path)) ?? Data())
            try ZipWriter(plan: plan, fileSystem: fileSystem, date: date).write(to: sink)
            if !sink.isSame { outOfDate.append(path) }
            packs.append(Pack(path: path, byteCount: sink.count, digest: sink.digest))
        }
        return checksumsMatch(packs) ? outOfDate : outOfDate + ["\(folder)/\(Self.checksumsName)"]
    }
}
