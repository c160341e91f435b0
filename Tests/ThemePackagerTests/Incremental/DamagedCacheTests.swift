import Foundation
import TestSupport
import Testing
import ThemeProject

@testable import PackFormat
@testable import ThemePackager

@Suite("Damaged caches")
struct DamagedCacheTests {
    let tests: CacheTests
    private var folder: String { "\(tests.sandbox.path)/.themepack" }

    init() throws {
        tests = try CacheTests()
        tests.files.write("themes/year/config.json", Array(#"{"Color": {"title": "00"}}"#.utf8))
        tests.files.pass(seconds: 60)
        _ = try tests.verify()
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != ".gitignore" }.sorted()
    }

    /// The bytes of a file between its header and its checksum.
    private func inner(of name: String) throws -> [UInt8] {
        Array(try tests.sandbox.read(".themepack/\(name)").dropFirst(19).dropLast(4))
    }

    private func check(_ name: String, _ what: String, _ body: (inout [UInt8]) -> Void) throws {
        let whole = try tests.sandbox.read(".themepack/\(name)")
        var bytes = whole
        body(&bytes)
        try tests.sandbox.write(".themepack/\(name)", bytes)
        // A run that uses the cache reads no image.
        if !name.hasPrefix("run") {
            for run in try names() where run.hasPrefix("run") {
                try FileManager.default.removeItem(atPath: "\(folder)/\(run)")
            }
        }
        let (remembered, fresh) = (try tests.verify(), try tests.verifyWithoutCache())
        #expect(remembered.findings == fresh.findings && remembered.imageCount == fresh.imageCount, "\(name) \(what)")
        #expect(!remembered.isFromCache, "\(name) \(what)")
        #expect(remembered.decodedCount == (name.hasPrefix("run") ? 0 : 6), "\(name) \(what)")
        #expect(try tests.verify().isFromCache, "\(name) \(what): the next run repairs it")
    }

    @Test("The folder has two files and .gitignore")
    func contents() throws {
        #expect(try names().count == 2 && tests.sandbox.text(".themepack/.gitignore") == "*\n")
    }

    @Test("A truncated file is ignored")
    func truncated() throws {
        for name in try names() {
            let count = try tests.sandbox.read(".themepack/\(name)").count
            for length in stride(from: 0, to: count, by: max(1, count / 25)) {
                try check(name, "cut to \(length)") { $0.removeLast($0.count - length) }
            }
        }
    }

    @Test("A file with a flipped bit is ignored")
    func flipped() throws {
        for name in try names() {
            let count = try tests.sandbox.read(".themepack/\(name)").count
            for offset in stride(from: 0, to: count, by: max(1, count / 30)) {
                try check(name, "flipped at \(offset)") { $0[offset] ^= 1 << (offset % 8) }
            }
        }
    }

    @Test("A longer or empty file or another format is ignored")
    func strange() throws {
        for name in try names() {
            try check(name, "longer") { $0.append(0) }
            try check(name, "empty") { $0 = [] }
            try check(name, "another format") { $0[17] ^= 1 }
        }
        let (images, run) = (try names()[0], try names()[1])
        let other = try tests.sandbox.read(".themepack/\(images)")
        try check(run, "the other file's") { $0 = other }
    }

    @Test("Random bytes with a valid checksum never trap")
    func forged() throws {
        var random = SeededRandom(seed: 9)
        for name in try names() {
            let contents = try inner(of: name)
            for round in 0..<400 {
                var forged = contents
                for _ in 0...(round % 4) {
                    let offset = Int.random(in: 0..<forged.count, using: &random)
                    forged[offset] = [0, 1, 0x7F, 0xFF, UInt8.random(in: 0...255, using: &random)].randomElement() ?? 0
                }
                if round % 8 == 0 { forged.removeLast(Int.random(in: 0..<forged.count, using: &random)) }
                var reader = CacheReader(forged, from: 32)
                if let known = try? KnownImages(from: &reader) {
                    for number in 0..<known.count {
                        let stamp = FileStamp(size: 1, inode: known.inode(number), modified: 1, changed: 1)
                        #expect(known.number(of: known.images.first?.stamp ?? stamp) ?? 0 < known.count)
                        _ = known.number(of: stamp)
                    }
                }
                reader = CacheReader(forged, from: 32)
                guard let run = try? PastRun(from: &reader) else { continue }
                _ = run.verification()
                _ = run.observations.compare(in: tests.files, root: ProjectFiles.root, jobs: 1)
            }
        }
    }

    @Test("Impossible counts and unknown questions are damage")
    func counts() throws {
        let name = try #require(try names().first { $0.hasPrefix("run") })
        let contents = try inner(of: name)
        var reader = CacheReader(contents, from: 32)
        _ = try PastRun(from: &reader)
        // The length of the findings.
        var forged = contents
        forged.replaceSubrange(40..<48, with: [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F])
        reader = CacheReader(forged, from: 32)
        #expect(throws: InvalidCache.self) { try PastRun(from: &reader) }
        var writer = ByteWriter()
        writer.add(UInt64(1))
        writer.add(4 as UInt8)
        writer.add("assets")
        writer.add(ContentDigest(of: []))
        reader = CacheReader(writer.bytes)
        #expect(throws: InvalidCache.self) { try Observations(from: &reader) }
    }

    @Test("A cache of another project is ignored")
    func foreign() throws {
        let other = try CacheTests()
        other.files.write(CacheTests.image, CacheTests.damaged)
        other.files.pass(seconds: 60)
        for name in try names() {
            try other.sandbox.write(".themepack/\(name)", tests.sandbox.read(".themepack/\(name)"))
        }
        #expect(try other.verify().findings == other.verifyWithoutCache().findings)
    }

    @Test("Links in place of the folder or its files are neither followed nor written")
    func links() throws {
        let manager = FileManager.default
        let elsewhere = "\(tests.sandbox.path)/elsewhere"
        try manager.moveItem(atPath: folder, toPath: elsewhere)
        try manager.createSymbolicLink(atPath: folder, withDestinationPath: elsewhere)
        let before = try tests.sandbox.listing(of: "elsewhere")
        #expect(throws: UserError.self) { try tests.verify() }
        #expect(try !tests.verifyWithoutCache().has(.error))
        #expect(try tests.sandbox.listing(of: "elsewhere") == before)

        try manager.removeItem(atPath: folder)
        try tests.sandbox.write(".themepack", "a file")
        #expect(throws: UserError.self) { try tests.verify() }
        #expect(try tests.sandbox.text(".themepack") == "a file")

        try manager.removeItem(atPath: folder)
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in before.keys where name != ".gitignore" {
            try manager.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: "\(elsewhere)/\(name)")
        }
        #expect(try !tests.verify().isFromCache)
        #expect(try tests.sandbox.listing(of: "elsewhere") == before)
        #expect(try tests.verify().isFromCache)
    }

    @Test("Temporary files of killed runs are removed")
    func leftovers() throws {
        for number in 0..<30 { try tests.sandbox.write(".themepack/.themepack-\(number).tmp", "half") }
        _ = try tests.verify(.folders(["year"]))
        #expect(try names().count { $0.hasSuffix(".tmp") } == 8)
    }

    @Test("The runs of the latest scopes stay in the cache")
    func pruning() throws {
        for number in 0..<20 { _ = try tests.verify(.folders(["year", "\(number)"])) }
        #expect(try names().count == 9)
        #expect(try tests.verify(.folders(["year", "19"])).isFromCache)
    }
}
