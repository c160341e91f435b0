import Foundation
import TestSupport
import Testing

@testable import FuzzTargets

@Suite("Fuzzing")
struct FuzzTargetTests {
    @Test("The seeds keep every law", arguments: FuzzTarget.allCases)
    func seeds(_ target: FuzzTarget) throws {
        let seeds = try target.seeds()
        #expect(!seeds.isEmpty)
        for seed in seeds { try target.run(seed) }
    }

    /// Every input that once broke a law is in Tests/Fixtures/fuzz, in a folder of its target's name.
    @Test("Inputs that once failed pass", arguments: FuzzTarget.allCases)
    func fixtures(_ target: FuzzTarget) throws {
        let folder = "\(Tool.repository)/Tests/Fixtures/fuzz/\(target.rawValue)"
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            try target.run(Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))))
        }
    }

    @Test("Valid packs pass verification and serve the bytes that unzip extracts")
    func agreement() throws {
        for pack in try PackSeeds.packs() { try AgreementTarget.hold(PackForge(pack)) }
        #expect(throws: FuzzTarget.Violation.self) {
            var forge = PackForge(try PackSeeds.packs()[1])
            forge.bytes[try #require(forge.entry("resources/a.txt")).dataStart] ^= 1
            try AgreementTarget.hold(forge)
        }
    }
}
