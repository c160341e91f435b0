import Foundation
import TestSupport
import Testing

@testable import ThemePackager
@testable import ThemeProject

extension InspectionMemoryTests {
    private static let pair = (
        good: PNGFile(88, 44, shade: 0x20).bytes,
        bad: PNGFile(88, 44, shade: 0x20).bytes.enumerated().map { $0.offset == 60 ? $0.element ^ 1 : $0.element }
    )
    private static let defaultImage = "assets/common/button@2x.png"

    @Test("A default that is written while its themed image is read is inspected again")
    func sibling() throws {
        _ = try run(.everything)
        files.write(CacheTests.image, PNGFile(88, 44, shade: 1).bytes)
        files.pass(seconds: 1)
        memory.lookAhead(at: try build().project, .everything, jobs: 2)
        files.write(Self.defaultImage, Self.pair.good)
        _ = try run(.everything)
        files.write(Self.defaultImage, Self.pair.bad)
        files.pass(seconds: 1)
        for _ in 1...3 {
            try expectSame(.everything)
            files.pass(seconds: 1)
        }
    }

    @Test("A file that changes while it is read is inspected again")
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

    @Test("An unreadable file is not remembered")
    func unreadable() throws {
        let sandbox = try Sandbox()
        try ProjectFiles.sound.write(to: sandbox)
        Thread.sleep(forTimeInterval: 0.05)
        func run() throws -> Verification {
            let project = try Project(at: sandbox.path)
            return try IncrementalBuild(of: project, .everything, jobs: 2, memory: memory).verifyForPackaging()
        }
        #expect(try run().findings.isEmpty)
        // A file above the limit is rejected without reading it.
        let large = ProjectLimits().imageBytes + 1
        #expect(truncate("\(sandbox.path)/\(CacheTests.image)", off_t(large)) == 0)
        Thread.sleep(forTimeInterval: 0.05)
        let found = try run()
        #expect(found.findings.map(\.rule) == [.imageLimits])
        #expect(!memory.findsChanges(of: try Project(at: sandbox.path), .everything, jobs: 2), "nothing is in memory")
    }
}
