import Foundation
import PackFormat
import TestSupport
import Testing
import ThemeSystem
import ThemeModel

@testable import ThemePackager
@testable import ThemeProject

@Suite("Cache")
struct CacheTests {
    static let image = "themes/year/common/year_button@2x.png"
    static let sound = PNGFile(88, 44, shade: 0x77).bytes
    /// The same number of bytes, of which one is wrong.
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
        _ scope: ThemeScope = .everything, tool: String = "tool 1", packing: Bool = false
    ) throws -> Verification {
        let cache = try cache(tool: tool)
        var build = ProjectRun(
            of: try Project(at: ProjectFiles.root, in: files), scope, jobs: 2, cache: cache)
        let failure = Lock<UserError?>(nil)
        build.events.cacheFailed = { error in failure.withLock { $0 = error } }
        _ = files.takeReads()
        let verification = try packing ? build.verifyForPackaging() : build.verify()
        if let error = failure.withLock({ $0 }) { throw error }
        return verification
    }

    func verifyWithoutCache(_ scope: ThemeScope = .everything) throws -> Verification {
        try ProjectRun(of: Project(at: ProjectFiles.root, in: files), scope, jobs: 2).verify()
    }

    func expectSame(_ scope: ThemeScope = .everything, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let (remembered, fresh) = (try verify(scope), try verifyWithoutCache(scope))
        #expect(remembered.findings == fresh.findings, sourceLocation: sourceLocation)
        #expect(remembered.imageCount == fresh.imageCount, sourceLocation: sourceLocation)
        #expect(remembered.themeCount == fresh.themeCount, sourceLocation: sourceLocation)
    }

    @Test("For an unchanged project no file is opened, and the report is the same")
    func unchanged() throws {
        files.write("themes/year/config.json", Array(#"{"Color": {"title": "00", "x": "nonsense"}}"#.utf8))
        files.write(Self.image, Self.damaged)
        files.pass(seconds: 60)
        let first = try verify()
        #expect(!first.isFromCache && first.decodedCount == 6 && first.has(.error) && first.findings.count > 2)
        let second = try verify()
        #expect(files.takeReads().isEmpty)
        #expect(second.isFromCache && second.decodedCount == 0)
        #expect(second.findings == first.findings && second.imageCount == 6 && second.themeCount == 2)
    }

    @Test("After a change of one image one image is decoded")
    func oneChanged() throws {
        #expect(try verify().decodedCount == 6)
        files.write(Self.image, PNGFile(88, 44, shade: 0x78).bytes)
        files.pass(seconds: 60)
        #expect(try verify().decodedCount == 1)
        #expect(
            files.takeReads().filter { $0.hasSuffix(".png") && $0 != Self.image } == ["assets/common/button@2x.png"])
        #expect(try verify().isFromCache)
        #expect(try verify(packing: true).decodedCount == 0)
        files.write(Self.image, PNGFile(88, 44, shade: 0x79).bytes)
        files.pass(seconds: 60)
        #expect(try verify(packing: true).decodedCount == 1)
    }

    @Test("Of defaults that an earlier run has compared, no bytes are read again")
    func startsOfDefaults() throws {
        // Two defaults and two images of the theme that differ in their last rows alone.
        for (path, seed, isInterlaced) in [("assets/common/", 7, false), ("themes/year/common/year_", 9, true)] {
            var grid = PixelGrid(44, 22, seed: UInt64(seed))
            files.write("\(path)one.png", grid.png().bytes)
            grid.samples[grid.samples.count - 2] ^= 1
            files.write("\(path)other.png", grid.png(interlaced: isInterlaced).bytes)
        }
        files.pass(seconds: 60)
        func readsOfDefaults() throws -> [String] {
            _ = try verify(.folders(["year"]))
            return files.takeReads().filter { ["assets/common/one.png", "assets/common/other.png"].contains($0) }
        }
        #expect(try readsOfDefaults() == ["assets/common/one.png", "assets/common/other.png"])
        files.write(Self.image, PNGFile(88, 44, shade: 0x78).bytes)
        files.pass(seconds: 60)
        #expect(try readsOfDefaults() == [])
    }

    @Test("Of a default whose pixels decided about a themed image, no bytes are read again")
    func pixelsOfDefaults() throws {
        // Every pixel of the theme's is opaque, or fainter than those of the default.
        for (name, alpha) in [("opaque", 255), ("faint", 40)] as [(String, UInt8)] {
            files.write("assets/common/\(name).png", PNGFile(4, 4) { x, y in [UInt8(x), 9, 9, y == 0 ? 0 : 200] }.bytes)
            files.write("themes/year/common/year_\(name).png", PNGFile(4, 4) { x, _ in [9, UInt8(x), 9, alpha] }.bytes)
        }
        files.pass(seconds: 60)
        func defaultsRead() throws -> [String] {
            _ = try verify(.folders(["year"]))
            return files.takeReads().filter { $0.hasSuffix("/opaque.png") || $0.hasSuffix("/faint.png") }
        }
        #expect(try Set(defaultsRead()).count == 2)
        files.write(Self.image, PNGFile(88, 44, shade: 0x78).bytes)
        files.pass(seconds: 60)
        #expect(try defaultsRead() == [])
        try expectSame(.folders(["year"]))
    }

    @Test("Masks that an earlier run has seen are not read again; a changed one is", arguments: [["year"], nil])
    func masks(_ themes: [String]?) throws {
        let scope = themes.map { ThemeScope.folders(Set($0)) } ?? .everything
        let own = "themes/year/common/year_icon.png"
        func write(_ path: String, _ shade: UInt8) {
            // Black, but for a ninth.
            files.write(path, PNGFile(10, 10) { _, y in [y == 0 ? shade : 0, 0, 0, y == 9 ? 0 : 255] }.bytes)
            files.pass(seconds: 60)
        }
        func run() throws -> (read: Bool, findings: [Finding]) {
            let findings = try verify(scope).findings.filter { $0.rule == .imageTemplate }
            return (files.takeReads().contains { $0.hasSuffix("icon.png") }, findings)
        }
        files.write(
            "themes/default/theme.json",
            Array(#"{"id": "default", "version": "1.0.0", "templates": {"common/icon": null}}"#.utf8))
        write("assets/common/icon.png", 0)
        write(own, 1)
        // The mask of its default in another color.
        #expect(try run().findings.map(\.path) == [own])
        write(Self.image, 1)
        let unchanged = try run()
        #expect(!unchanged.read && unchanged.findings.map(\.path) == [own])
        write(own, 255)
        let changed = try run()
        #expect(changed.read && changed.findings.count == 2)
        try expectSame(scope)
    }

    @Test("Images are remembered without a build, and forgotten with their files")
    func imagesAlone() throws {
        let build = ProjectRun(
            of: try Project(at: ProjectFiles.root, in: files), jobs: 2, cache: try cache())
        let run = try build.run(isPackaging: true)
        #expect(run.verification.decodedCount == 6)
        let again = try verify()
        #expect(again.decodedCount == 0 && !again.isFromCache)
        #expect(again.findings == run.verification.findings)
    }

    @Test("A changed default is compared with the themed image again")
    func changedDefault() throws {
        _ = try verify()
        files.write("assets/common/button@2x.png", Self.sound)
        files.pass(seconds: 60)
        let found = try verify()
        #expect(found.findings.map(\.rule) == [.imageScaleContent, .imageIdentical] && found.decodedCount == 1)
        try expectSame(.folders(["year"]))
    }

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

    static let scopes: [ThemeScope] = [.folders([]), .everything, .folders(["year"]), .folders(["default"])]

    @Test("Every kind of change is noticed", arguments: changes.indices)
    func changed(_ index: Int) throws {
        for scope in Self.scopes {
            #expect(try !verify(scope).has(.error))
        }
        Self.changes[index].1(files)
        for _ in 1...2 {
            for scope in Self.scopes {
                try expectSame(scope)
            }
            files.pass(seconds: 1)
        }
    }

    /// Differences of mtime and ctime from the time of the first run.
    static let unsettled: [(Int64, Int64)] = [
        (0, 0), (0, -5_000_000), (-3600 * ClockedFileSystem.second, 0), (0, 3600 * ClockedFileSystem.second),
    ]

    @Test(
        "A stamp is not used before it has settled",
        arguments: unsettled)
    func racilyClean(_ modified: Int64, _ changed: Int64) throws {
        let now = files.now
        files.restamp(Self.image) { ($0.modified, $0.changed) = (now + modified, now + changed) }
        let stamp = files.stamp(of: "\(ProjectFiles.root)/\(Self.image)")
        #expect(try !verify().has(.error))
        files.write(Self.image, Self.damaged)
        files.restamp(Self.image) { if let stamp { $0 = stamp } }
        #expect(try verify().findings.count { $0.severity == .error } == 1)
    }

    @Test("A stamp that changes while the file is read is not used")
    func slowReading() throws {
        files.slowDown(Self.image)
        #expect(try !verify(.folders(["year"])).has(.error))
        files.slowDown(nil)
        let stamp = files.stamp(of: "\(ProjectFiles.root)/\(Self.image)")
        files.write(Self.image, Self.damaged)
        files.restamp(Self.image) { if let stamp { $0 = stamp } }
        #expect(try verify(.folders(["year"])).findings.count { $0.severity == .error } == 1)
    }

    @Test("Stamps of whole seconds count after two seconds")
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

    @Test("Another tool version or limit decodes all images again; other rules judge all findings again")
    func invalidation() throws {
        _ = try verify()
        #expect(try verify(tool: "tool 2").decodedCount == 6)
        #expect(try verify().decodedCount == 6)
        files.write("themepack.json", Array(#"{"rules": {"image-alpha": "off"}}"#.utf8))
        let judged = try verify()
        #expect(!judged.isFromCache && judged.decodedCount == 0)
        files.write("themepack.json", Array(#"{"limits": {"imageHeight": 9999}}"#.utf8))
        #expect(try verify().decodedCount == 6)
    }

    @Test("Verifying one theme does not forget the others")
    func scopes() throws {
        _ = try verify()
        #expect(try verify(.folders(["year"])).decodedCount == 0)
        #expect(try verify(.folders(["default"])).decodedCount == 0)
        #expect(try verify().isFromCache)
        files.write(Self.image, PNGFile(88, 44, shade: 0x70).bytes)
        files.pass(seconds: 60)
        #expect(try verify(.folders(["year"])).decodedCount == 1)
        #expect(try verify().decodedCount == 0)
    }

    @Test("Listing out-of-date files decodes every image, whatever the cache have")
    func check() throws {
        let project = try Project(at: ProjectFiles.root, in: files)
        let build = ProjectRun(of: project, jobs: 2, cache: try cache())
        #expect(try build.verifyForPackaging().decodedCount == 6)
        #expect(try build.verifyForPackaging().decodedCount == 0)
        let checked = try build.check(
            Distribution(in: OutputPlace(folder: "\(sandbox.path)/dist", for: "packs")), date: .earliest)
        #expect(checked.verification.decodedCount == 6 && checked.outOfDateFiles.count == 3)
    }

    @Test("A file system without stamps has no cache")
    func noStamps() throws {
        let project = try Project(at: ProjectFiles.root, in: ProjectFiles.sound.memory)
        let cache = ProjectCache(of: project, tool: "", in: "\(sandbox.path)/.themepack")
        for _ in 1...2 {
            let verification = try ProjectRun(of: project, .everything, jobs: 2, cache: cache).verify()
            #expect(verification.decodedCount == 6 && !verification.isFromCache)
        }
    }
}
