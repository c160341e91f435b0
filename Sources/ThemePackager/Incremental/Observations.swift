import PackFormat
import ThemeProject

/// The questions that a run asked the file system, with the answers. A run with the same answers has the same result.
struct Observations: Sendable {
    enum Question: UInt8 {
        case stamp, entries, destination, kind
    }

    /// 32 bytes: a file's stamp, or the digest of any other answer.
    struct Answer: Equatable {
        let value: ContentDigest

        init(_ stamp: FileStamp) {
            // Devices have small numbers, and inodes hardly use their upper bits. So one number holds both.
            let file = stamp.inode ^ (stamp.device << 32 | stamp.device >> 32)
            value = withUnsafeBytes(of: (stamp.size, file, stamp.modified, stamp.changed)) {
                ContentDigest(reading: $0)
            }
        }

        init(digesting bytes: [UInt8]) { value = ContentDigest(of: bytes) }

        fileprivate init(from reader: inout CacheReader) throws(InvalidCache) { value = try reader.digest() }
    }

    /// Questions about one folder and its files. A large folder has several groups, so that threads can share it.
    struct Group {
        static let countMax = 256

        /// The folder's path with its last slash: relative to the project's folder, or absolute.
        let folder: [UInt8]
        var count = 0
        /// One record for each question: the question, the answer, the length of the name, the name.
        var records = ByteWriter()
    }

    var groups: [Group] = []
    private var lastGroupOfFolder: [[UInt8]: Int] = [:]

    init() {}

    /// - Parameter path: relative to the project's folder, or absolute.
    mutating func add(_ question: Question, _ path: Substring.UTF8View, _ answer: Answer) {
        let nameStart = path.lastIndex(of: UInt8(ascii: "/")).map { path.index(after: $0) } ?? path.startIndex
        add(question, path[nameStart...], in: Array(path[..<nameStart]), answer)
    }

    mutating func add(_ question: Question, _ name: Substring.UTF8View, in folder: [UInt8], _ answer: Answer) {
        var number = lastGroupOfFolder[folder] ?? groups.count
        if number == groups.count || groups[number].count == Group.countMax {
            number = groups.count
            groups.append(Group(folder: folder))
            lastGroupOfFolder[folder] = number
        }
        groups[number].count += 1
        groups[number].records.add(question.rawValue)
        groups[number].records.add(answer.value)
        groups[number].records.add(UInt32(name.count))
        groups[number].records.add(raw: name)
    }
}

extension Observations {
    func write(to writer: inout ByteWriter) {
        writer.add(groups) { writer, group in
            for bytes in [group.folder, group.records.bytes] {
                writer.add(UInt64(bytes.count))
                writer.add(raw: bytes)
            }
        }
    }

    init(from reader: inout CacheReader) throws(InvalidCache) {
        groups = try reader.list { reader throws(InvalidCache) in
            let group = Group(
                folder: try reader.bytes(reader.number(UInt64.self)),
                records: ByteWriter(try reader.bytes(reader.number(UInt64.self))))
            // Checking a group opens its folder. Nothing writes an empty group.
            guard !group.records.bytes.isEmpty else { throw InvalidCache() }
            return group
        }
    }
}

extension Observations {
    /// Asks all questions again. Returns whether all answers are the same.
    func areCurrent(in fileSystem: any FileSystem, root: String, jobs: Int) -> Bool {
        let hasChanged = AtomicFlag()
        _ = Workers.map(groups.count, jobs: jobs) { number in
            if !hasChanged.isRaised, !isCurrent(groups[number], in: fileSystem, root) { hasChanged.raise() }
        }
        return !hasChanged.isRaised
    }

    private func isCurrent(_ group: Group, in fileSystem: any FileSystem, _ root: String) -> Bool {
        var files: [(name: String, answer: Answer)] = []
        var reader = CacheReader(group.records.bytes)
        while !reader.isAtEnd {
            guard let question = (try? reader.number()).flatMap(Question.init(rawValue:)),
                let answer = try? Answer(from: &reader),
                let length = try? reader.number(UInt32.self), let name = try? reader.bytes(length)
            else { return false }
            if question == .stamp {
                files.append((String(decoding: name, as: UTF8.self), answer))
            } else {
                let path = Self.join(root, group.folder + name)
                guard ObservingFileSystem.answer(question, path, of: fileSystem) == answer else { return false }
            }
        }
        let folder = Self.join(root, Array(group.folder.count > 1 ? group.folder.dropLast() : group.folder[...]))
        let stamps = fileSystem.stamps(of: files.map(\.name), in: folder)
        return zip(files, stamps).allSatisfy { file, stamp in stamp.map { Answer($0) } == file.answer }
    }

    private static func join(_ root: String, _ path: [UInt8]) -> String {
        if path.isEmpty { return root }
        let path = String(decoding: path, as: UTF8.self)
        return path.utf8.first == UInt8(ascii: "/") ? path : "\(root)/\(path)"
    }
}

/// A file system that records all questions and answers, so that a later run can ask them again.
final class ObservingFileSystem: FileSystem {
    private let base: any FileSystem
    private let root: String
    /// `nil` after an answer that a later run cannot compare.
    private let log = Lock<Observations?>(Observations())

    /// Recorded paths are relative to the project's folder `root`, so that a project can be moved.
    init(_ base: any FileSystem, root: String) {
        self.base = base
        self.root = root
    }

    var observations: Observations? { log.withLock { $0 } }

    func entries(of folder: String) throws(FileError) -> [FolderEntry] {
        let entries = Result { () throws(FileError) in try base.entries(of: folder) }
        record(.entries, folder, Self.answer(entries.map(Self.bytes)))
        return try entries.get()
    }

    func read(_ path: String, first count: Int?, limit: Int) throws(FileError) -> FileContents {
        do {
            // Read the clock first: reading the file can take longer than a stamp needs to settle.
            var askedAt = base.now
            var contents = try base.read(path, first: count, limit: limit)
            // A file that was just written can change again without a new stamp. Wait, then read it again.
            if let stamp = contents.stamp, Self.waitUntilSettled(stamp, base) {
                askedAt = base.now
                contents = try base.read(path, first: count, limit: limit)
            }
            if let stamp = contents.stamp, stamp.isSettled(at: askedAt) {
                record(.stamp, path, Observations.Answer(stamp))
            } else {
                contents.stamp = nil
                log.withLock { $0 = nil }
            }
            return contents
        } catch {
            // A stamp does not show why a file could not be read.
            log.withLock { $0 = nil }
            throw error
        }
    }

    func destination(of path: String) throws(FileError) -> String {
        let destination = Result { () throws(FileError) in try base.destination(of: path) }
        record(.destination, path, Self.answer(destination.map { Array($0.utf8) }))
        return try destination.get()
    }

    func kind(of path: String) -> FileKind? {
        let kind = base.kind(of: path)
        record(.kind, path, Self.answer(.success([kind.map(Self.code) ?? 0])))
        return kind
    }

    func stamp(of path: String) -> FileStamp? {
        guard let stamp = base.stamp(of: path), stamp.isSettled(at: base.now) else { return nil }
        record(.stamp, path, Observations.Answer(stamp))
        return stamp
    }

    func stamps(of names: [String], in folder: String) -> [FileStamp?] {
        let askedAt = base.now
        let stamps = base.stamps(of: names, in: folder).map { $0.flatMap { $0.isSettled(at: askedAt) ? $0 : nil } }
        let recorded = recordedPath(of: folder).utf8
        let prefix = recorded.isEmpty ? [] : Array(recorded) + [UInt8(ascii: "/")]
        log.withLock { log in
            for (name, stamp) in zip(names, stamps) {
                if let stamp { log?.add(.stamp, name[...].utf8, in: prefix, Observations.Answer(stamp)) }
            }
        }
        return stamps
    }

    var now: Int64 { base.now }

    static func answer(
        _ question: Observations.Question, _ path: String, of base: any FileSystem
    ) -> Observations.Answer? {
        switch question {
        case .stamp: return base.stamp(of: path).map { Observations.Answer($0) }
        case .entries: return answer(Result { () throws(FileError) in bytes(try base.entries(of: path)) })
        case .destination:
            return answer(Result { () throws(FileError) in Array(try base.destination(of: path).utf8) })
        case .kind: return answer(.success([base.kind(of: path).map(code) ?? 0]))
        }
    }

    /// An error starts with two NULs, unlike paths and lists of entries.
    private static func answer(_ bytes: Result<[UInt8], FileError>) -> Observations.Answer {
        switch bytes {
        case .success(let bytes): Observations.Answer(digesting: bytes)
        case .failure(let error): Observations.Answer(digesting: [0, 0] + Array(error.explanation.utf8))
        }
    }

    /// Depends on the order of entries. If only that changes, the next run repeats work that it could skip.
    private static func bytes(_ entries: [FolderEntry]) -> [UInt8] {
        var bytes: [UInt8] = []
        for entry in entries {
            bytes += entry.name
            bytes += [0, code(entry.kind)]
        }
        return bytes
    }

    private static func code(_ kind: FileKind) -> UInt8 {
        switch kind {
        case .file: 1
        case .folder: 2
        case .link: 3
        case .other: 4
        }
    }

    /// Waits until a stamp settles, unless it takes longer than usual. Returns whether it has waited.
    private static func waitUntilSettled(_ stamp: FileStamp, _ base: any FileSystem) -> Bool {
        let (wait, overflow) = stamp.settlingTime.subtractingReportingOverflow(base.now)
        guard !overflow, wait > 0, wait <= FileStamp.usualSettlingDelay else { return false }
        pause(for: .nanoseconds(wait))
        return true
    }

    private func record(_ question: Observations.Question, _ path: String, _ answer: Observations.Answer) {
        let recorded = recordedPath(of: path)
        log.withLock { $0?.add(question, recorded.utf8, answer) }
    }

    private func recordedPath(of path: String) -> Substring {
        guard path.utf8.starts(with: root.utf8) else { return path[...] }
        let rest = path.utf8.dropFirst(root.utf8.count)
        if rest.isEmpty { return "" }
        return rest.first == UInt8(ascii: "/") ? path[rest.index(after: rest.startIndex)...] : path[...]
    }
}
