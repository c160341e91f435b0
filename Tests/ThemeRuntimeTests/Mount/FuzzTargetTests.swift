import Foundation
import TestSupport
import Testing
import ThemeProject

@testable import FuzzTargets
@testable import ThemePackager

@Suite("Fuzzing")
struct FuzzTargetTests {
    /// `GrowthTests` checks the seeds of growth, kind by kind.
    @Test("The seeds keep every law", arguments: FuzzTarget.allCases.filter { $0 != .growth })
    func seeds(_ target: FuzzTarget) throws {
        let seeds = try target.seeds()
        #expect(!seeds.isEmpty)
        for seed in seeds { try target.run(seed) }
    }

    @Test("Streams with changed bits are inflated as zlib inflates them, or refused as it does")
    func changedStreams() throws {
        var random = SeededRandom(seed: 1951)
        for seed in InflateTarget.seeds {
            for _ in 0..<(Soak.isOn ? 5000 : 60) {
                var changed = seed
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    // Most of what can be wrong is in the codes, at the start.
                    let end = Bool.random(using: &random) ? min(40, changed.count) : changed.count
                    changed[Int.random(in: 0..<end, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                }
                try InflateTarget.run(changed)
            }
        }
    }

    @Test("The seeds include packs that break one rule each, with right checksums")
    func forgeries() throws {
        let forgeries = try PackSeeds.forgeries()
        let findings = forgeries.map { bytes in
            bytes.withUnsafeBytes { PackVerifier(jobs: 1).verify($0, path: "p.zip").findings.map(\.message) }
        }
        #expect(findings.allSatisfy { !$0.isEmpty }, "\(findings)")
        #expect(Set(findings).count > 8)
        for target in [FuzzTarget.mount, .agreement] {
            let seeds = Set(try target.seeds().map { Array($0.dropFirst()) })
            #expect(seeds.isSuperset(of: forgeries))
        }
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
