import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ThemePackager

/// A file system in memory with stamps, a clock that the test sets, and a count of what is read.
final class ClockedFileSystem: FileSystem {
    private struct State {
        var files: [String: [UInt8]]
        var stamps: [String: FileStamp] = [:]
        var now: Int64
        var reads: [String] = []
        var slowFile: String?
    }

    private let state: Mutex<State>
    /// Nanoseconds, as the stamps have them; not a whole second, which would look like a file system that keeps no more.
    static let start: Int64 = 1_700_000_000_123_456_789
    static let second: Int64 = 1_000_000_000

    init(_ project: ProjectFiles = .sound) {
        state = Mutex(State(files: project.files, now: Self.start))
        for path in project.files.keys.sorted() { write(path, project.files[path] ?? []) }
        pass(seconds: 60)
    }

    func pass(seconds: Int64) { state.withLock { $0.now += seconds * Self.second } }

    /// From now on a file is written just before it is read, and reading it takes a second; `nil` for none.
    func slowDown(_ path: String?) { state.withLock { $0.slowFile = path } }

    /// Writes as a system does: a new inode for a new file, both times from the clock.
    func write(_ path: String, _ bytes: [UInt8]) {
        state.withLock { state in
            state.files[path] = bytes
            let inode = state.stamps[path]?.inode ?? UInt64(state.stamps.count + 10)
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

    /// What no system call does.
    func restamp(_ path: String, _ change: (inout FileStamp) -> Void) {
        state.withLock { state in
            guard var stamp = state.stamps[path] else { return }
            change(&stamp)
            state.stamps[path] = stamp
        }
    }

    var images: [String] { state.withLock { $0.files.keys.filter { $0.hasSuffix(".png") }.sorted() } }

    /// Paths of files that were opened since this was asked last.
    func takeReads() -> [String] {
        state.withLock { state in
            defer { state.reads = [] }
            return state.reads.sorted()
        }
    }

    private var memory: MemoryFileSystem { state.withLock { MemoryFileSystem(ProjectFiles.root, $0.files) } }

    private func relative(_ path: String) -> String { String(path.dropFirst(ProjectFiles.root.count + 1)) }

    func entries(of folder: String) throws(FileProblem) -> [FolderEntry] {
        try memory.entries(of: folder).sorted { $0.name.lexicographicallyPrecedes($1.name) }
    }

    func read(_ path: String, first count: Int?, limit: Int) throws(FileProblem) -> FileContents {
        let isSlow = state.withLock { $0.slowFile } == relative(path)
        if isSlow { restamp(relative(path)) { [now] in ($0.modified, $0.changed) = (now, now) } }
        var contents = try memory.read(path, first: count, limit: limit)
        contents.stamp = stamp(of: path)
        state.withLock { $0.reads.append(relative(path)) }
        if isSlow { pass(seconds: 1) }
        return contents
    }

    func destination(of path: String) throws(FileProblem) -> String { try memory.destination(of: path) }
    func kind(of path: String) -> FileKind? { memory.kind(of: path) }
    func stamp(of path: String) -> FileStamp? { state.withLock { $0.stamps[relative(path)] } }
    var now: Int64 { state.withLock { $0.now } }
}

@Suite("Cache")
struct CacheTests {
    static let image = "themes/year/common/year_button@2x.png"
    static let sound = PNGFile(88, 44, shade: 0x77).bytes
    /// As many bytes, one of them wrong.
    static let damaged = sound.enumerated().map { $0.offset == sound.count / 2 ? $0.element ^ 1 : $0.element }

    let sandbox: Sandbox
    let files = ClockedFileSystem()

    init() throws {
        sandbox = try Sandbox()
        files.write(Self.image, Self.sound)
        files.pass(seconds: 60)
    }

    func cache(tool: String = "tool 1") throws -> ProjectCache {
        ProjectCache(of: try Project(at: ProjectFiles.root, in: files), tool: tool, in: "\(sandbox.path)/.themepack")
    }

    func verify(
        _ selection: ThemeScope = .everything, tool: String = "tool 1", packing: Bool = false
    ) throws -> Verification {
        let cache = try cache(tool: tool)
        let verifier = Verifier(try Project(at: ProjectFiles.root, in: files), jobs: 2, cache: cache)
        _ = files.takeReads()
        let verification = try packing ? verifier.verifyForPackaging(selection) : verifier.verify(selection)
        try cache.keep(verification, of: selection)
        return verification
    }

    func verifyWithoutCache(_ selection: ThemeScope = .everything) throws -> Verification {
        try Verifier(Project(at: ProjectFiles.root, in: files), jobs: 2).verify(selection)
    }

    /// The cache is of no consequence for what is found.
    func expectSame(_ selection: ThemeScope = .everything, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let (remembered, fresh) = (try verify(selection), try verifyWithoutCache(selection))
        #expect(remembered.findings == fresh.findings, sourceLocation: sourceLocation)
        #expect(remembered.imageCount == fresh.imageCount, sourceLocation: sourceLocation)
        #expect(remembered.themeCount == fresh.themeCount, sourceLocation: sourceLocation)
    }

    @Test("Unchanged, nothing is opened, and all is said again: counts, warnings, errors")
    func unchanged() throws {
        files.write("themes/year/config.json", Array(#"{"Color": {"title": "00", "x": "nonsense"}}"#.utf8))
        files.write(Self.image, Self.damaged)
        files.pass(seconds: 60)
        let first = try verify()
        #expect(!first.isRemembered && first.decodedCount == 6 && first.count(.error) > 0 && first.findings.count > 2)
        let second = try verify()
        #expect(files.takeReads().isEmpty)
        #expect(second.isRemembered && second.decodedCount == 0)
        #expect(second.findings == first.findings && second.imageCount == 6 && second.themeCount == 2)
    }

    @Test("Of one changed image one is decoded, for a report as for a pack")
    func oneChanged() throws {
        #expect(try verify().decodedCount == 6)
        files.write(Self.image, PNGFile(88, 44, shade: 0x78).bytes)
        files.pass(seconds: 60)
        #expect(try verify().decodedCount == 1)
        #expect(
            files.takeReads().filter { $0.hasSuffix(".png") && $0 != Self.image } == ["assets/common/button@2x.png"])
        #expect(try verify().isRemembered)
        #expect(try verify(packing: true).decodedCount == 0)
        files.write(Self.image, PNGFile(88, 44, shade: 0x79).bytes)
        files.pass(seconds: 60)
        #expect(try verify(packing: true).decodedCount == 1)
    }

    @Test("Images are remembered though no pack came of them, and are let go of when they are")
    func imagesAlone() throws {
        let verifier = Verifier(try Project(at: ProjectFiles.root, in: files), jobs: 2, cache: try cache())
        var verification = try verifier.verifyForPackaging(.everything)
        #expect(verification.decodedCount == 6 && verification.evidence?.newImages?.isEmpty == false)
        try cache().keepImages(of: &verification)
        #expect(verification.evidence?.newImages == nil)
        let again = try verify()
        #expect(again.decodedCount == 0 && !again.isRemembered)
        #expect(again.findings == verification.findings)
    }

    @Test("A default that changed is held against the themed image again")
    func changedDefault() throws {
        _ = try verify()
        files.write("assets/common/button@2x.png", Self.sound)
        files.pass(seconds: 60)
        let found = try verify()
        #expect(found.findings.map(\.rule) == [.imageIdentical] && found.decodedCount == 1)
        try expectSame(.folders(["year"]))
    }

    /// Ways in which a file comes to other bytes.
    static let changes: [(String, @Sendable (ClockedFileSystem) -> Void)] = [
        ("written anew", { $0.write(image, damaged) }),
        (
            "the same size and the old mtime",
            { files in
                let old = files.stamp(of: "\(ProjectFiles.root)/\(image)")
                files.write(image, damaged)
                files.restamp(image) { $0.modified = old?.modified ?? 0 }
            }
        ),
        (
            "replaced by a file with the same times",
            { files in
                let old = files.stamp(of: "\(ProjectFiles.root)/\(image)")
                files.write(image, damaged)
                files.restamp(image) { stamp in
                    (stamp.modified, stamp.changed) = (old?.modified ?? 0, old?.changed ?? 0)
                    stamp.inode += 1000
                }
            }
        ),
        (
            "written while the clock had gone back a year",
            { files in
                files.pass(seconds: -365 * 86400)
                files.write(image, damaged)
            }
        ),
        (
            "written while the clock had gone back, and then forward again",
            { files in
                files.pass(seconds: -365 * 86400)
                files.write(image, damaged)
                files.pass(seconds: 365 * 86400)
            }
        ),
        ("cut", { $0.write(image, Array(damaged.prefix(50))) }),
        ("removed", { $0.remove(image) }),
        ("another file beside it", { $0.write("themes/year/common/year_other.png", damaged) }),
        ("a file that is no image beside it", { $0.write("themes/year/common/notes.txt", [1]) }),
        ("theme.json", { $0.write("themes/year/theme.json", Array("{}".utf8)) }),
        ("no theme.json", { $0.remove("themes/year/theme.json") }),
        ("config.json", { $0.write("themes/year/config.json", Array("{".utf8)) }),
        ("the default's config.json", { $0.write("themes/default/config.json", Array("{}".utf8)) }),
        ("another theme", { $0.write("themes/new/theme.json", Array("{}".utf8)) }),
        ("a rule", { $0.write("themepack.json", Array(#"{"rules": {"image-scale": "off"}}"#.utf8)) }),
        ("a limit", { $0.write("themepack.json", Array(#"{"limits": {"imageWidth": 50}}"#.utf8)) }),
    ]

    @Test("What changed is seen, however it changed", arguments: changes.indices)
    func changed(_ index: Int) throws {
        for selection in [ThemeScope.everything, .folders(["year"]), .folders(["default"])] {
            #expect(try verify(selection).count(.error) == 0)
        }
        Self.changes[index].1(files)
        for _ in 1...2 {
            for selection in [ThemeScope.everything, .folders(["year"]), .folders(["default"])] {
                try expectSame(selection)
            }
            files.pass(seconds: 1)
        }
    }

    /// Distances of mtime and ctime from the time of the first look.
    static let unsettled: [(Int64, Int64)] = [
        (0, 0), (0, -5_000_000), (-3600 * ClockedFileSystem.second, 0), (0, 3600 * ClockedFileSystem.second),
    ]

    @Test(
        "A stamp proves nothing before it has settled: what is written within one tick of the clock has one stamp",
        arguments: unsettled)
    func racilyClean(_ modified: Int64, _ changed: Int64) throws {
        let now = files.now
        files.restamp(Self.image) { ($0.modified, $0.changed) = (now + modified, now + changed) }
        let stamp = files.stamp(of: "\(ProjectFiles.root)/\(Self.image)")
        #expect(try verify().count(.error) == 0)
        files.write(Self.image, Self.damaged)
        files.restamp(Self.image) { if let stamp { $0 = stamp } }
        #expect(try verify().count(.error) == 1)
    }

    @Test("A stamp that settled while the file was being read proves nothing of what was read")
    func slowReading() throws {
        files.slowDown(Self.image)
        #expect(try verify(.folders(["year"])).count(.error) == 0)
        files.slowDown(nil)
        let stamp = files.stamp(of: "\(ProjectFiles.root)/\(Self.image)")
        files.write(Self.image, Self.damaged)
        files.restamp(Self.image) { if let stamp { $0 = stamp } }
        #expect(try verify(.folders(["year"])).count(.error) == 1)
    }

    @Test("Where stamps have whole seconds, they settle after two")
    func coarse() throws {
        let second = ClockedFileSystem.second
        let whole = files.now / second * second
        func isSettled(_ seconds: Int64) -> Bool {
            FileStamp(size: 1, inode: 1, modified: whole, changed: whole).isSettled(at: whole + seconds * second)
        }
        #expect(!isSettled(1) && isSettled(2))
        let extreme = FileStamp(size: 1, inode: 1, modified: .max, changed: .min)
        #expect(!extreme.isSettled(at: .max) && !extreme.isSettled(at: .min))
    }

    @Test("Another tool, other limits: everything is decoded again; other rules: nothing, but all is judged again")
    func invalidation() throws {
        _ = try verify()
        #expect(try verify(tool: "tool 2").decodedCount == 6)
        #expect(try verify().decodedCount == 6)
        files.write("themepack.json", Array(#"{"rules": {"image-alpha": "off"}}"#.utf8))
        let judged = try verify()
        #expect(!judged.isRemembered && judged.decodedCount == 0)
        files.write("themepack.json", Array(#"{"limits": {"imageHeight": 9999}}"#.utf8))
        #expect(try verify().decodedCount == 6)
    }

    @Test("Verifying one theme does not forget the others")
    func selections() throws {
        _ = try verify()
        #expect(try verify(.folders(["year"])).decodedCount == 0)
        #expect(try verify(.folders(["default"])).decodedCount == 0)
        #expect(try verify().isRemembered)
        files.write(Self.image, PNGFile(88, 44, shade: 0x70).bytes)
        files.pass(seconds: 60)
        #expect(try verify(.folders(["year"])).decodedCount == 1)
        #expect(try verify().decodedCount == 0)
    }

    @Test("A file system without stamps has no memory")
    func noStamps() throws {
        let project = try Project(at: ProjectFiles.root, in: ProjectFiles.sound.memory)
        let cache = ProjectCache(of: project, tool: "", in: "\(sandbox.path)/.themepack")
        for _ in 1...2 {
            let verification = try Verifier(project, jobs: 2, cache: cache).verify(.everything)
            #expect(verification.decodedCount == 6 && !verification.isRemembered)
            try cache.keep(verification, of: .everything)
        }
    }
}
