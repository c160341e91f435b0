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

    @Test("A name whose portable form has too many marks in a row is cached as others are")
    func marks() throws {
        let marks = String(repeating: "\u{301}", count: 25)
        files.write("assets/a\(marks)\u{200E}\(marks).png", Self.sound)
        files.pass(seconds: 60)
        let found = try verify().findings
        #expect(found.contains { $0.rule == .namePortable })
        let again = try verify()
        #expect(again.isFromCache && again.findings == found)
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

    @Test("The pixels of a default that decide about a theme's image are read once", arguments: [40, 150, 255])
    func pixelsOfDefaults(_ alpha: UInt8) throws {
        let scope = ThemeScope.folders(["year"])
        func write(_ alpha: UInt8) {
            files.write(
                "themes/year/common/year_icon.png", PNGFile(40, 400) { x, _ in [9, UInt8(x), 9, alpha] }.bytes)
            files.pass(seconds: 60)
        }
        // The first row is transparent, only the last one is opaque.
        files.write(
            "assets/common/icon.png",
            PNGFile(40, 400) { x, y in [UInt8(x), 9, 9, y == 0 ? 0 : y == 399 ? 255 : 200] }.bytes)
        write(255)
        #expect(try verify(scope).findings.contains { $0.rule == .imageAlpha })
        write(alpha)
        let found = try verify(scope).findings
        #expect(found.contains { $0.rule == (alpha == 255 ? .imageAlpha : .imageFaint) })
        try expectSame(scope)
        files.write(Self.image, PNGFile(88, 44, shade: 0x78).bytes)
        files.pass(seconds: 60)
        _ = try verify(scope)
        #expect(!files.takeReads().contains("assets/common/icon.png"))
        try expectSame(scope)
    }

    @Test("A run over a theme has the findings of one without a cache, after a run over all themes")
    func afterAll() throws {
        for (path, difference) in [("assets/common/icon", 0), ("themes/year/common/year_icon", 60)] {
            for scale in [1, 2] {
                let image = PNGFile(32 * scale, 32 * scale) { x, y in
                    [UInt8(x / scale * 5), UInt8(y / scale * 5 + (scale - 1) * difference), UInt8(difference), 255]
                }
                files.write(scale == 1 ? "\(path).png" : "\(path)@2x.png", image.bytes)
            }
        }
        let trailing = PNGFile(8, 8, shade: 3).bytes + [0]
        files.write("assets/common/trailing.png", trailing)
        files.write("themes/year/common/year_trailing.png", PNGFile(8, 8, shade: 4).bytes)
        files.pass(seconds: 60)
        let all = try verify().findings.map(\.rule)
        #expect(all.contains(.imageScaleContent))
        #expect(all.contains(.imageTrailingData))
        try expectSame(.folders(["year"]))
        try expectSame()
    }

    @Test("A run has the findings of one without a cache, after a report")
    func afterReport() throws {
        // Only the last rows of the defaults differ. So do those of the theme's first two images; the third one has the
        // pixels of the first one in a longer file.
        func draw(_ shade: UInt8) -> PNGFile { PNGFile(40, 40) { x, y in [UInt8(x), y == 39 ? shade : 9, 0, 255] } }
        for (index, name) in ["one", "two", "three"].enumerated() {
            files.write("assets/common/\(name).png", draw(UInt8(index)).bytes)
            var own = draw(index == 1 ? 210 : 200)
            if index == 2 { own = own.inserting(.init("tEXt", Array("k\0v".utf8)), before: "IEND") }
            files.write("themes/year/common/year_\(name).png", own.bytes)
        }
        files.pass(seconds: 60)
        let project = try Project(at: ProjectFiles.root, in: files)
        _ = try ProjectRun(of: project, jobs: 2, cache: cache()).inspect()
        try expectSame()
        try expectSame(.folders(["year"]))
    }

    @Test("Images with the same bytes are the same image, and are not read again to find it")
    func duplicates() throws {
        func draw(_ seed: UInt64) -> [UInt8] { PixelGrid(20, 20, seed: seed).png().bytes }
        for (index, name) in ["one", "other"].enumerated() {
            files.write("assets/common/\(name).png", draw(UInt64(index)))
            files.write("themes/year/common/year_\(name).png", draw(9))
        }
        files.pass(seconds: 60)
        #expect(try verify(packing: true).findings.map(\.rule) == [.imageDuplicate])
        files.write(Self.image, PNGFile(88, 44, shade: 0x78).bytes)
        files.pass(seconds: 60)
        #expect(try verify(packing: true).findings.map(\.rule) == [.imageDuplicate])
        #expect(!files.takeReads().contains { $0.hasPrefix("themes/year/common/year_o") })
        try expectSame()
    }

    @Test("A mask is read once; a changed one, and that of a new template, once more", arguments: [["year"], nil])
    func masks(_ themes: [String]?) throws {
        let scope = themes.map { ThemeScope.folders(Set($0)) } ?? .everything
        let own = "themes/year/common/year_icon.png"
        func write(_ path: String, _ shade: UInt8) {
            // Eight black rows, one with a shade, and a transparent one.
            files.write(path, PNGFile(10, 10) { _, y in [y == 0 ? shade : 0, 0, 0, y == 9 ? 0 : 255] }.bytes)
            files.pass(seconds: 60)
        }
        func template(_ member: String) {
            files.write(
                "themes/default/theme.json", Array(#"{"id": "default", "version": "1.0.0"\#(member)}"#.utf8))
            files.pass(seconds: 60)
        }
        func findings() throws -> [String] {
            try verify(scope).findings.filter { $0.rule == .imageTemplate }.map(\.path)
        }
        write("assets/common/icon.png", 0)
        write(own, 1)
        template("")
        #expect(try findings() == [])
        template(#", "templates": {"common/icon": null}"#)
        // The mask of its default in another color.
        #expect(try findings() == [own])
        write(Self.image, 1)
        #expect(try findings() == [own])
        #expect(!files.takeReads().contains { $0.hasSuffix("icon.png") })
        write(own, 255)
        #expect(try findings() == [own, own])
        try expectSame(scope)
        template("")
        #expect(try findings() == [])
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

    /// Images of all kinds between which an inspection distinguishes, for each scale of a name.
    private static func image(_ kind: Int, _ scale: Int, _ random: inout SeededRandom) -> [UInt8] {
        let size = 24 * scale
        let shade = UInt8.random(in: 0...1, using: &random) * 90
        let textLength = Int.random(in: 0...1, using: &random)
        func draw(_ pixel: @escaping (_ x: Int, _ y: Int) -> [UInt8]) -> [UInt8] {
            let text = PNGFile.Chunk("tEXt", Array("k\0".utf8) + [UInt8](repeating: 65, count: textLength))
            return PNGFile(size, size) { x, y in pixel(x / scale, y / scale) }.inserting(text, before: "IEND").bytes
        }
        switch kind {
        case 0: return draw { _, _ in [shade, 0, 0, 255] }
        case 1: return draw { _, _ in [0, 0, 0, 0] }
        case 2: return draw { x, y in [UInt8(x * 5) + shade, UInt8(y * 5), 0, 255] }
        case 3: return draw { x, y in [shade, 0, 0, x < 12 ? 0 : 30 + UInt8(y)] }
        case 4: return draw { x, y in [shade, 0, 0, x < 12 ? 0 : y < 20 ? 200 : 255] }
        case 5: return draw { x, y in [y < 12 ? 255 : 0, shade, 0, x < 12 ? 0 : 255] }
        case 6: return draw { x, _ in [shade, 0, 0, x < 12 ? 0 : 255] } + [shade]
        case 7: return Self.damaged
        default: return Array("no image".utf8)
        }
    }

    @Test(
        "After any changes and runs, a run with the cache finds what one without it finds",
        arguments: 0..<Soak.rounds(3, soaking: 60))
    func anyChanges(_ seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let scopes: [ThemeScope] = [.everything, .folders(["year"]), .folders(["default"])]
        let names = ["", "@2x", "@3x"].enumerated().flatMap { scale, suffix in
            ["icon\(suffix).png", "other\(suffix).png"].map { ($0, scale + 1) }
        }
        for _ in 0..<40 {
            for (name, scale) in names where Int.random(in: 0..<4, using: &random) == 0 {
                for path in ["assets/common/\(name)", "themes/year/common/year_\(name)"]
                where Bool.random(using: &random) {
                    let image = Self.image(Int.random(in: 0..<9, using: &random), scale, &random)
                    let isRemoved = Int.random(in: 0..<8, using: &random) == 0
                    if isRemoved { files.remove(path) } else { files.write(path, image) }
                }
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                let templates = ["", #", "templates": {"common/icon": null}"#].randomElement(using: &random) ?? ""
                files.write(
                    "themes/default/theme.json", Array(#"{"id": "default", "version": "1.0.0"\#(templates)}"#.utf8))
            }
            files.pass(seconds: 60)
            for scope in scopes where Bool.random(using: &random) {
                if Bool.random(using: &random) {
                    #expect(try verify(scope, packing: true).findings == verifyWithoutCache(scope).findings)
                }
                if Bool.random(using: &random) {
                    let project = try Project(at: ProjectFiles.root, in: files)
                    _ = try ProjectRun(of: project, scope, jobs: 2, cache: cache()).inspect()
                }
                try expectSame(scope)
            }
        }
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
