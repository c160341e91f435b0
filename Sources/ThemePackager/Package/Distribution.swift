package import PackFormat
package import ThemeProject

/// The folder of finished packs, `dist/`, with their `SHA256SUMS`.
package struct Distribution: Sendable {
    static let checksumsName = "SHA256SUMS"
    /// The end of a pack's name.
    package static let packSuffix = ".themepack.zip"

    /// The folder's path, as it was named.
    var folder: String { place.path }
    /// The folder's path without links.
    var target: String { place.target }
    private let place: OutputPlace
    let unfinished: UnfinishedFiles
    var disk = DiskCalls()

    package init(in place: OutputPlace, unfinished: UnfinishedFiles = UnfinishedFiles()) {
        self.place = place
        self.unfinished = unfinished
    }

    /// Checks a pack before it gets its final name. Returns the problem; `nil` if there is none.
    package typealias PackCheck = @Sendable (_ path: String, _ planned: PackContents) -> String?

    package struct Pack: Hashable, Sendable {
        package var path: String
        package var byteCount: Int
        package var digest: ContentDigest
        /// The file without links, and its stamp after its last byte was written; `nil` if this run did not write it.
        var written: Written?

        var name: String { String(path.lastPathComponent) }

        struct Written: Hashable {
            let location: String
            let stamp: FileStamp
        }
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
        for folder in locked.newFolders { disk.synchronizeNames(String(folder.parentFolder)) }
        return packs
    }

    /// Creates and locks the folder, because concurrent builds change `SHA256SUMS`.
    func lockedFolder() throws(UserError) -> OutputFolder {
        try OutputFolder(place, unfinished: unfinished, on: disk)
    }

    private func writeAll(
        _ themes: consuming [VerifiedTheme], from fileSystem: any FileSystem, date: ArchiveDate, jobs: Int,
        _ packCheck: PackCheck?
    ) throws(UserError) -> [Pack] {
        var pending: [(file: AtomicFile, pack: Pack)] = []
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
        var renames: [UnfinishedFiles.Rename] = []
        if let interim { renames.append(interim.renaming(staysIfOthersStay: true)) }
        for (index, file) in pending.map(\.file).enumerated() {
            renames.append(file.renaming(comesAfterOthers: interim != nil && index == 0))
        }
        try rename(renames + [sums.renaming(comesAfterOthers: true)])
        return packs
    }

    /// Replaces `SHA256SUMS` in one step.
    func replaceChecksums(_ bytes: [UInt8]) throws(UserError) { try rename([try writtenChecksums(bytes).renaming()]) }

    private func rename(_ renames: [UnfinishedFiles.Rename]) throws(UserError) {
        do throws(RenameError) {
            try unfinished.finish(renames, on: disk)
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
            return try AtomicFile(resolved: place.target, unfinished: unfinished, on: disk)
        } catch {
            throw UserError(
                path: folder, "cannot be written to: \(error.reason)", hint: "name another folder with -o")
        }
    }

    private func writtenChecksums(_ bytes: [UInt8]) throws(UserError) -> AtomicFile {
        let file = try file(Self.checksumsName)
        try rethrow(as: { Self.notWritten("\(folder)/\(Self.checksumsName)", $0) }) { () throws(SystemError) in
            try file.append(bytes)
            try file.synchronize()
        }
        return file
    }

    private static func notWritten(_ path: String, _ error: SystemError) -> UserError {
        UserError(
            path: path, "cannot be written: \(error.reason)", hint: "nothing was changed; is there room on the disk?")
    }

    private func write(
        _ plan: consuming PackPlan, from fileSystem: any FileSystem, date: ArchiveDate, jobs: Int,
        _ packCheck: PackCheck?
    ) throws(UserError) -> (file: AtomicFile, pack: Pack) {
        let (contents, length, fileName) = (plan.contents, Int(plan.length), plan.fileName)
        let path = "\(folder)/\(fileName)"
        let file = try file(fileName)
        let digest: ContentDigest
        do throws(UserError) {
            let previous = plan.keepsAllBytes ? nil : PreviousPack(at: file.path)
            let writer = ZipWriter(
                plan: consume plan, fileSystem: fileSystem, date: date, previous: previous, jobs: jobs)
            digest = try writer.write { bytes throws(SystemError) in try file.append(bytes) }
        } catch {
            // The writer knows only the pack's name, not its path.
            throw error.path == fileName
                ? UserError(
                    path: path, "cannot be written: \(error.message)",
                    hint: error.hint ?? "nothing was changed; is there room on the disk?") : error
        }
        if let problem = problem(in: file, contents, date, jobs, packCheck) {
            throw UserError(path: path, problem, hint: "nothing was changed; build again")
        }
        file.close()
        let written = DiskFileSystem.withoutLinks.stamp(of: file.temporaryPath).map {
            Pack.Written(location: file.path, stamp: $0)
        }
        return (file, Pack(path: path, byteCount: length, digest: digest, written: written))
    }

    /// Compares a written pack with its plan while the disk syncs it. Returns the problem; `nil` if there is none.
    private func problem(
        in written: AtomicFile, _ contents: PackContents, _ date: ArchiveDate, _ jobs: Int, _ packCheck: PackCheck?
    ) -> String? {
        let path = written.temporaryPath
        let file = MappedFile(at: path)
        // One additional thread, because the first step mostly waits for the disk.
        let problems = Workers.map(3, jobs: jobs + 1) { step -> String? in
            switch step {
            case 0:
                do throws(SystemError) { try written.synchronize() } catch {
                    return "cannot be written: \(error.reason)"
                }
                return nil
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
            let existing = (try? mapped("\(target)/\(plan.fileName)")) ?? Data()
            var count = 0
            var isStart = true
            let digest = try ZipWriter(plan: plan, fileSystem: fileSystem, date: date).write { bytes in
                let end = count + bytes.count
                isStart =
                    isStart && end <= existing.count
                    && existing[count..<end].withUnsafeBytes { old in bytes.withUnsafeBytes { UTF8Order.equal(old, $0) }
                    }
                count = end
            }
            if !isStart || count != existing.count { outOfDate.append(path) }
            packs.append(Pack(path: path, byteCount: count, digest: digest))
        }
        return checksumsMatch(packs) ? outOfDate : outOfDate + ["\(folder)/\(Self.checksumsName)"]
    }
}

extension Distribution {
    /// The largest `SHA256SUMS` that is read, in bytes. It lists 50,000 packs with the longest names.
    private static let checksumsMax = 16 << 20

    /// Whether writing these packs would leave `SHA256SUMS` unchanged.
    func checksumsMatch(_ packs: [Pack]) -> Bool {
        guard let sums = try? storedChecksums(), let lines = try? checksums(adding: packs) else { return false }
        return sums == lines
    }

    /// The new contents of `SHA256SUMS`, sorted by name: these packs, and all listed files that still exist.
    func checksums(adding packs: [Pack]) throws(UserError) -> [UInt8] {
        var lines = try listedFiles()
        for pack in packs { lines[pack.name] = line(pack) }
        return Self.text(of: lines)
    }

    /// Returns the contents of `SHA256SUMS` while these packs replace others: without the lines of replaced files. So
    /// it contradicts no file if the process ends in between. `nil` if no listed file is replaced.
    func checksums(during packs: [Pack]) throws(UserError) -> [UInt8]? {
        let lines = try listedFiles()
        let replaced = packs.filter { pack in lines[pack.name].map { $0 != line(pack) } ?? false }
        guard !replaced.isEmpty else { return nil }
        return Self.text(of: lines.filter { name, _ in !replaced.contains { $0.name == name } })
    }

    /// The contents of `SHA256SUMS` without files.
    func checksums(without names: Set<String>) throws(UserError) -> [UInt8] {
        Self.text(of: try listedFiles().filter { name, _ in !names.contains(name) })
    }

    private static func text(of lines: [String: String]) -> [UInt8] {
        Array(lines.sorted { $0.key < $1.key }.map { $0.value + "\n" }.joined().utf8)
    }

    /// Returns the lines of `SHA256SUMS` by name. Lines of files that do not exist are left out.
    private func listedFiles() throws(UserError) -> [String: String] {
        let text = String(repairing: try storedChecksums() ?? [])
        var lines: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            // coreutils: 64 digits, space, space or asterisk, name.
            let name = String(line.dropFirst(66))
            if !name.isEmpty, DiskFileSystem().kind(of: "\(target)/\(name)") != nil { lines[name] = String(line) }
        }
        return lines
    }

    /// Returns the bytes of `SHA256SUMS`; `nil` if there is none.
    private func storedChecksums() throws(UserError) -> [UInt8]? {
        let path = "\(folder)/\(Self.checksumsName)"
        do throws(FileError) {
            return try DiskFileSystem.withoutLinks.read("\(target)/\(Self.checksumsName)", limit: Self.checksumsMax)
        } catch .missing {
            return nil
        } catch .notRegular {
            // A link is replaced. ``OutputPlace/file(_:)`` reports anything else.
            return nil
        } catch .tooLarge(let bytes, let limit) {
            throw UserError(
                path: path, "is not a list of checksums: it has \(bytes) bytes, at most \(limit) are read",
                hint: "move it away")
        } catch {
            throw UserError(error, path: path)
        }
    }

    private func line(_ pack: Pack) -> String { "\(pack.digest)  \(pack.name)" }

    func mapped(_ path: String) throws(UserError) -> Data {
        if let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped) { return data }
        // Foundation's error has no readable text. Reading the file again gives one.
        return Data(try DiskFileSystem().contents(of: path, limit: Int(FormatLimits.packBytes)))
    }
}

extension Distribution {
    /// A pack in the folder that the project does not have, of an earlier version or of a theme that is gone; or the
    /// signature of such a pack.
    package struct Stray: Hashable, Sendable {
        package let path: String
        /// Whether the project has no theme of its id.
        package let isOfRemovedTheme: Bool

        package var reason: String {
            isOfRemovedTheme ? "the project has no such theme" : "the theme has another version now"
        }

        package var isSignature: Bool { path.hasSuffix(Distribution.signatureSuffix) }

        var finding: Finding {
            Finding(
                .packStray, path: path,
                "is \(isSignature ? "the signature of " : "")a pack that the project does not have: \(reason)",
                hint: "'themepack build --prune' deletes it")
        }
    }

    private static let signatureSuffix = ".sig"

    /// The packs of the folder besides those of the themes, and their signatures, sorted by name. Other files are never
    /// strays.
    func strays(besides themes: [ThemeManifest]) -> [Stray] {
        strays(keeping: Set(themes.map(\.packFileName)), themes: Set(themes.map(\.id.string)))
    }

    private func strays(keeping names: Set<String>, themes: Set<String>) -> [Stray] {
        let entries = (try? DiskFileSystem.withoutLinks.entries(of: target)) ?? []
        let found = entries.compactMap { entry -> String? in
            guard entry.kind == .file, let name = String(validUTF8: entry.name) else { return nil }
            let pack = Self.packName(of: name)
            return names.contains(pack) || Self.themes(ofPackNamed: pack).isEmpty ? nil : name
        }
        return found.sorted().map { name in
            let ids = Self.themes(ofPackNamed: Self.packName(of: name))
            return Stray(path: "\(folder)/\(name)", isOfRemovedTheme: themes.isDisjoint(with: ids))
        }
    }

    private static func packName(of name: String) -> String {
        name.hasSuffix(signatureSuffix) ? String(name.dropLast(signatureSuffix.count)) : name
    }

    /// The ids that a pack of that name can have. Ids and versions can contain hyphens; empty for other names.
    private static func themes(ofPackNamed name: String) -> [String] {
        guard name.hasSuffix(packSuffix) else { return [] }
        let stem = name.dropLast(packSuffix.count)
        return stem.indices.filter { stem[$0] == "-" }.compactMap { hyphen in
            guard let id = try? ThemeID(String(stem[..<hyphen])),
                (try? SemanticVersion(String(stem[stem.index(after: hyphen)...]))) != nil
            else { return nil }
            return id.string
        }
    }

    /// Deletes strays. `SHA256SUMS` loses their lines first, so that it never lists a file that is gone.
    package func prune(
        keeping packs: [Pack], themes: Set<String>, exempting isExempt: (Stray) -> Bool = { _ in false }
    ) throws(UserError) -> [Stray] {
        let strays = strays(keeping: Set(packs.map(\.name)), themes: themes.union([ThemeID.default.string]))
            .filter { !isExempt($0) }
        guard !strays.isEmpty else { return [] }
        let locked = try lockedFolder()
        try replaceChecksums(try checksums(without: Set(strays.map { String($0.path.lastPathComponent) })))
        for stray in strays where disk.unlink("\(target)/\(stray.path.lastPathComponent)") != 0 && errno != ENOENT {
            throw UserError(
                path: stray.path, "cannot be deleted: \(systemReason())",
                hint: "SHA256SUMS does not list it any more; delete it yourself")
        }
        locked.synchronizeNames()
        return strays
    }
}

extension Distribution {
    /// Deletes all packs with their signatures and, if it lists nothing else, `SHA256SUMS` and the empty folder.
    /// Returns the deleted paths.
    package func deletePacks(dryRun: Bool) throws(UserError) -> [String] {
        let packs = strays(keeping: [], themes: []).map(\.path)
        let sums = "\(folder)/\(Self.checksumsName)"
        let listsOthers = try !checksums(without: Set(packs.map { String($0.lastPathComponent) })).isEmpty
        let deletesSums = !listsOthers && DiskFileSystem().kind(of: "\(target)/\(Self.checksumsName)") == .file
        guard !dryRun else { return packs + (deletesSums ? [sums] : []) }
        _ = try prune(keeping: [], themes: [])
        if deletesSums { _ = disk.unlink("\(target)/\(Self.checksumsName)") }
        // Fails if the folder has other files, which stay.
        _ = disk.rmdir(target)
        return packs + (deletesSums ? [sums] : [])
    }
}

extension String {
    /// The finding about a file that a build would change.
    var outOfDateFinding: Finding {
        Finding(
            .packOutOfDate, path: self, "is not what a build writes", hint: "run 'themepack build' and keep the result")
    }
}
