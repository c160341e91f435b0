import ThemeProject
import ThemeSystem

/// Remembers the folder entries and stamps that the comparison with the last run reads. If it finds a change, the
/// survey and the inspection reuse them. A file that changes in between counts with its old stamp, which the next run
/// finds outdated.
final class RememberingFileSystem: FileSystem {
    /// The folder entries and stamps that are kept. More would need too much memory.
    private static let answersMax = 1 << 15

    private struct Memory {
        var isLearning = false
        var room = answersMax
        var entries: [String: [FolderEntry]] = [:]
        /// By folder. Only stamps that had settled when they were asked for.
        var stamps: [String: [ExactText: FileStamp]] = [:]
        /// Answers that are not yet indexed by name. Most runs never need the index.
        var learned: [String: [(names: [String], stamps: [FileStamp?], time: Int64)]] = [:]

        mutating func keeps(_ count: Int) -> Bool {
            guard isLearning, count <= room else { return false }
            room -= count
            return true
        }

        mutating func stamps(in folder: String) -> [ExactText: FileStamp]? {
            for (names, stamps, time) in learned.removeValue(forKey: folder) ?? [] {
                for (name, stamp) in zip(names, stamps) where stamp?.isSettled(at: time) == true {
                    self.stamps[folder, default: [:]][ExactText(name)] = stamp
                }
            }
            return stamps[folder]
        }
    }

    private let base: any FileSystem
    private let memory = Lock(Memory())

    init(_ base: any FileSystem) { self.base = base }

    /// Keeps the answers that `body` gets, and repeats them afterwards.
    func learn<Result>(_ body: (RememberingFileSystem) -> Result) -> Result {
        memory.withLock { $0.isLearning = true }
        defer { memory.withLock { $0.isLearning = false } }
        return body(self)
    }

    func forget() { memory.withLock { $0 = Memory() } }

    func entries(of folder: String) throws(FileError) -> [FolderEntry] {
        // The survey asks once.
        if let known = memory.withLock({ $0.entries.removeValue(forKey: folder) }) { return known }
        let entries = try base.entries(of: folder)
        memory.withLock { if $0.keeps(entries.count) { $0.entries[folder] = entries } }
        return entries
    }

    func stamps(of names: [String], in folder: String) -> [FileStamp?] {
        let time = base.now
        guard let known = memory.withLock({ $0.isLearning ? nil : $0.stamps(in: folder) }) else {
            let stamps = base.stamps(of: names, in: folder)
            memory.withLock {
                if $0.keeps(names.count) { $0.learned[folder, default: []].append((names, stamps, time)) }
            }
            return stamps
        }
        var stamps = names.map { known[ExactText($0)] }
        let missing = stamps.indices.filter { stamps[$0] == nil }
        if missing.isEmpty { return stamps }
        for (index, stamp) in zip(missing, base.stamps(of: missing.map { names[$0] }, in: folder)) {
            stamps[index] = stamp
        }
        return stamps
    }

    func read(_ path: String, first count: Int?, limit: Int) throws(FileError) -> FileContents {
        try base.read(path, first: count, limit: limit)
    }

    func destination(of path: String) throws(FileError) -> String { try base.destination(of: path) }

    func kind(of path: String) -> FileKind? { base.kind(of: path) }

    func stamp(of path: String) -> FileStamp? { base.stamp(of: path) }

    var refusingLinks: any FileSystem { base.refusingLinks }

    var now: Int64 { base.now }
}
