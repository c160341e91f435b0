import Foundation
import TestSupport
import Testing

@testable import ThemePackager
@testable import ThemeProject

@Suite("Memory between runs")
struct InspectionMemoryTests {
    let files = ClockedFileSystem()
    let memory = InspectionMemory()
    static let scopes: [ThemeScope] = [.everything, .folders(["year"]), .folders(["default"])]

    init() {
        files.write(CacheTests.image, CacheTests.sound)
        files.pass(seconds: 60)
    }

    func build(_ scope: ThemeScope = .everything, _ memory: InspectionMemory? = nil) throws -> IncrementalBuild {
        IncrementalBuild(of: try Project(at: ProjectFiles.root, in: files), scope, jobs: 2, memory: memory)
    }

    /// Runs once as `--watch` does. `reads` are the files that it read.
    func run(
        _ scope: ThemeScope, packing: Bool = true, ahead: Bool = false
    ) throws -> (Verification, reads: [String]) {
        let build = try build(scope, memory)
        if ahead { build.lookAhead() }
        _ = files.takeReads()
        let found = try packing ? build.verifyForPackaging() : build.verify()
        return (found, files.takeReads())
    }

    private func packs(of verification: Verification) throws -> [[UInt8]] {
        try verification.themes.map { try Packs.bytes(of: try PackPlan(for: $0), from: files) }
    }

    func expectSame(
        _ scope: ThemeScope, packing: Bool = true, ahead: Bool = false, _ what: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let found = try run(scope, packing: packing, ahead: ahead).0
        let fresh = try packing ? build(scope).verifyForPackaging() : build(scope).verify()
        #expect(found.findings == fresh.findings, "\(what)", sourceLocation: sourceLocation)
        #expect(
            found.imageCount == fresh.imageCount && found.themeCount == fresh.themeCount, "\(what)",
            sourceLocation: sourceLocation)
        #expect(try packs(of: found) == packs(of: fresh), "\(what)", sourceLocation: sourceLocation)
    }

    @Test("After a change of one image, only it and the start of its default are read")
    func oneChanged() throws {
        #expect(try run(.folders(["year"])).0.decodedCount == 3)
        for shade in [0x78, 0x79, 0x7A] as [UInt8] {
            files.write(CacheTests.image, PNGFile(88, 44, shade: shade).bytes)
            files.pass(seconds: 1)
            let (found, reads) = try run(.folders(["year"]))
            #expect(found.decodedCount == 1 && found.imageCount == 3 && found.findings.isEmpty)
            // The image has one color, so the pixels of its default are read as well.
            #expect(reads == ["assets/common/button@2x.png", "assets/common/button@2x.png", CacheTests.image])
            let fresh = try build(.folders(["year"])).verifyForPackaging()
            #expect(try packs(of: found) == packs(of: fresh))
        }
    }

    @Test("The unchanged default is not decoded again")
    func known() throws {
        #expect(try run(.everything).0.decodedCount == 6)
        files.write(CacheTests.image, PNGFile(88, 44, shade: 0x78).bytes)
        files.pass(seconds: 1)
        #expect(try run(.everything).0.decodedCount == 1)
    }

    @Test("Every kind of change is noticed", arguments: CacheTests.changes.indices)
    func changed(_ index: Int) throws {
        for scope in Self.scopes {
            for packing in [true, false] {
                let tests = InspectionMemoryTests()
                _ = try tests.run(scope, packing: packing)
                CacheTests.changes[index].1(tests.files)
                for _ in 1...3 {
                    try tests.expectSame(scope, packing: packing, CacheTests.changes[index].0)
                    tests.files.pass(seconds: 1)
                }
            }
        }
    }

    @Test("After random changes a run gives the results of a first run", arguments: 1...6)
    func random(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let images = files.images
        let scope = Self.scopes.randomElement(using: &random) ?? .everything
        for step in 1...25 {
            for _ in 0...Int.random(in: 0...2, using: &random) {
                let path = images.randomElement(using: &random) ?? ""
                switch Int.random(in: 0..<10, using: &random) {
                case 0: files.write(path, CacheTests.damaged)
                case 1: files.remove(path)
                case 2: files.write("themes/year/config.json", Array(#"{"Color": {"title": "\#(step)"}}"#.utf8))
                case 3: files.write("assets/common/extra\(step % 3).png", PNGFile(3, 3).bytes)
                default:
                    let size = path.contains("@2x") ? 2 : path.contains("@3x") ? 3 : 1
                    let shade = UInt8.random(in: 0...7, using: &random)
                    files.write(path, PNGFile(44 * size, 22 * size, shade: shade).bytes)
                }
            }
            if Bool.random(using: &random) { files.pass(seconds: 1) }
            try expectSame(scope, ahead: .random(using: &random), "seed \(seed), step \(step)")
        }
    }

    @Test("Without changed images, or with another scope or configuration, everything is inspected again")
    func elsewhere() throws {
        let project = try build().project
        #expect(!memory.findsChanges(of: project, .everything, jobs: 2), "nothing is in memory yet")
        _ = try run(.everything)
        #expect(!memory.findsChanges(of: project, .everything, jobs: 2), "nothing has changed")
        files.write(CacheTests.image, PNGFile(88, 44, shade: 1).bytes)
        files.pass(seconds: 1)
        #expect(memory.findsChanges(of: project, .everything, jobs: 2))
        #expect(!memory.findsChanges(of: project, .folders(["year"]), jobs: 2), "another scope")
        files.write("themepack.json", Array(#"{"limits": {"imageWidth": 9999}}"#.utf8))
        files.pass(seconds: 1)
        let other = try build().project
        #expect(!memory.findsChanges(of: other, .everything, jobs: 2), "another configuration")
        #expect(try run(.everything).0.decodedCount == 6)
        files.write(CacheTests.image, PNGFile(88, 44, shade: 2).bytes)
        files.pass(seconds: 1)
        #expect(try run(.everything).0.decodedCount == 1)
        // A run without packaging keeps no bytes for one with packaging.
        _ = try run(.everything, packing: false)
        files.write(CacheTests.image, PNGFile(88, 44, shade: 3).bytes)
        files.pass(seconds: 1)
        #expect(try run(.everything).0.decodedCount == 6)
    }

    @Test("A run uses the stamps that were read ahead, and asks for none twice")
    func ahead() throws {
        _ = try run(.everything)
        let project = try build().project
        func change(_ shade: UInt8) {
            files.write(CacheTests.image, PNGFile(88, 44, shade: shade).bytes)
            files.pass(seconds: 1)
        }
        memory.lookAhead(at: project, .everything, jobs: 2)
        change(1)
        #expect(!memory.findsChanges(of: project, .everything, jobs: 2), "it changed after the stamps were read")
        #expect(memory.findsChanges(of: project, .everything, jobs: 2), "stamps read ahead are used once")
        memory.lookAhead(at: project, .everything, jobs: 2)
        #expect(!memory.findsChanges(of: project, .folders(["year"]), jobs: 2))
        memory.lookAhead(at: project, .folders(["year"]), jobs: 2)
        #expect(memory.findsChanges(of: project, .everything, jobs: 2))
        try expectSame(.everything, ahead: true)
        #expect(try run(.everything, ahead: true).0.decodedCount == 6, "nothing has changed")
    }

    @Test("A file that is still being written is read again")
    func unsettled() throws {
        _ = try run(.everything)
        files.write(CacheTests.image, PNGFile(88, 44, shade: 1).bytes)
        try expectSame(.everything, "its stamp has not settled")
        files.write(CacheTests.image, CacheTests.damaged)
        try expectSame(.everything, "written within one tick")
        files.pass(seconds: 1)
        try expectSame(.everything)
        files.slowDown(CacheTests.image)
        files.write(CacheTests.image, PNGFile(88, 44, shade: 2).bytes)
        files.pass(seconds: 1)
        _ = try run(.everything)
        files.slowDown(nil)
        try expectSame(.everything, "written while it was read")
    }

    @Test("A new process uses the cached results of a run that used the memory")
    func cache() throws {
        let tests = try CacheTests()
        func verify() throws -> Verification {
            let cache = try tests.cache()
            let project = try Project(at: ProjectFiles.root, in: tests.files)
            let isChanged = memory.findsChanges(of: project, .everything, jobs: 2)
            #expect(isChanged == (tests.files.stamp(of: "\(ProjectFiles.root)/other") != nil))
            let found = try IncrementalBuild(of: project, .everything, jobs: 2, cache: cache, memory: memory)
                .verifyForPackaging()
            return found
        }
        #expect(try verify().decodedCount == 6)
        for shade in [1, 2] as [UInt8] {
            tests.files.write(CacheTests.image, PNGFile(88, 44, shade: shade).bytes)
            tests.files.write("other", [shade])
            tests.files.pass(seconds: 1)
            #expect(try verify().decodedCount == 1)
        }
        #expect(try tests.verify().isFromCache)
        tests.files.write(CacheTests.image, PNGFile(88, 44, shade: 3).bytes)
        tests.files.pass(seconds: 1)
        #expect(try tests.verify().decodedCount == 1)
    }

    @Test("Watching one theme keeps the others in the cache")
    func otherThemes() throws {
        let tests = try CacheTests()
        #expect(try tests.verify().decodedCount == 6)
        for shade in [1, 2] as [UInt8] {
            let cache = try tests.cache()
            let project = try Project(at: ProjectFiles.root, in: tests.files)
            let scope = ThemeScope.folders(["year"])
            _ = try IncrementalBuild(of: project, scope, jobs: 2, cache: cache, memory: memory).verifyForPackaging()
            #expect(try tests.verify(.folders(["default"])).decodedCount == 0)
            tests.files.write(CacheTests.image, PNGFile(88, 44, shade: shade).bytes)
            tests.files.pass(seconds: 1)
        }
    }

    @Test("An image that is also a resource through a link is packed as both")
    func linkedResource() throws {
        let sandbox = try Sandbox()
        try sandbox.write("assets/a.png", PNGFile(4, 4, shade: 1).bytes)
        try sandbox.write("themes/t/a.png", PNGFile(4, 4, shade: 2).bytes)
        try sandbox.write(
            "themes/t/theme.json", Array(#"{"id": "t", "version": "1.0.0", "resources": ["*.bin"]}"#.utf8))
        try FileManager.default.createSymbolicLink(
            atPath: "\(sandbox.path)/themes/t/icon.bin", withDestinationPath: "a.png")
        for shade in [3, 4, 5] as [UInt8] {
            Thread.sleep(forTimeInterval: 0.05)
            let project = try Project(at: sandbox.path)
            let found = try IncrementalBuild(of: project, .everything, jobs: 2, memory: memory).verifyForPackaging()
            let fresh = try IncrementalBuild(of: project, .everything, jobs: 2).verifyForPackaging()
            for (one, other) in zip(found.themes, fresh.themes) {
                #expect(try Packs.bytes(of: PackPlan(for: one)) == Packs.bytes(of: PackPlan(for: other)))
            }
            #expect(found.themes.count == 1 && fresh.themes.count == 1)
            try sandbox.write("themes/t/a.png", PNGFile(4, 4, shade: shade).bytes)
        }
    }

    @Test("Repeated changes do not increase the bytes in memory")
    func budget() throws {
        let bytes = files.images.compactMap { files.stamp(of: "\(ProjectFiles.root)/\($0)")?.size }.reduce(0, +)
        let budget = MemoryBudget(Int(bytes) + files.images.count * MemoryBudget.bytesPerImage)
        let project = try build().project
        let request = ProjectInspection.Request(
            project: project, scope: .everything, budget: budget, jobs: 1, progress: nil)
        var inspection = try ProjectInspection(request, known: .none, isObserved: true)
        for shade in 1...5 as ClosedRange<UInt8> {
            let images = inspection.survey.images
            let left = Int(bytes) - inspection.imageResults.keptByteCount(in: images.files.indices)
            #expect(!budget.take(left + 1) && budget.take(left))
            budget.release(left)
            for number in images.files.indices where images.owner(number) != nil {
                #expect(inspection.imageResults.images[number].content?.isKept == true)
            }
            files.write(CacheTests.image, PNGFile(88, 44, shade: shade).bytes)
            files.pass(seconds: 1)
            let changes = inspection.observations?.changes(in: files, root: ProjectFiles.root, jobs: 1, limit: 9)
            let size = files.stamp(of: "\(ProjectFiles.root)/\(CacheTests.image)")?.size
            #expect(size == UInt64(CacheTests.sound.count))
            #expect(inspection.update(request, after: try #require(changes)))
            inspection.rememberNewImages()
        }
    }
}
