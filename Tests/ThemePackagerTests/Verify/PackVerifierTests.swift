import ThemeModel
import Foundation
import TestSupport
import Testing

@testable import PackFormat
@testable import ThemePackager
@testable import ThemeProject

@Suite("Verifying a pack")
struct PackVerifierTests {
    static let project = ProjectFiles.sound.with { project in
        project.files = project.files.filter { !$0.key.hasSuffix("x.png") }
        project.files["assets/common/button.png"] = PNGFile(2, 1, shade: 1).bytes
        project.files[BadInput.imagePath] = PNGFile(2, 1, shade: 2).bytes
        project["themes/year/theme.json"] =
            #"{"id": "year", "version": "1.2.0", "imageNamePrefix": "year_", "#
            + #""config": "config.json", "resources": ["*.txt"]}"#
        project["themes/year/a.txt"] = "text"
    }

    static func verify(_ bytes: [UInt8]) -> Verification {
        bytes.withUnsafeBytes { PackVerifier(jobs: 1).verify($0, path: "p.zip") }
    }

    private func pack() throws -> [UInt8] { try Packs.bytes(of: Packs.plan(Self.project)) }

    @Test("A written pack passes verification, and its images are counted")
    func sound() throws {
        let verification = Self.verify(try pack())
        #expect(verification.findings.map(\.line) == [] && verification.imageCount == 1 && verification.themeCount == 1)
        #expect(Self.verify(try Packs.bytes(of: Packs.plan(Packs.rich))).findings.map(\.line) == [])
    }

    @Test("A pack with a season has format version 2 and passes verification")
    func season() throws {
        let project = Self.project.with { project in
            project["themes/year/theme.json"] = """
                {"id": "year", "version": "1.2.0", "imageNamePrefix": "year_", "config": "config.json",
                 "resources": ["*.txt"], "activeFrom": "2026-12-31T00:00:00+08:00", "priority": 10}
                """
        }
        let pack = try Packs.bytes(of: Packs.plan(project))
        #expect(Self.verify(pack).findings.map(\.line) == [])
        #expect(pack[PackIndex.start + 8] == 2 && pack[PackIndex.start + 10] == 1)
        let text = String(decoding: pack, as: UTF8.self)
        for part in ["\"formatVersion\": 2", "\"activeFrom\": \"2026-12-30T16:00:00Z\"", "\"priority\": \"10\""] {
            #expect(text.contains(part))
        }
    }

    @Test("Every changed bit is an error", arguments: 0..<8 as Range<UInt8>)
    func flips(_ bit: UInt8) throws {
        let pack = try pack()
        var unnoticed: [Int] = []
        for offset in pack.indices {
            var broken = pack
            broken[offset] ^= 1 << bit
            if !Self.verify(broken).has(.error) { unnoticed.append(offset) }
        }
        #expect(unnoticed.isEmpty)
    }

    @Test("A truncated pack is an error")
    func cuts() throws {
        let pack = try pack()
        for count in pack.indices {
            #expect(Self.verify(Array(pack.prefix(count))).has(.error), "\(count) bytes")
        }
    }

    @Test("Bytes added before, after or within a pack are an error")
    func additions() throws {
        let pack = try pack()
        #expect(Self.verify([0] + pack).has(.error))
        #expect(Self.verify(pack + [0]).has(.error))
        #expect(Self.verify(pack + pack).has(.error))
        #expect(Self.verify(Array("#!/bin/sh\n".utf8) + pack).has(.error))
        for offset in stride(from: 0, to: pack.count, by: 13) {
            #expect(Self.verify(Array(pack[..<offset] + [7] + pack[offset...])).has(.error))
        }
        // An archive comment of five bytes, with its length field.
        #expect(Self.verify(Array(pack.dropLast(2) + [5, 0] + Array("hello".utf8))).has(.error))
    }

    @Test("A pack of a newer, readable format is not damaged, but cannot be verified")
    func newerFormat() throws {
        var pack = try pack()
        pack[PackIndex.start + 8] = 4
        let header = Int(pack[PackIndex.start + 12]) | Int(pack[PackIndex.start + 13]) << 8
        let end = PackIndex.start + header - 8
        let sum = pack.withUnsafeBytes { XXHash64.hash(UnsafeRawBufferPointer(rebasing: $0[PackIndex.start..<end])) }
        for byte in 0..<8 { pack[end + byte] = UInt8(truncatingIfNeeded: sum >> UInt64(8 * byte)) }
        let findings = Self.verify(pack).findings
        #expect(findings.count == 1 && findings.first?.hint != nil)
        #expect(
            try Sentences.mismatch(findings.first?.sentence, of: "a newer, readable format", in: "bad-packs") == nil)
    }

    /// The archive with other bytes in an entry and their CRCs, as an archive editor writes it.
    private func replacing(_ path: String, _ change: (inout [UInt8]) -> Void) throws -> [UInt8] {
        let plan = try Packs.plan(Self.project)
        var pack = try Packs.bytes(of: plan)
        let stored = try #require(plan.contents.entries.first { $0.path == path }?.stored)
        let range = Int(stored.offset)..<Int(stored.offset + stored.length)
        var bytes = Array(pack[range])
        let old = PNGFile.crc32(bytes)
        change(&bytes)
        #expect(bytes.count == range.count)
        pack.replaceSubrange(range, with: bytes)
        func little(_ number: UInt32) -> [UInt8] { PNGFile.bigEndian(number).reversed() }
        for offset in pack.indices.dropLast(4) where pack[offset..<offset + 4].elementsEqual(little(old)) {
            pack.replaceSubrange(offset..<offset + 4, with: little(PNGFile.crc32(bytes)))
        }
        return pack
    }

    @Test(
        "An edited entry with a valid CRC is reported by name",
        arguments: [
            ("manifest.json", [Rule.packContents, .packContents]), ("config.json", [.packContents, .packContents]),
            ("images/common/year_button.png", [.imageCorrupt, .packContents]), ("resources/a.txt", [.packContents]),
        ])
    func edited(_ path: String, _ rules: [Rule]) throws {
        let findings = Self.verify(try replacing(path) { $0[$0.count / 2] ^= 0x20 }).findings
        #expect(findings.allSatisfy { $0.path == "p.zip!/\(path)" }, "\(findings.map(\.line))")
        #expect(Set(findings.map(\.rule)).isSubset(of: rules) && findings.contains { $0.rule == .packContents })
        #expect(findings.contains { $0.message == Rule.packContents.facts.example && $0.hint != nil })
    }

    @Test("An edited manifest is reported even if it is valid JSON")
    func manifest() throws {
        let findings = Self.verify(
            try replacing("manifest.json") { bytes in
                let text = String(decoding: bytes, as: UTF8.self).replacing("1.2.0", with: "9.9.9")
                bytes = Array(text.utf8)
            }
        ).findings
        let sentences = Set(findings.filter { $0.rule == .packContents }.map(\.sentence)).sorted()
        #expect(
            try Sentences.mismatch(sentences.joined(separator: "\n"), of: "an edited manifest", in: "bad-packs") == nil)
    }

    private func archive(_ change: (inout [PlannedEntry]) -> Void) throws -> [UInt8] {
        let plan = try Packs.plan(Self.project)
        var entries = Array(plan)
        change(&entries)
        return StoredZip.archive(
            try entries.map { ($0.path, try $0.bytes(from: MemoryFileSystem())) })
    }

    @Test("Unknown, repeated, missing and moved entries are errors")
    func entries() throws {
        #expect(Self.verify(try archive { _ in }).has(.error), "another tool's archive has another layout")
        for change in [
            { $0.append(PlannedEntry(path: "extra", content: .kept([1]))) }, { $0.append($0[1]) }, { $0.removeLast() },
            { $0.swapAt(1, 2) },
            { $0.insert(PlannedEntry(path: "first", content: .kept([])), at: 0) }, { $0.removeAll() },
            { $0.append($0[0]) },
        ] as [(inout [PlannedEntry]) -> Void] {
            #expect(Self.verify(try archive(change)).has(.error))
        }
    }

    @Test(
        "A file that is not a pack is one error",
        arguments: [
            [], [0x50, 0x4B, 3, 4], [UInt8](repeating: 0, count: 10_000), Array("not a zip".utf8),
            PNGFile(10, 10).bytes,
            [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18),
            StoredZip.archive([("index", [1, 2, 3]), ("a", [])]),
            StoredZip.archive([("readme.txt", [UInt8](repeating: 65, count: 500))]),
        ] as [[UInt8]])
    func foreign(_ bytes: [UInt8]) {
        let findings = Self.verify(bytes).findings
        #expect(findings.map(\.rule) == [.packStructure])
        #expect(findings.first?.path == "p.zip" && findings.first?.hint != nil)
    }

    @Test("A pack whose index lists more than four gigabytes is rejected", .timeLimit(.minutes(10)))
    func gigantic() throws {
        let length: UInt64 = 5 << 30
        var contents = try Packs.plan(Self.project).contents
        contents.resources[0].stored.length = length - 4096
        let probe = contents.setOffsets()
        let head =
            [UInt8](repeating: 0, count: PackIndex.start) + (try IndexEncoder(contents).bytes(packLength: probe.length))
        let sandbox = try Sandbox()
        try sandbox.write("p.zip", head)
        try #require(truncate("\(sandbox.path)/p.zip", off_t(probe.length)) == 0)
        let (verification, loops) = try measuringLoops { try PackVerifier(jobs: 1).verify("\(sandbox.path)/p.zip") }
        #expect(verification.has(.error))
        #expect(loops < 5)
    }

    @Test("A path that is not a file is an error that names the path", arguments: ["absent.zip", "."])
    func paths(_ name: String) throws {
        let path = "\(try Sandbox().path)/\(name)"
        #expect { try PackVerifier(jobs: 1).verify(path) } throws: { ($0 as? UserError)?.path == path }
        #expect { try PackReader.contents(of: path) } throws: { ($0 as? UserError)?.path == path }
    }

    @Test("inspect rejects damaged packs, and gives the plan's contents of others")
    func contents() throws {
        let sandbox = try Sandbox()
        let plan = try Packs.plan(Self.project)
        try sandbox.write("p.zip", try Packs.bytes(of: plan))
        let (contents, settings, version) = try PackReader.contents(of: "\(sandbox.path)/p.zip")
        #expect(contents == plan.contents && version == 1)
        #expect(settings == Settings(["Color": .object(["title": .string("F85825")])]))
        try sandbox.write("p.zip", Array(try Packs.bytes(of: plan).dropLast()))
        #expect(throws: UserError.self) { try PackReader.contents(of: "\(sandbox.path)/p.zip") }
    }
}
