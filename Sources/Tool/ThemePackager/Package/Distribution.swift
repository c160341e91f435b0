package import PackFormat
import ThemeSystem

/// The folder of finished packs, `dist/`, with their `SHA256SUMS`.
package struct Distribution: Sendable {
    /// The end of a pack's name.
    package static let packSuffix = ".themepack.zip"

    /// Returns the paths of the packs in a folder, at least one, in the order of their names. A hidden file is one that
    /// a program still writes.
    ///
    /// - Parameter hint: says where packs come from; for a folder without packs, or no folder.
    package static func packs(inFolder folder: String, hint: String) throws(UserError) -> [String] {
        let entries = try rethrow(as: {
            UserError(path: folder, $0.explanation, hint: $0 == .missing ? hint : $0.hint)
        }) { () throws(FileError) in try DiskFileSystem().entries(of: folder) }
        let names = entries.compactMap { String(validUTF8: $0.name) }
            .filter { !$0.hasPrefix(".") && $0.hasSuffix(packSuffix) }
        guard !names.isEmpty else {
            throw UserError(path: folder, "contains no pack, that is, no file *\(packSuffix)", hint: hint)
        }
        return names.sorted { UTF8Order.precedes($0, $1) }.map { "\(folder.withoutLastSlash)/\($0)" }
    }

    /// The folder's path, as it was named.
    var folder: String { place.path }
    /// The folder's path without links.
    var target: String { place.target }
    var checksums: ChecksumList { ChecksumList(place: place) }
    private let place: OutputPlace
    var disk = DiskCalls()

    package init(in place: OutputPlace) { self.place = place }

    /// Checks a pack before it gets its final name. Returns the problem; `nil` if there is none.
    package typealias PackCheck = @Sendable (_ path: String, _ planned: PackContents) -> String?

    package struct Pack: Sendable {
        package var path: String
        package var byteCount: Int
        package var digest: ContentDigest
        /// The file without links, and its stamp after its last byte was written; `nil` if this run did not write it.
        var written: (location: String, stamp: FileStamp)?
        /// Whether the pack stays as an earlier run has written it.
        package var isKept = false

        var name: String { String(path.lastPathComponent) }
    }

    /// A pack that an earlier run has written.
    package struct RecordedPack: Sendable {
        let name: String
        let digest: ContentDigest
        let stamp: FileStamp
        /// The date of its entries.
        let date: ArchiveDate
    }

    /// Writes packs of themes, all or none: each under a temporary name, renamed when all agree with their plans. One
    /// that has the planned bytes already stays. Frees each theme after writing if the caller keeps no copy. Removes
    /// files of killed builds.
    ///
    /// - Parameter recorded: packs of the folder that an earlier run has written and verified, if they are unchanged.
    package func write(
        _ themes: consuming [VerifiedTheme], from fileSystem: any FileSystem, date: ArchiveDate, jobs: Int = 1,
        replacing recorded: [RecordedPack] = [], packCheck: PackCheck? = nil
    ) throws(UserError) -> [Pack] {
        let locked = try lockedFolder()
        var files: [AtomicFile] = []
        var packs: [Pack] = []
        let records = Dictionary(recorded.map { ($0.name, $0) }) { first, _ in first }
        themes.reverse()
        while !themes.isEmpty {
            let plan = try PackPlan(for: themes.removeLast(), jobs: jobs)
            let record = records[plan.fileName]
            if let record, record.date == date, holds(plan, record) {
                packs.append(kept(record))
                continue
            }
            let (file, pack) = try write(
                consume plan, from: fileSystem, date: date, jobs: jobs, record, packCheck)
            files.append(file)
            packs.append(pack)
        }
        // Without the files that are replaced, no line is wrong if the process ends between two renames.
        let replaced = try checksums.names(replacedBy: packs)
        let interim = replaced.isEmpty ? [] : [try writtenChecksums(try checksums.contents(without: replaced))]
        let sums = try writtenChecksums(try checksums.contents(adding: packs))
        try rename([interim, files, [sums]])
        locked.keep()
        // The files' contents are already on the disk.
        locked.synchronizeNames()
        for folder in locked.newFolders { disk.synchronizeNames(String(folder.parentFolder)) }
        return packs
    }

    /// Creates and locks the folder, because concurrent builds change `SHA256SUMS`.
    func lockedFolder(dryRun: Bool = false) throws(UserError) -> OutputFolder {
        try OutputFolder(place, dryRun: dryRun, on: disk)
    }

    /// Whether the pack that an earlier run has written is there, unchanged, and has the planned contents. Its index
    /// determines all other bytes but the date, which the caller compares.
    private func holds(_ plan: PackPlan, _ record: RecordedPack) -> Bool {
        guard let file = try? RegularFile("\(target)/\(record.name)", links: .refuse),
            FileStamp(file.status) == record.stamp, record.stamp.size == plan.length
        else { return false }
        let pack = file.shared()
        // In pieces, because the index of 100,000 images has 11 MB.
        return stride(from: 0, to: plan.index.count, by: LoadedPiece.lengthMax).allSatisfy { start in
            let planned = plan.index.bytes(at: start, countMax: LoadedPiece.lengthMax)
            let written = try? [UInt8](count: planned.count) { bytes throws(IncompleteRead) in
                try readFully(pack.number, at: PackIndex.start + start, into: bytes)
            }
            return written == planned
        }
    }

    func kept(_ record: RecordedPack) -> Pack {
        Pack(
            path: "\(folder)/\(record.name)", byteCount: Int(record.stamp.size), digest: record.digest,
            written: ("\(target)/\(record.name)", record.stamp), isKept: true)
    }

    func rename(_ groups: [[AtomicFile]]) throws(UserError) {
        do throws(RenameError) {
            try disk.unfinished.finish(groups, on: disk)
        } catch {
            throw UserError(
                path: "\(folder)/\(error.path.lastPathComponent)", "cannot be replaced: \(error.cause.reason)",
                hint: error.hint)
        }
    }

    /// Creates a file of the folder under a temporary name.
    private func file(_ name: String) throws(UserError) -> AtomicFile {
        let place = try place.file(name)
        do throws(SystemError) {
            return try AtomicFile(resolved: place.target, on: disk)
        } catch {
            throw UserError(
                path: folder, "cannot be written to: \(error.reason)", hint: "name another folder with -o")
        }
    }

    /// Writes `SHA256SUMS` under a temporary name.
    func writtenChecksums(_ bytes: [UInt8]) throws(UserError) -> AtomicFile {
        let file = try file(ChecksumList.name)
        do throws(SystemError) {
            try file.append(bytes)
            try file.synchronize()
        } catch {
            throw UserError(
                path: checksums.path, "cannot be written: \(error.reason)",
                hint: "nothing was changed; is there room on the disk?")
        }
        return file
    }

    private func write(
        _ plan: consuming PackPlan, from fileSystem: any FileSystem, date: ArchiveDate, jobs: Int,
        _ record: RecordedPack?, _ packCheck: PackCheck?
    ) throws(UserError) -> (file: AtomicFile, pack: Pack) {
        let contents = plan.contents
        let indexLength = plan.index.count
        let length = Int(plan.length)
        let fileName = plan.fileName
        let path = "\(folder)/\(fileName)"
        var file = try self.file(fileName)
        let written: WrittenPack
        do throws(UserError) {
            let previous = record.flatMap { PreviousPack(at: file.path, writtenWith: $0.stamp) }
            let copied = try previous?.write(plan, from: fileSystem, date: date, to: Self.output(to: file))
            if let copied {
                written = copied
            } else {
                if previous != nil { file = try self.file(fileName) }
                written = try ZipWriter(plan: consume plan, fileSystem: fileSystem, date: date, jobs: jobs)
                    .write(to: Self.output(to: file))
            }
        } catch {
            // The writer knows only the pack's name, not its path.
            throw error.path == fileName
                ? UserError(
                    path: path, "cannot be written: \(error.message)",
                    hint: error.hint ?? "nothing was changed; is there room on the disk?") : error
        }
        let problem = problem(in: file, written, contents, indexLength: indexLength, date, jobs, packCheck)
        if let problem {
            throw UserError(path: path, problem, hint: "nothing was changed; build again")
        }
        file.close()
        let stamp = DiskFileSystem.withoutLinks.stamp(of: file.temporaryPath)
        let pack = Pack(
            path: path, byteCount: length, digest: written.digest, written: stamp.map { [file] in (file.path, $0) })
        return (file, pack)
    }

    private static func output(to file: AtomicFile) -> ZipWriter.Output {
        { bytes throws(SystemError) in try file.append(bytes) }
    }

    /// Compares a written pack with its plan while the disk syncs it. Returns the problem; `nil` if there is none.
    private func problem(
        in output: AtomicFile, _ written: WrittenPack, _ contents: PackContents, indexLength: Int,
        _ date: ArchiveDate, _ jobs: Int, _ packCheck: PackCheck?
    ) -> String? {
        let path = output.temporaryPath
        guard let file = MappedFile(at: path) else { return "cannot be read again" }
        // The steps are spread so that both threads take about the same time. libzip reads on this one, which has the
        // memory that it freed after writing. The other is an additional one, because it also waits for the disk.
        let (archiveProblem, otherProblem) = Workers.both(jobs: jobs + 1) { () -> String? in
            file.withBytes { bytes in
                let defects = ZipArchive.defects(
                    of: bytes, expecting: contents, indexLength: indexLength, checksums: written.checksums,
                    newEntries: written.newEntries, release: file.release)
                let others = ArchiveStructure(of: bytes).defects(
                    against: contents, indexLength: indexLength, timeAndDate: date.timeAndDate,
                    checksums: written.checksums, newEntries: written.newEntries, release: file.release)
                return (defects.first?.message ?? others.first.map { "\($0)" })
                    .map { "the archive differs from its plan: \($0)" }
            }
        } _: { () -> String? in
            do throws(SystemError) { try output.synchronize() } catch { return "cannot be written: \(error.reason)" }
            return packCheck?(path, contents).map { "the written pack cannot be used: \($0)" }
        }
        return archiveProblem ?? otherProblem
    }

    func outOfDateFiles(
        _ themes: [VerifiedTheme], from fileSystem: any FileSystem, date: ArchiveDate, jobs: Int = 1
    ) throws(UserError) -> [String] {
        var outOfDate: [String] = []
        var packs: [Pack] = []
        for theme in themes {
            let plan = try PackPlan(for: theme, jobs: jobs)
            let path = "\(folder)/\(plan.fileName)"
            let length = Int(plan.length)
            let old = try? BytesInFile("\(target)/\(plan.fileName)")
            let digest = try ZipWriter(plan: plan, fileSystem: fileSystem, date: date).write { _ in }.digest
            let isSame = try? old?.count == length && old?.digest() == digest
            if isSame != true { outOfDate.append(path) }
            packs.append(Pack(path: path, byteCount: length, digest: digest))
        }
        return checksums.matches(packs) ? outOfDate : outOfDate + [checksums.path]
    }
}
