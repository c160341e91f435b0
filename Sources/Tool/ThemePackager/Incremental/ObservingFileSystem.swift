import ThemeProject
import ThemeSystem

/// The file system of one run. Records all questions and answers, so that a later run can ask them again.
///
/// If the comparison with the last run finds a change, the survey and the inspection get the folder entries and stamps
/// that the comparison has read. A file that changes after the comparison counts with its old stamp, which the next run
/// finds outdated.
final class ObservingFileSystem: FileSystem {
    /// The folder entries and stamps that are kept. More would need too much memory.
    private static let keptMax = 1 << 15

    private struct State {
        /// `nil` after an answer that a later run cannot compare.
        var log: Observations? = Observations()
        var isComparing = false
        var room = keptMax
        var entries: [String: [FolderEntry]] = [:]
        /// By folder. Only stamps that had settled when they were asked for.
        var stamps: [String: [ExactText: FileStamp]] = [:]
        /// Answers that are not yet indexed by name. Most runs never need the index.
        var unindexed: [String: [(names: [String], stamps: [FileStamp?], time: Int64)]] = [:]

        mutating func takesRoom(_ count: Int) -> Bool {
            guard count <= room else { return false }
            room -= count
            return true
        }

        mutating func stamps(in folder: String) -> [ExactText: FileStamp] {
            for (names, stamps, time) in unindexed.removeValue(forKey: folder) ?? [] {
                for (name, stamp) in zip(names, stamps) where stamp?.isSettled(at: time) == true {
                    self.stamps[folder, default: [:]][ExactText(name)] = stamp
                }
            }
            return stamps[folder] ?? [:]
        }
    }

    private let base: any FileSystem
    private let root: String
    private let state = Lock(State())

    /// Recorded paths are relative to the project's folder `root`, so that a project can be moved.
    init(_ base: any FileSystem, root: String) {
        self.base = base
        self.root = root
    }

    /// Returns whether an earlier run's questions have the same answers now.
    func answersLike(_ earlier: Observations, jobs: Int) -> Bool {
        state.withLock { $0.isComparing = true }
        defer { state.withLock { $0.isComparing = false } }
        return earlier.areCurrent(in: self, root: root, jobs: jobs)
    }

    /// Ends the recording, and frees what the comparison has read. Returns `nil` if an answer cannot be compared.
    func finish() -> Observations? {
        state.withLock { state in
            defer { state = State(log: nil) }
            return state.log
        }
    }

    func entries(of folder: String) throws(FileError) -> [FolderEntry] {
        // The survey asks once.
        let known = state.withLock { $0.isComparing ? nil : $0.entries.removeValue(forKey: folder) }
        let entries = Result { () throws(FileError) in
            if let known { return known }
            return try base.entries(of: folder)
        }
        if case .success(let entries) = entries {
            state.withLock { if $0.isComparing, $0.takesRoom(entries.count) { $0.entries[folder] = entries } }
        }
        record(.entries, folder) { Self.answer(entries.map(Self.bytes)) }
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
                record(.stamp, path) { Observations.Answer(stamp) }
            } else {
                contents.stamp = nil
                state.withLock { $0.log = nil }
            }
            return contents
        } catch {
            // A stamp does not show why a file could not be read.
            state.withLock { $0.log = nil }
            throw error
        }
    }

    func destination(of path: String) throws(FileError) -> String {
        let destination = Result { () throws(FileError) in try base.destination(of: path) }
        record(.destination, path) { Self.answer(destination.map { Array($0.utf8) }) }
        return try destination.get()
    }

    func kind(of path: String) -> FileKind? {
        let kind = base.kind(of: path)
        record(.kind, path) { Self.answer(.success([kind.map(Self.code) ?? 0])) }
        return kind
    }

    func stamps(of names: [String], in folder: String) -> [FileStamp?] {
        let askedAt = base.now
        guard let known = state.withLock({ $0.isComparing ? nil : $0.stamps(in: folder) }) else {
            let stamps = base.stamps(of: names, in: folder)
            state.withLock {
                if $0.takesRoom(names.count) { $0.unindexed[folder, default: []].append((names, stamps, askedAt)) }
            }
            return stamps
        }
        // Only settled stamps are recorded and returned.
        var stamps = known.isEmpty ? base.stamps(of: names, in: folder) : names.map { known[ExactText($0)] }
        let missing = known.isEmpty ? [] : stamps.indices.filter { stamps[$0] == nil }
        if !missing.isEmpty {
            let found = base.stamps(of: missing.map { names[$0] }, in: folder)
            for (index, stamp) in zip(missing, found) { stamps[index] = stamp }
        }
        let recorded = recordedPath(of: folder).utf8
        let prefix = recorded.isEmpty ? [] : Array(recorded) + [UInt8(ascii: "/")]
        state.withLock { state in
            for index in stamps.indices {
                guard let stamp = stamps[index], stamp.isSettled(at: askedAt) else {
                    stamps[index] = nil
                    continue
                }
                state.log?.add(.stamp, names[index].utf8, in: prefix, Observations.Answer(stamp))
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
            bytes.append(0)
            bytes.append(code(entry.kind))
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

    private func record(_ question: Observations.Question, _ path: String, _ answer: () -> Observations.Answer) {
        guard state.withLock({ !$0.isComparing && $0.log != nil }) else { return }
        let recorded = recordedPath(of: path)
        let answer = answer()
        state.withLock { $0.log?.add(question, recorded, answer) }
    }

    private func recordedPath(of path: String) -> Substring {
        guard path.utf8.starts(with: root.utf8) else { return path[...] }
        let rest = path.utf8.dropFirst(root.utf8.count)
        if rest.isEmpty { return "" }
        return rest.first == UInt8(ascii: "/") ? path[rest.index(after: rest.startIndex)...] : path[...]
    }
}
