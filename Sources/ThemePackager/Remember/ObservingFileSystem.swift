import Foundation
import Synchronization
import ThemeModel

/// A file system that writes down what it was asked and answered, for a later run to ask again.
final class ObservingFileSystem: FileSystem {
    private let base: any FileSystem
    private let root: String
    /// `nil` once there was an answer that proves nothing.
    private let log = Mutex<Observations?>(Observations())

    /// - Parameter root: relative to it paths are written down, so that a project can be moved.
    init(_ base: any FileSystem, root: String) { (self.base, self.root) = (base, root) }

    /// Everything so far; `nil` if that does not suffice to tell whether a later run would be answered the same.
    var observations: Observations? { log.withLock { $0 } }

    func entries(of folder: String) throws(FileProblem) -> [FolderEntry] {
        let entries = Result { () throws(FileProblem) in try base.entries(of: folder) }
        note(.entries, folder, Self.answer(entries))
        return try entries.get()
    }

    func read(_ path: String, first count: Int?, limit: Int) throws(FileProblem) -> FileContents {
        do {
            // Before reading, which may take longer than a stamp takes to settle.
            var asked = base.now
            var contents = try base.read(path, first: count, limit: limit)
            // What was written a moment ago may still be being written; its stamp could stand for both.
            if let stamp = contents.stamp, Self.settles(stamp, base) {
                asked = base.now
                contents = try base.read(path, first: count, limit: limit)
            }
            if let stamp = contents.stamp, stamp.isSettled(at: asked) {
                note(.file, path, Observations.Answer(stamp))
            } else {
                contents.stamp = nil
                log.withLock { $0 = nil }
            }
            return contents
        } catch {
            // Why it could not be read, no stamp can tell.
            log.withLock { $0 = nil }
            throw error
        }
    }

    func destination(of path: String) throws(FileProblem) -> String {
        let destination = Result { () throws(FileProblem) in try base.destination(of: path) }
        note(.destination, path, Self.answer(destination))
        return try destination.get()
    }

    func kind(of path: String) -> FileKind? {
        let kind = base.kind(of: path)
        note(.kind, path, Self.answer(kind))
        return kind
    }

    func stamp(of path: String) -> FileStamp? {
        guard let stamp = base.stamp(of: path), stamp.isSettled(at: base.now) else { return nil }
        note(.file, path, Observations.Answer(stamp))
        return stamp
    }

    func stamps(of names: [String], in folder: String) -> [FileStamp?] {
        let asked = base.now
        let stamps = base.stamps(of: names, in: folder).map { $0.flatMap { $0.isSettled(at: asked) ? $0 : nil } }
        let place = place(of: folder).utf8
        let prefix = place.isEmpty ? [] : Array(place) + [UInt8(ascii: "/")]
        log.withLock { log in
            for (name, stamp) in zip(names, stamps) {
                if let stamp { log?.add(.file, name[...].utf8, in: prefix, Observations.Answer(stamp)) }
            }
        }
        return stamps
    }

    var now: Int64 { base.now }

    /// What `base` would answer today.
    static func ask(
        _ question: Observations.Question, _ path: String, of base: any FileSystem
    ) -> Observations.Answer? {
        switch question {
        case .file: return base.stamp(of: path).map { Observations.Answer($0) }
        case .entries: return answer(Result { () throws(FileProblem) in try base.entries(of: path) })
        case .destination: return answer(Result { () throws(FileProblem) in try base.destination(of: path) })
        case .kind: return answer(base.kind(of: path))
        }
    }

    /// In the order in which the file system gives them: another order costs time, no more.
    private static func answer(_ entries: Result<[FolderEntry], FileProblem>) -> Observations.Answer {
        var bytes: [UInt8] = []
        switch entries {
        case .success(let entries):
            for entry in entries {
                bytes += entry.name
                bytes += [0, code(entry.kind)]
            }
        case .failure(let problem): bytes = failure(problem)
        }
        return Observations.Answer(digesting: bytes)
    }

    private static func answer(_ destination: Result<String, FileProblem>) -> Observations.Answer {
        switch destination {
        case .success(let path): Observations.Answer(digesting: path.utf8)
        case .failure(let problem): Observations.Answer(digesting: failure(problem))
        }
    }

    /// No path and no list of names starts with two NULs.
    private static func failure(_ problem: FileProblem) -> [UInt8] { [0, 0] + Array(problem.explanation.utf8) }

    private static func answer(_ kind: FileKind?) -> Observations.Answer {
        Observations.Answer(digesting: CollectionOfOne(kind.map(code) ?? 0))
    }

    private static func code(_ kind: FileKind) -> UInt8 {
        switch kind {
        case .file: 1
        case .folder: 2
        case .link: 3
        case .other: 4
        }
    }

    /// Waits if a stamp is about to settle, but not for clocks that go wrong or file systems that keep seconds.
    private static func settles(_ stamp: FileStamp, _ base: any FileSystem) -> Bool {
        let (wait, overflow) = stamp.settles.subtractingReportingOverflow(base.now)
        guard !overflow, wait > 0, wait <= FileStamp.tick else { return false }
        Thread.sleep(forTimeInterval: Double(wait) / 1e9)
        return true
    }

    private func note(_ question: Observations.Question, _ path: String, _ answer: Observations.Answer) {
        let place = place(of: path)
        log.withLock { $0?.add(question, place.utf8, answer) }
    }

    /// As it is written down.
    private func place(of path: String) -> Substring {
        guard path.utf8.starts(with: root.utf8) else { return path[...] }
        let rest = path.utf8.dropFirst(root.utf8.count)
        if rest.isEmpty { return "" }
        return rest.first == UInt8(ascii: "/") ? path[rest.index(after: rest.startIndex)...] : path[...]
    }
}
