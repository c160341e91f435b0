import Foundation
import TestSupport
import Testing
import ThemeSystem
import ThemeModel

@testable import ThemeProject

final class ClockedFileSystem: FileSystem {
    private struct State {
        var files: [String: [UInt8]]
        var stamps: [String: FileStamp] = [:]
        var lastInode: UInt64 = 9
        var now: Int64
        var reads: [String] = []
        var lists: [String] = []
        var slowFile: String?
        var answerTime: Int64 = 0
    }

    private let state: Lock<State>
    /// In nanoseconds. Not a whole second, which would look like a file system with stamps of seconds.
    static let start: Int64 = 1_700_000_000_123_456_789
    static let second: Int64 = 1_000_000_000

    init(_ project: ProjectFiles = .sound) {
        state = Lock(State(files: project.files, now: Self.start))
        for path in project.files.keys.sorted() { write(path, project.files[path] ?? []) }
        pass(seconds: 60)
    }

    func pass(seconds: Int64) { state.withLock { $0.now += seconds * Self.second } }

    /// A file that is written just before each read, which then takes a second; `nil` for none.
    func slowDown(_ path: String?) { state.withLock { $0.slowFile = path } }

    /// From now on, the clock advances by these nanoseconds while a folder is listed, and while a file is read.
    func slowDown(by time: Int64) { state.withLock { $0.answerTime = time } }

    private func answer() { state.withLock { $0.now += $0.answerTime } }

    /// Writes like a system: a new file has a new inode, and both times are the clock's.
    func write(_ path: String, _ bytes: [UInt8]) {
        state.withLock { state in
            state.files[path] = bytes
            if state.stamps[path] == nil { state.lastInode += 1 }
            let inode = state.stamps[path]?.inode ?? state.lastInode
            state.stamps[path] = FileStamp(
                size: UInt64(bytes.count), inode: inode, modified: state.now, changed: state.now)
        }
    }

    func remove(_ path: String) {
        state.withLock { state in
            state.files[path] = nil
            state.stamps[path] = nil
        }
    }

    func restamp(_ path: String, _ change: (inout FileStamp) -> Void) {
        state.withLock { state in
            guard var stamp = state.stamps[path] else { return }
            change(&stamp)
            state.stamps[path] = stamp
        }
    }

    var images: [String] { state.withLock { $0.files.keys.filter { $0.hasSuffix(".png") }.sorted() } }

    func takeReads() -> [String] {
        state.withLock { state in
            defer { state.reads = [] }
            return state.reads.sorted()
        }
    }

    func takeLists() -> [String] {
        state.withLock { state in
            defer { state.lists = [] }
            return state.lists
        }
    }

    private var memory: MemoryFileSystem { state.withLock { MemoryFileSystem(ProjectFiles.root, $0.files) } }

    private func relative(_ path: String) -> String { String(path.dropFirst(ProjectFiles.root.count + 1)) }

    func entries(of folder: String) throws(FileError) -> [FolderEntry] {
        try memory.entries(of: folder).sorted { $0.name.lexicographicallyPrecedes($1.name) }
    }

    func stampedEntries(of folder: String) throws(FileError) -> [StampedEntry] {
        state.withLock { $0.lists.append(relative(folder)) }
        defer { answer() }
        return try entries(of: folder).map { entry in
            (entry, stamp(of: "\(folder)/\(String(decoding: entry.name, as: UTF8.self))"))
        }
    }

    func read(_ path: String, first count: Int?, limit: Int) throws(FileError) -> FileContents {
        let isSlow = state.withLock { $0.slowFile } == relative(path)
        if isSlow { restamp(relative(path)) { [now] in ($0.modified, $0.changed) = (now, now) } }
        var contents = try memory.read(path, first: count, limit: limit)
        contents.stamp = stamp(of: path)
        state.withLock { $0.reads.append(relative(path)) }
        if isSlow { pass(seconds: 1) }
        answer()
        return contents
    }

    func destination(of path: String) throws(FileError) -> String { try memory.destination(of: path) }
    func kind(of path: String) -> FileKind? { memory.kind(of: path) }
    func stamp(of path: String) -> FileStamp? { state.withLock { $0.stamps[relative(path)] } }
    var now: Int64 { state.withLock { $0.now } }
}
