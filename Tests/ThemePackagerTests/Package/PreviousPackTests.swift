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

    private struct Build {
        let packs: [[UInt8]]
        let records: [Distribution.RecordedPack]
        /// The files that packaging read.
        let reads: [String]
    }

    /// Builds with the cache.
    private func build(after last: Build? = nil, date: ArchiveDate = .earliest) throws -> Build {
        let themes = try tests.verify(packing: true).themes
        _ = tests.files.takeReads()
        let packs = try Distribution(in: OutputPlace(folder: "\(sandbox.path)/dist", for: "packs")).write(
            themes, from: tests.files, date: date, jobs: 2, replacing: last?.records ?? [])
        return Build(
            packs: try packs.map { [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0.path))) },
            records: packs.compactMap { $0.record(date, in: DiskFileSystem()) }, reads: tests.files.takeReads())
    }

    private func fresh(_ date: ArchiveDate = .earliest) throws -> [[UInt8]] {
        try ProjectRun(of: project, .everything, jobs: 2).verifyForPackaging().themes.map {
            try Packs.bytes(of: try PackPlan(for: $0), date: date, from: tests.files)
        }
    }

    private func changeImage(shade: UInt8 = 0x78) {
        tests.files.write(CacheTests.image, PNGFile(88, 44, shade: shade).bytes)
        tests.files.pass(seconds: 60)
    }

    @Test("Unchanged images are copied from the previous pack, and their files are not opened")
    func unchanged() throws {
        let first = try build()
        changeImage()
        let second = try build(after: first)
        #expect(second.reads.isEmpty)
        #expect(try second.packs == fresh() && second.packs != first.packs)
    }

    @Test("An added, a removed and a renamed image, another manifest, resource, setting and date give libzip's bytes")
    func changes() throws {
        let files = tests.files
        func writeManifest(_ name: String) {
            let manifest =
                #"{"id": "year", "name": "\#(name)", "version": "1.2.0", "imageNamePrefix": "year_", "#
                + #""resources": ["f/*"], "config": "config.json"}"#
            files.write("themes/year/theme.json", Array(manifest.utf8))
        }
        for (number, name) in ["b", "zz"].enumerated() {
            files.write("assets/\(name).png", PNGFile(40, 20, shade: UInt8(number)).bytes)
        }
        writeManifest("New Year")
        files.write("themes/year/config.json", Array("{}".utf8))
        files.write("themes/year/f/a", Array("one".utf8))
        files.pass(seconds: 60)
        var last = try build()
        let image = PNGFile(40, 20, shade: 9).bytes
        let steps: [() -> Void] = [
            { files.write("themes/year/year_b.png", image) },
            { files.write("themes/year/f/b", Array("two".utf8)) },
            {
                files.remove("themes/year/year_b.png")
                files.write("themes/year/year_zz.png", image)
            }, { files.write("themes/year/f/a", []) }, { writeManifest("Néw Year") },
            { files.write("themes/year/config.json", Array(#"{"Metrics": {"radius": 7}}"#.utf8)) },
        ]
        for step in steps {
            step()
            files.pass(seconds: 60)
            let next = try build(after: last)
            #expect(try next.packs == fresh() && next.packs != last.packs)
            #expect(next.reads.isEmpty)
            last = next
        }
        let later = ArchiveDate(secondsSince1970: 1_700_000_000)
        #expect(try build(after: last, date: later).packs == fresh(later))
    }

    @Test("A pack of which less than half exists is written anew, and new data is read when it is written")
    func large() throws {
        let first = try build()
        let path = "\(sandbox.path)/dist/year-1.2.0.themepack.zip"
        let record = try #require(first.records.first { $0.name == path.lastPathComponent })
        let previous = try #require(PreviousPack(at: path, writtenWith: record.stamp))
        var files = ProjectFiles.sound
        files["themes/year/theme.json"] =
            #"{"id": "year", "name": "New Year", "version": "1.2.0", "imageNamePrefix": "year_", "#
            + #""config": "config.json", "resources": ["f/*"]}"#
        files.files[CacheTests.image] = CacheTests.sound
        for length in [0, 500, 200_000] {
            for name in 0..<3 {
                files.files["themes/year/f/\(name)"] = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* (name + 3)) }
            }
            let plan = try Packs.plan(files)
            let written = Lock<[UInt8]>([])
            let pack = try previous.write(plan, from: files.memory, date: .earliest) { piece in
                written.withLock { $0 += piece }
            }
            #expect((pack == nil) == (length == 200_000))
            guard let pack else { continue }
            let bytes = written.withLock { $0 }
            #expect(try bytes == Packs.bytes(of: plan, from: files.memory))
            #expect(pack.digest == ContentDigest(of: bytes))
        }
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
        let first = try build()
        #expect(try first.packs == fresh())
        tests.files.write("themes/year/x\u{D4E}/year_a.png", PNGFile(4, 4, shade: 9).bytes)
        tests.files.pass(seconds: 60)
        #expect(try build(after: first).packs == fresh())
    }

    @Test("Without previous packs, every file that is not in memory is read")
    func absent() throws {
        let first = try build()
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/dist")
        changeImage()
        let second = try build(after: first)
        #expect(second.reads.count == 5)
        #expect(try second.packs == fresh())
    }

    @Test("A pack that is not the recorded file is not used, whatever it contains")
    func changed() throws {
        let first = try build()
        let changes: [(inout [UInt8]) -> Void] = [
            { $0 = [] }, { $0.removeLast($0.count / 2) }, { $0.append(0) }, { $0[$0.count / 2] ^= 1 }, { _ in },
        ]
        for (number, change) in changes.enumerated() {
            for record in first.records {
                var bytes = try sandbox.read("dist/\(record.name)")
                change(&bytes)
                try sandbox.write("dist/\(record.name)", bytes)
            }
            changeImage(shade: UInt8(number))
            let next = try build(after: first)
            #expect(try next.packs == fresh(), "change \(number)")
            #expect(next.reads.count == 5)
        }
    }

    @Test("A pack that changes while its images are copied, or cannot be read to its end, is not used")
    func changing() throws {
        var last = try build()
        let changes: [(inout [UInt8]) -> Void] = [{ $0[$0.count / 2] ^= 1 }, { $0 = [] }]
        for (number, change) in changes.enumerated() {
            let record = try #require(last.records.first { $0.name.hasPrefix("year") })
            let path = "\(sandbox.path)/dist/\(record.name)"
            let previous = try #require(PreviousPack(at: path, writtenWith: record.stamp))
            #expect(PreviousPack(at: path, writtenWith: FileStamp(size: 1, inode: 1, modified: 1, changed: 1)) == nil)
            #expect(try previous.write(Packs.plan(), from: tests.files, date: .earliest) { _ in } != nil)
            var bytes = try sandbox.read("dist/\(record.name)")
            change(&bytes)
            // Times of files have the steps of the kernel's clock.
            Thread.sleep(forTimeInterval: 0.02)
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try handle.truncate(atOffset: UInt64(bytes.count))
            try handle.write(contentsOf: bytes)
            #expect(try previous.write(Packs.plan(), from: tests.files, date: .earliest) { _ in } == nil)
            changeImage(shade: UInt8(number))
            last = try build()
        }
    }

    @Test("An error of the output or of a new file is that error")
    func errors() throws {
        let first = try build()
        let record = try #require(first.records.first { $0.name.hasPrefix("year") })
        let path = "\(sandbox.path)/dist/\(record.name)"
        let previous = try #require(PreviousPack(at: path, writtenWith: record.stamp))
        let full = #expect(throws: UserError.self) {
            _ = try previous.write(Packs.plan(), from: tests.files, date: .earliest) { _ throws(SystemError) in
                throw SystemError("full", code: ENOSPC)
            }
        }
        #expect(full?.path == record.name && full?.message.contains("full") == true)
        changeImage()
        let theme = try #require(try tests.verify(packing: true).themes.first { $0.manifest.id.string == "year" })
        let plan = try PackPlan(for: VerifiedTheme(forgettingBytesOf: theme))
        tests.files.remove(CacheTests.image)
        let missing = #expect(throws: UserError.self) {
            _ = try previous.write(plan, from: tests.files, date: .earliest) { _ in }
        }
        #expect(missing?.message.contains("source") == true)
    }
}

extension VerifiedTheme {
    /// A theme whose images have to be read again.
    fileprivate init(forgettingBytesOf theme: VerifiedTheme) {
        self = theme
        images = images.map { image in
            let content = VerifiedBytes(length: image.content.length, digest: image.content.digest, kept: nil)
            return VerifiedImage(file: image.file, size: image.size, content: content)
        }
    }
}
