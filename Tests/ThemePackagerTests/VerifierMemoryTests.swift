import Foundation
import TestSupport
import Testing
import ThemeModel

@testable import ThemePackager

/// What a process that watches a project keeps from run to run: held against runs that look at everything.
@Suite("Memory between runs")
struct VerifierMemoryTests {
    let files = ClockedFileSystem()
    let memory = VerifierMemory()
    static let selections: [ThemeScope] = [.everything, .folders(["year"]), .folders(["default"])]

    init() {
        files.write(CacheTests.image, CacheTests.sound)
        files.pass(seconds: 60)
    }

    private func verifier(_ memory: VerifierMemory?) throws -> Verifier {
        Verifier(try Project(at: ProjectFiles.root, in: files), jobs: 2, memory: memory)
    }

    /// A run as `--watch` does one. Gives what it read as well.
    private func run(
        _ selection: ThemeScope, packing: Bool = true, ahead: Bool = false
    ) throws -> (Verification, reads: [String]) {
        let verifier = try verifier(memory)
        if ahead { memory.lookAhead(at: verifier.project, selection, jobs: 2) }
        _ = memory.seesChange(of: verifier.project, selection, jobs: 2)
        _ = files.takeReads()
        let found = try packing ? verifier.verifyForPackaging(selection) : verifier.verify(selection)
        return (found, files.takeReads())
    }

    private func packs(of verification: Verification) throws -> [[UInt8]] {
        try verification.themes.map { try Packs.bytes(of: try PackPlan(for: $0), from: files) }
    }

    /// The memory is of no consequence for what is found and packed.
    private func expectSame(
        _ selection: ThemeScope, packing: Bool = true, ahead: Bool = false, _ what: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let found = try run(selection, packing: packing, ahead: ahead).0
        let fresh = try packing ? verifier(nil).verifyForPackaging(selection) : verifier(nil).verify(selection)
        #expect(found.findings == fresh.findings, "\(what)", sourceLocation: sourceLocation)
        #expect(
            found.imageCount == fresh.imageCount && found.themeCount == fresh.themeCount, "\(what)",
            sourceLocation: sourceLocation)
        #expect(try packs(of: found) == packs(of: fresh), "\(what)", sourceLocation: sourceLocation)
    }

    @Test("Of one changed image one is read and decoded, with the head of its default; nothing else is opened")
    func oneChanged() throws {
        #expect(try run(.folders(["year"])).0.decodedCount == 3)
        for shade in [0x78, 0x79, 0x7A] as [UInt8] {
            files.write(CacheTests.image, PNGFile(88, 44, shade: shade).bytes)
            files.pass(seconds: 1)
            let (found, reads) = try run(.folders(["year"]))
            #expect(found.decodedCount == 1 && found.imageCount == 3 && found.findings.isEmpty)
            #expect(reads == ["assets/common/button@2x.png", CacheTests.image])
            let fresh = try verifier(nil).verifyForPackaging(.folders(["year"]))
            #expect(try packs(of: found) == packs(of: fresh))
        }
    }

    @Test("Its default is known, and not decoded with it")
    func known() throws {
        #expect(try run(.everything).0.decodedCount == 6)
        files.write(CacheTests.image, PNGFile(88, 44, shade: 0x78).bytes)
        files.pass(seconds: 1)
        #expect(try run(.everything).0.decodedCount == 1)
    }

    @Test("What changed is seen, however it changed", arguments: CacheTests.changes.indices)
    func changed(_ index: Int) throws {
        for selection in Self.selections {
            for packing in [true, false] {
                let tests = VerifierMemoryTests()
                _ = try tests.run(selection, packing: packing)
                CacheTests.changes[index].1(tests.files)
                for _ in 1...3 {
                    try tests.expectSame(selection, packing: packing, CacheTests.changes[index].0)
                    tests.files.pass(seconds: 1)
                }
            }
        }
    }

    @Test("Whatever changes, in whatever order, a run finds and packs what one from the start does", arguments: 1...6)
    func random(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let images = files.images
        let selection = Self.selections.randomElement(using: &random) ?? .everything
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
            try expectSame(selection, ahead: .random(using: &random), "seed \(seed), step \(step)")
        }
    }

    @Test("Where nothing or something else has changed, all is looked at; and so after that it is known again")
    func elsewhere() throws {
        let project = try verifier(nil).project
        #expect(!memory.seesChange(of: project, .everything, jobs: 2), "nothing is in memory yet")
        _ = try run(.everything)
        #expect(!memory.seesChange(of: project, .everything, jobs: 2), "nothing has changed")
        files.write(CacheTests.image, PNGFile(88, 44, shade: 1).bytes)
        files.pass(seconds: 1)
        #expect(memory.seesChange(of: project, .everything, jobs: 2))
        #expect(!memory.seesChange(of: project, .folders(["year"]), jobs: 2), "another selection")
        files.write("themepack.json", Array(#"{"limits": {"imageWidth": 9999}}"#.utf8))
        files.pass(seconds: 1)
        let other = try verifier(nil).project
        #expect(!memory.seesChange(of: other, .everything, jobs: 2), "another configuration")
        #expect(try run(.everything).0.decodedCount == 6)
        files.write(CacheTests.image, PNGFile(88, 44, shade: 2).bytes)
        files.pass(seconds: 1)
        #expect(try run(.everything).0.decodedCount == 1)
        // A run that packs nothing has not kept what one that packs needs.
        _ = try run(.everything, packing: false)
        files.write(CacheTests.image, PNGFile(88, 44, shade: 3).bytes)
        files.pass(seconds: 1)
        #expect(try run(.everything).0.decodedCount == 6)
    }

    @Test("What was seen beforehand is what the run looks at, if it is about the same; nothing is asked twice for it")
    func ahead() throws {
        _ = try run(.everything)
        let project = try verifier(nil).project
        func change(_ shade: UInt8) {
            files.write(CacheTests.image, PNGFile(88, 44, shade: shade).bytes)
            files.pass(seconds: 1)
        }
        memory.lookAhead(at: project, .everything, jobs: 2)
        change(1)
        #expect(!memory.seesChange(of: project, .everything, jobs: 2), "it came after the look")
        #expect(memory.seesChange(of: project, .everything, jobs: 2), "a look counts once")
        memory.lookAhead(at: project, .everything, jobs: 2)
        #expect(!memory.seesChange(of: project, .folders(["year"]), jobs: 2))
        memory.lookAhead(at: project, .folders(["year"]), jobs: 2)
        #expect(memory.seesChange(of: project, .everything, jobs: 2))
        try expectSame(.everything, ahead: true)
        #expect(try run(.everything, ahead: true).0.decodedCount == 6, "nothing has changed")
    }

    @Test("What is still being written is looked at again")
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

    @Test("Later runs know what was found with the memory's help")
    func cache() throws {
        let tests = try CacheTests()
        func verify() throws -> Verification {
            let cache = try tests.cache()
            let project = try Project(at: ProjectFiles.root, in: tests.files)
            let isChanged = memory.seesChange(of: project, .everything, jobs: 2)
            #expect(isChanged == (tests.files.stamp(of: "\(ProjectFiles.root)/other") != nil))
            let found = try Verifier(project, jobs: 2, cache: cache, memory: memory).verifyForPackaging(.everything)
            try cache.keep(found, of: .everything)
            return found
        }
        #expect(try verify().decodedCount == 6)
        for shade in [1, 2] as [UInt8] {
            tests.files.write(CacheTests.image, PNGFile(88, 44, shade: shade).bytes)
            tests.files.write("other", [shade])
            tests.files.pass(seconds: 1)
            #expect(try verify().decodedCount == 1)
        }
        #expect(try tests.verify().isRemembered)
        tests.files.write(CacheTests.image, PNGFile(88, 44, shade: 3).bytes)
        tests.files.pass(seconds: 1)
        #expect(try tests.verify().decodedCount == 1)
    }

    @Test("Watching one theme does not have the cache forget the others")
    func otherThemes() throws {
        let tests = try CacheTests()
        #expect(try tests.verify().decodedCount == 6)
        for shade in [1, 2] as [UInt8] {
            let cache = try tests.cache()
            let project = try Project(at: ProjectFiles.root, in: tests.files)
            let selection = ThemeScope.folders(["year"])
            _ = memory.seesChange(of: project, selection, jobs: 2)
            let found = try Verifier(project, jobs: 2, cache: cache, memory: memory).verifyForPackaging(selection)
            try cache.keep(found, of: selection)
            #expect(try tests.verify(.folders(["default"])).decodedCount == 0)
            tests.files.write(CacheTests.image, PNGFile(88, 44, shade: shade).bytes)
            tests.files.pass(seconds: 1)
        }
    }

    /// A sound picture, and one with as many bytes that is none.
    private static let pair = (
        good: PNGFile(88, 44, shade: 0x20).bytes,
        bad: PNGFile(88, 44, shade: 0x20).bytes.enumerated().map { $0.offset == 60 ? $0.element ^ 1 : $0.element }
    )
    private static let original = "assets/common/button@2x.png"

    @Test("A default that is written while its themed image is looked at again proves nothing")
    func sibling() throws {
        _ = try run(.everything)
        files.write(CacheTests.image, PNGFile(88, 44, shade: 1).bytes)
        files.pass(seconds: 1)
        memory.lookAhead(at: try verifier(nil).project, .everything, jobs: 2)
        files.write(Self.original, Self.pair.good)
        _ = try run(.everything)
        // Within the same tick.
        files.write(Self.original, Self.pair.bad)
        files.pass(seconds: 1)
        for _ in 1...3 {
            try expectSame(.everything)
            files.pass(seconds: 1)
        }
    }

    @Test("What settled while it was read proves nothing of what was read")
    func late() throws {
        _ = try run(.everything)
        files.write(CacheTests.image, Self.pair.good)
        let tick = files.now
        files.slowDown(CacheTests.image)
        _ = try run(.everything)
        files.slowDown(nil)
        files.write(CacheTests.image, Self.pair.bad)
        files.restamp(CacheTests.image) { ($0.modified, $0.changed) = (tick, tick) }
        let other = try #require(files.images.first { !$0.contains("button@2x") })
        files.write(other, PNGFile(9, 9).bytes)
        files.pass(seconds: 1)
        try expectSame(.everything)
    }

    @Test("A file that could not be read is not remembered as such")
    func unreadable() throws {
        let sandbox = try Sandbox()
        try ProjectFiles.sound.write(to: sandbox)
        Thread.sleep(forTimeInterval: 0.05)
        func run() throws -> Verification {
            let project = try Project(at: sandbox.path)
            _ = memory.seesChange(of: project, .everything, jobs: 2)
            return try Verifier(project, jobs: 2, memory: memory).verifyForPackaging(.everything)
        }
        #expect(try run().findings.isEmpty)
        // Larger than may be read: refused without a look at its bytes.
        let large = Limits().imageBytes + 1
        #expect(truncate("\(sandbox.path)/\(CacheTests.image)", off_t(large)) == 0)
        Thread.sleep(forTimeInterval: 0.05)
        let found = try run()
        #expect(found.findings.map(\.rule) == [.imageLimits] && found.evidence == nil)
        #expect(!memory.seesChange(of: try Project(at: sandbox.path), .everything, jobs: 2), "nothing is in memory")
    }

    @Test("An image that is a resource as well, by a link, is packed as both")
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
            _ = memory.seesChange(of: project, .everything, jobs: 2)
            let found = try Verifier(project, jobs: 2, memory: memory).verifyForPackaging(.everything)
            let fresh = try Verifier(project, jobs: 2).verifyForPackaging(.everything)
            for (one, other) in zip(found.themes, fresh.themes) {
                #expect(try Packs.bytes(of: PackPlan(for: one)) == Packs.bytes(of: PackPlan(for: other)))
            }
            #expect(found.themes.count == 1 && fresh.themes.count == 1)
            try sandbox.write("themes/t/a.png", PNGFile(4, 4, shade: shade).bytes)
        }
    }

    @Test("However often images change, no more of them is kept in memory than before")
    func budget() throws {
        let bytes = files.images.compactMap { files.stamp(of: "\(ProjectFiles.root)/\($0)")?.size }.reduce(0, +)
        let budget = MemoryBudget(Int(bytes) + files.images.count * MemoryBudget.perImage)
        let project = try verifier(nil).project
        let run = ProjectSight.Run(project: project, selection: .everything, budget: budget, jobs: 1, progress: nil)
        var sight = try ProjectSight(run, known: .none, isObserved: true)
        for shade in 1...5 as ClosedRange<UInt8> {
            // What is not taken is what is left.
            let images = sight.survey.images
            let left = Int(bytes) - sight.outcome.keptBytes(images.files.indices)
            #expect(!budget.take(left + 1) && budget.take(left))
            budget.give(back: left)
            for number in images.files.indices where images.owner(number) != nil {
                #expect(sight.outcome.images[number].content?.isKept == true)
            }
            files.write(CacheTests.image, PNGFile(88, 44, shade: shade).bytes)
            files.pass(seconds: 1)
            let changes = sight.observations?.changes(in: files, root: ProjectFiles.root, jobs: 1, most: 9)
            let size = files.stamp(of: "\(ProjectFiles.root)/\(CacheTests.image)")?.size
            #expect(size == UInt64(CacheTests.sound.count))
            #expect(sight.renew(run, after: try #require(changes)))
            sight.learn()
        }
    }
}
