import Foundation
public import ThemeModel

/// The folder of finished packs, `dist/`, with `SHA256SUMS` beside them.
public struct Distribution: Sendable {
    public static let checksumsName = "SHA256SUMS"

    public let folder: String

    public init(folder: String) { self.folder = folder }

    /// A pack as it lies in the folder.
    public struct Pack: Hashable, Sendable {
        public var path: String
        public var bytes: Int
        public var digest: ContentDigest
    }

    /// Writes packs, all or none: each beside its final name, held against its plan, and renamed when all are there.
    ///
    /// What the folder had before stays as it was if anything fails.
    public func write(
        _ plans: [PackPlan], from fileSystem: any FileSystem, date: ArchiveDate
    ) throws(PackagingProblem) -> [Pack] {
        let newFolders = Self.missingFolders(of: folder)
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw PackagingProblem(
                path: folder, message: "the folder for packs cannot be made", hint: "name another one with -o")
        }
        // Another build may write here at the same time; the checksums of both are to be kept.
        let lock = open(folder, O_RDONLY | O_CLOEXEC)
        flock(lock, LOCK_EX)
        defer { close(lock) }
        do throws(PackagingProblem) {
            return try writeAll(plans, from: fileSystem, date: date)
        } catch {
            for folder in newFolders { rmdir(folder) }
            throw error
        }
    }

    /// What `createDirectory` will have to make, the innermost first.
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
        _ plans: [PackPlan], from fileSystem: any FileSystem, date: ArchiveDate
    ) throws(PackagingProblem) -> [Pack] {
        var pending: [(sink: FileSink, pack: Pack)] = []
        for plan in plans {
            let path = "\(folder)/\(plan.fileName)"
            let sink = try file(for: path)
            try ZipWriter(plan: plan, fileSystem: fileSystem, date: date).write(to: sink)
            let bytes = try mapped(sink.path)
            let synchronize = sink.synchronize
            let problems = Workers.map(2, jobs: 2) { step -> String? in
                if step == 0 { return synchronize().map { "cannot be written: \($0.message)" } }
                return bytes.withUnsafeBytes {
                    ArchiveStructure(of: $0).defects(against: plan.contents, stamp: date.stamp).first.map {
                        "the archive did not become what was planned: \($0)"
                    }
                }
            }
            if let problem = problems.compactMap({ $0 }).first { throw PackagingProblem(path: path, message: problem) }
            sink.close()
            pending.append((sink, Pack(path: path, bytes: bytes.count, digest: sink.digest)))
        }
        let sumsPath = "\(folder)/\(Self.checksumsName)"
        let sumsSink = try file(for: sumsPath)
        let sums = try checksums(adding: pending.map(\.pack))
        try attempt(sumsPath) { () throws(SinkProblem) in
            try sumsSink.append(sums)
            if let problem = sumsSink.synchronize() { throw problem }
        }
        for (sink, pack) in pending {
            try attempt(pack.path) { () throws(SinkProblem) in try sink.rename(to: pack.path) }
        }
        try attempt(sumsPath) { () throws(SinkProblem) in try sumsSink.rename(to: sumsPath) }
        synchronize()
        return pending.map(\.pack)
    }

    /// Builds in memory and tells which files of the folder are not what would be written.
    public func stale(
        _ plans: [PackPlan], from fileSystem: any FileSystem, date: ArchiveDate
    ) throws(PackagingProblem) -> [String] {
        var stale: [String] = []
        var packs: [Pack] = []
        for plan in plans {
            let path = "\(folder)/\(plan.fileName)"
            let sink = MemorySink()
            try ZipWriter(plan: plan, fileSystem: fileSystem, date: date).write(to: sink)
            if (try? mapped(path)).map({ $0.elementsEqual(sink.bytes) }) != true { stale.append(path) }
            packs.append(Pack(path: path, bytes: sink.bytes.count, digest: ContentDigest(of: sink.bytes)))
        }
        let sumsPath = "\(folder)/\(Self.checksumsName)"
        let lines = ((try? mapped(sumsPath)).map { String(decoding: $0, as: UTF8.self) } ?? "").split(
            whereSeparator: \.isNewline)
        let isListed = packs.allSatisfy { lines.contains(Substring(line($0))) }
        return isListed ? stale : stale + [sumsPath]
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
        for pack in packs { lines[name(of: pack)] = line(pack) }
        return Array(lines.sorted { $0.key < $1.key }.map { $0.value + "\n" }.joined().utf8)
    }

    private func name(of pack: Pack) -> String { String(pack.path.dropFirst(folder.count + 1)) }

    private func line(_ pack: Pack) -> String { "\(pack.digest)  \(name(of: pack))" }

    private func file(for final: String) throws(PackagingProblem) -> FileSink {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: final, isDirectory: &isFolder), isFolder.boolValue {
            throw PackagingProblem(
                path: final, message: "is a folder, where a file is to be written", hint: "move it away")
        }
        let name = final.dropFirst(folder.count + 1)
        do {
            return try FileSink(creating: "\(folder)/.\(name).\(UInt32.random(in: .min ... .max)).tmp")
        } catch {
            throw PackagingProblem(
                path: folder, message: "cannot be written to: \(error.message)", hint: "name another folder with -o")
        }
    }

    private func attempt(_ path: String, _ body: () throws(SinkProblem) -> Void) throws(PackagingProblem) {
        do { try body() } catch {
            throw PackagingProblem(path: path, message: "cannot be written: \(error.message)")
        }
    }

    private func mapped(_ path: String) throws(PackagingProblem) -> Data {
        do {
            return try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        } catch {
            throw PackagingProblem(path: path, message: "cannot be read back")
        }
    }

    /// The new names reach the disk with the folder. Not every file system can; the files themselves are safe by then.
    private func synchronize() {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
