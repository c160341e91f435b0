import PackFormat
import Foundation
import TestSupport
import Testing

@testable import ThemePackager
@testable import ThemeProject

@Suite("Reuse of previous packs")
struct PreviousPackTests {
    let tests: CacheTests
    let sandbox: Sandbox

    init() throws {
        tests = try CacheTests()
        sandbox = try Sandbox()
    }

    private var project: Project { get throws { try Project(at: ProjectFiles.root, in: tests.files) } }

    /// Builds with the cache. Returns the packs and the files that packaging read.
    private func build() throws -> (packs: [[UInt8]], reads: [String]) {
        let themes = try tests.verify(packing: true).themes
        _ = tests.files.takeReads()
        let packs = try Distribution(in: OutputPlace(folder: "\(sandbox.path)/dist", for: "packs")).write(
            themes, from: tests.files, date: .earliest, jobs: 2)
        return (try packs.map { [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0.path))) }, tests.files.takeReads())
    }

    private func fresh() throws -> [[UInt8]] {
        try ProjectRun(of: project, .everything, jobs: 2).verifyForPackaging().themes.map {
            try Packs.bytes(of: try PackPlan(for: $0), from: tests.files)
        }
    }

    private func changeImage() {
        tests.files.write(CacheTests.image, PNGFile(88, 44, shade: 0x78).bytes)
        tests.files.pass(seconds: 60)
    }

    @Test("Unchanged images are copied from the previous pack, and their files are not opened")
    func unchanged() throws {
        _ = try build()
        changeImage()
        let (packs, reads) = try build()
        #expect(reads.isEmpty)
        #expect(try packs == fresh())
    }

    @Test("A pack without a change stays, unless it or the date has changed since it was written")
    func kept() throws {
        try ProjectFiles.sound.write(to: sandbox)
        let project = try Project(at: sandbox.path)
        let distribution = Distribution(in: try OutputPlace(folder: "\(sandbox.path)/dist", for: "packs"))
        var changes: UInt8 = 0
        func build(_ date: ArchiveDate = .earliest) throws -> [Bool] {
            changes += 1
            try sandbox.write(CacheTests.image, PNGFile(88, 44, shade: changes).bytes)
            let result = try ProjectRun(of: project, jobs: 2, cache: ProjectCache(of: project, tool: "t"))
                .build(into: distribution, date: date)
            let themes = try ProjectRun(of: project, jobs: 2).verifyForPackaging().themes
            for (pack, theme) in zip(result.packs, themes) {
                let fresh = try Packs.bytes(of: try PackPlan(for: theme), date: date, from: project.fileSystem)
                #expect(try sandbox.read("dist/\(pack.name)") == fresh && pack.digest == ContentDigest(of: fresh))
            }
            #expect(distribution.checksums.matches(result.packs))
            return result.packs.map(\.isKept)
        }
        #expect(try build() == [false, false])
        #expect(try build() == [true, false])
        #expect(try build() == [true, false])
        // The same bytes, but another file.
        let name = "dist/default-1.0.0.themepack.zip"
        try sandbox.write(name, try sandbox.read(name))
        #expect(try build() == [false, false])
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/dist/SHA256SUMS")
        #expect(try build() == [true, false])
        let later = ArchiveDate(secondsSince1970: 1_000_000_000)
        #expect(try build(later) == [false, false])
        #expect(try build(later) == [true, false])
    }

    @Test("A folder name that combines with the slash after it is compared by its bytes")
    func graphemes() throws {
        for (folder, shade) in [("x", 1), ("x\u{D4E}", 2)] as [(String, UInt8)] {
            tests.files.write("assets/\(folder)/a.png", PNGFile(4, 4, shade: shade).bytes)
            tests.files.write("themes/year/\(folder)/year_a.png", PNGFile(4, 4, shade: shade + 2).bytes)
        }
        tests.files.pass(seconds: 60)
        #expect(try build().packs == fresh())
        tests.files.write("themes/year/x\u{D4E}/year_a.png", PNGFile(4, 4, shade: 9).bytes)
        tests.files.pass(seconds: 60)
        #expect(try build().packs == fresh())
    }

    @Test("Without previous packs, every file that is not in memory is read")
    func absent() throws {
        _ = try build()
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/dist")
        changeImage()
        let (packs, reads) = try build()
        #expect(reads.count == 5)
        #expect(try packs == fresh())
    }

    static let damages: [(String, @Sendable (inout [UInt8]) -> Void)] = [
        ("empty", { $0 = [] }), ("cut after the index", { $0.removeLast($0.count / 2) }), ("longer", { $0.append(0) }),
        ("no pack", { $0 = Array("no pack".utf8) }), ("zeros", { $0 = [UInt8](repeating: 0, count: $0.count) }),
        ("all images damaged", { for at in $0.indices.dropFirst($0.count / 2) { $0[at] ^= 1 } }),
    ]

    @Test("A damaged previous pack is not used", arguments: damages.indices)
    func damaged(_ number: Int) throws {
        let names = try build().packs.count
        #expect(names == 2)
        for name in try sandbox.listing(of: "dist").keys where name.hasSuffix(".zip") {
            var bytes = try sandbox.read("dist/\(name)")
            Self.damages[number].1(&bytes)
            try sandbox.write("dist/\(name)", bytes)
        }
        changeImage()
        #expect(try build().packs == fresh(), "\(Self.damages[number].0)")
    }

    @Test("A flipped bit of a previous pack is not copied")
    func flipped() throws {
        _ = try build()
        let name = "dist/year-1.2.0.themepack.zip"
        let whole = try sandbox.read(name)
        for offset in stride(from: 0, to: whole.count, by: max(1, whole.count / 60)) {
            var bytes = whole
            bytes[offset] ^= 1 << (offset % 8)
            try sandbox.write(name, bytes)
            #expect(try build().packs == fresh(), "flipped at \(offset)")
        }
    }

    @Test("A pack with its recorded stamp is trusted until something writes to it")
    func recorded() throws {
        _ = try build()
        let path = "\(sandbox.path)/dist/year-1.2.0.themepack.zip"
        let stamp = try #require(DiskFileSystem.withoutLinks.stamp(of: path))
        let pack = try #require(PreviousPack(at: path, recordedAs: stamp))
        #expect(pack.isRecorded && pack.provesItsBytes)
        var bytes = try sandbox.read("dist/year-1.2.0.themepack.zip")
        bytes[bytes.count / 2] ^= 1
        // Times of files have the steps of the kernel's clock.
        Thread.sleep(forTimeInterval: 0.02)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        #expect(!pack.provesItsBytes)
        #expect(PreviousPack(at: path, recordedAs: stamp)?.isRecorded == false)
        #expect(PreviousPack(at: path)?.isRecorded == false)
    }
}
