import TestSupport
import Testing

@testable import FuzzTargets
@testable import ThemeModel
@testable import ThemePackager
@testable import ThemeProject
@testable import ThemeRuntime

/// A change that damages a pack, and the runtime's reaction.
struct BadPack: Sendable, CustomTestStringConvertible {
    enum Outcome: Sendable {
        case refused
        /// Some answers throw, the others are right.
        case partlyRefused
        case unharmed
        /// The answers have the digests of the forged index. Only `verify` can find the defect.
        case forged
    }

    let name: String
    let outcome: Outcome
    let spoil: @Sendable (inout PackForge) throws -> Void

    var testDescription: String { name }

    init(
        _ name: String, _ outcome: Outcome, spoil: @escaping @Sendable (inout PackForge) throws -> Void
    ) {
        (self.name, self.outcome, self.spoil) = (name, outcome, spoil)
    }

    /// Replaces the number at an offset from `start` and corrects the checksums.
    static func numbers(
        _ what: String, at start: @escaping @Sendable (PackForge) throws -> Int,
        seal: @escaping @Sendable (inout PackForge) -> Void,
        _ rows: [(name: String, offset: Int, size: Int, value: UInt64, outcome: Outcome)]
    ) -> [BadPack] {
        rows.map { name, offset, size, value, outcome in
            BadPack("\(what): \(name)", outcome) { forge in
                forge.set(try start(forge) + offset, bytes: size, to: value)
                seal(&forge)
            }
        }
    }

    static let sound = Result {
        PackForge(try PackSeeds.built(Project(at: ProjectFiles.root, in: PackSeeds.small.memory))[1])
    }

    /// Expects one error of verification, the case's reaction of the runtime, and no other bytes.
    func check(at location: SourceLocation = #_sourceLocation) throws {
        let sound = try Self.sound.get()
        var forge = sound
        try spoil(&forge)
        #expect(forge.bytes != sound.bytes, "nothing was changed", sourceLocation: location)
        let findings = forge.bytes.withUnsafeBytes { PackVerifier(jobs: 1).verify($0, path: "p.zip") }.findings
        let errors = findings.filter { $0.severity == .error && $0.path.hasPrefix("p.zip") }
        #expect(!errors.isEmpty, "\(findings.map(\.message))", sourceLocation: location)
        let sentences = errors.map(\.sentence).joined(separator: "\n")
        let mismatch = try Sentences.mismatch(sentences, of: name, in: "bad-packs")
        #expect(mismatch == nil, sourceLocation: location)
        let expected = try Self.answers(sound.bytes) ?? [:]
        #expect(expected.count == 5 && !expected.values.contains(nil), sourceLocation: location)
        guard let answers = try Self.answers(forge.bytes) else {
            #expect(outcome == .refused, "it cannot be mounted", sourceLocation: location)
            return
        }
        #expect(outcome != .refused, "it can be mounted", sourceLocation: location)
        if outcome == .forged { return }
        for (name, answer) in answers where answer != nil {
            #expect(answer == expected[name], "\(name) is served otherwise", sourceLocation: location)
        }
        let isWhole = answers.count == 5 && !answers.values.contains(nil)
        #expect(isWhole == (outcome == .unharmed), "\(answers.mapValues { $0?.count })", sourceLocation: location)
    }

    /// The bytes of each name; `nil` for a name that throws or is missing. `nil` if the pack cannot be mounted.
    private static func answers(_ bytes: [UInt8]) throws -> [String: [UInt8]?]? {
        guard let pack = try? ThemePack(copying: bytes, path: "p.zip", mode: .checkedWhenRead) else { return nil }
        let library = try ThemeLibrary(default: try PackSeeds.defaultPack())
        guard (try? library.add(pack)) != nil, let theme = library.theme(pack.theme.id) else { return nil }
        var answers: [String: [UInt8]?] = [:]
        for scale in [Scale.one, Scale(2) ?? .one] {
            let image = try? theme.image("common/button", scale: scale)
            let own = image?.origin.theme == pack.theme.id ? image : nil
            answers["\(scale)"] = .some(try? own?.bytes().withUnsafeBytes { Array($0) })
        }
        for name in ["a.txt", "b.txt"] {
            answers[name] = .some(try? theme.resource(ResourceKey(name))?.bytes().withUnsafeBytes { Array($0) })
        }
        answers["settings"] = .some(try? pack.settingsBytes()?.withUnsafeBytes { Array($0) })
        return answers
    }
}

extension PackForge {
    func record(_ name: String, variants: Int) throws -> Int {
        let name = Array(name.utf8)
        let at = try #require(bytes.indices.first { bytes[$0...].starts(with: name) && $0 > Self.indexStart })
        return at - 16 - 64 * variants
    }

    func variant(_ number: Int) throws -> Int { try record("common/button", variants: 2) + 16 + 64 * number }

    func end() -> Int { bytes.count - 22 }

    /// Changes a field in the local header and the directory entry. The offset is that in the local header.
    mutating func both(_ name: String, _ local: Int, bytes count: Int, to value: UInt64) throws {
        let entry = try #require(self.entry(name))
        set(entry.header + local, bytes: count, to: value)
        set(entry.directory + local + 2, bytes: count, to: value)
    }

    mutating func fixLength() {
        set(Self.indexStart + 16, bytes: 8, to: UInt64(bytes.count))
        sealHeader()
    }
}
