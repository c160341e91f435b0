import TestSupport
import Testing

@testable import PackFormat
@testable import ThemeModel
@testable import ThemePackager
@testable import ThemeProject

/// Packs that break FORMAT.md in one point, with right checksums and digests.
@Suite("Forged packs")
struct ForgedPackTests {
    struct Forgery: Sendable, CustomTestStringConvertible {
        let name: String
        let rule: Rule
        let bytes: @Sendable () throws -> [UInt8]

        var testDescription: String { name }

        init(
            _ name: String, _ rule: Rule = .packContents, _ bytes: @escaping @Sendable () throws -> [UInt8]
        ) {
            (self.name, self.rule, self.bytes) = (name, rule, bytes)
        }
    }

    private static func pack(
        _ id: String = "year", prefix: String = "", extends: String? = "default", image: String? = nil,
        settings: String? = nil
    ) throws -> [UInt8] {
        var forged = try ForgedPack(id, prefix: prefix, extends: extends)
        if let image { try forged.add(image: image, PNGFile(2, 1).bytes, size: PixelSize(width: 2, height: 1)) }
        forged.settings = settings.map { Array($0.utf8) }
        return try forged.bytes()
    }

    static let names: [Forgery] = [
        Forgery("prefix and name form a device") {
            try pack(prefix: "CO", image: "N")
        },
        Forgery("a prefix is a device") {
            try pack(prefix: "nul.", image: "common/button")
        },
        Forgery("prefix and name are too long for a part") {
            try pack(
                prefix: String(repeating: "p", count: 20), image: String(repeating: "n", count: 250))
        },
        Forgery("prefix and name are too long for a path") {
            try pack(prefix: "prefix", image: String(repeating: "folder/", count: 145) + "name")
        },
        Forgery("more folders than a project can have") {
            try pack(image: String(repeating: "f/", count: 33) + "name")
        },
        Forgery("a theme's name that is too long") {
            var forged = try ForgedPack()
            forged.theme.name = String(repeating: "n", count: 257)
            return try forged.bytes()
        },
        Forgery("names that differ in letter case") {
            var forged = try ForgedPack()
            for name in ["A/x", "a/y"] {
                try forged.add(image: name, PNGFile(2, 1).bytes, size: PixelSize(width: 2, height: 1))
            }
            return try forged.bytes()
        },
    ]

    static let themes: [Forgery] = [
        Forgery("the default theme extends another", .packStructure) {
            try pack("default", extends: "year")
        },
        Forgery("the default theme extends itself", .packStructure) {
            try pack("default", extends: "default")
        },
        Forgery("a theme extends itself", .packStructure) { try pack(extends: "year") },
        Forgery("a template that no image has", .packStructure) {
            var forged = try ForgedPack("default", extends: nil)
            forged.theme.templates = [ImageTemplate(color: nil)]
            return try forged.bytes()
        },
        Forgery("padding after the properties", .packStructure) {
            var forge = PackForge(try pack("a"))
            let properties = Int(try #require(forge.number(PackForge.indexStart + 180, bytes: 4)))
            try #require(properties % 8 != 0)
            forge.bytes[PackForge.indexStart + 184 + properties] = 1
            forge.seal()
            return forge.bytes
        },
    ]

    static let settings: [Forgery] = [
        Forgery("a list as settings") { try pack(settings: "[]\n") },
        Forgery("a number as settings") { try pack(settings: "1\n") },
        Forgery("settings that name a parent") {
            try pack(settings: "{\n  \"super\": \"year\"\n}\n")
        },
        Forgery("two settings with one key path") {
            try pack(settings: "{\n  \"a\": {\n    \"b\": 1\n  },\n  \"a.b\": 2\n}\n")
        },
        Forgery("two keys that differ by Unicode form") {
            try pack(settings: "{\n  \"e\u{301}\": 1,\n  \"\u{E9}\": 2\n}\n")
        },
        Forgery("settings beyond the limit") {
            try pack(settings: "{\n  \"a\": \"\(String(repeating: "x", count: 4 << 20))\"\n}\n")
        },
        Forgery("key paths that would take hundreds of megabytes") {
            try pack(settings: longPaths(depth: 30, members: 10_000))
        },
    ]

    /// Settings whose key paths are 250 times as long as the text.
    private static func longPaths(depth: Int, members: Int) -> String {
        let key = String(repeating: "k", count: 255)
        var value = SettingValue.object(
            Dictionary(uniqueKeysWithValues: (0..<members).map { (String($0), .number(1)) }))
        for _ in 0..<depth { value = .object([key: value]) }
        return String(decoding: CanonicalJSON.encode(value), as: UTF8.self)
    }

    /// The size of an image of 60,000 x 60,000 gray pixels, which inflates to 3.6 GB, or to 450 MB at one bit.
    static let images: [Forgery] = [(60_000, 60_000), (16_385, 1), (1, 16_385), (16_384, 4097)].map { width, height in
        Forgery("an image of \(width) x \(height) px", .imageLimits) {
            var forged = try ForgedPack()
            // The limits are checked before the missing rows are noticed.
            let png = PNGFile(1, 1).changing("IHDR") { header in
                header.data.replaceSubrange(
                    0..<8, with: PNGFile.bigEndian(UInt32(width)) + PNGFile.bigEndian(UInt32(height)))
            }
            try forged.add(image: "a", png.bytes, size: PixelSize(width: UInt32(width), height: UInt32(height)))
            return try forged.bytes()
        }
    }

    @Test("verify names the defect", arguments: names + themes + settings + images)
    func defects(_ forgery: Forgery) throws {
        let findings = PackVerifierTests.verify(try forgery.bytes()).findings
        #expect(findings.map(\.rule) == [forgery.rule], "\(findings.map(\.line))")
        let mismatch = try Sentences.mismatch(findings.first?.sentence ?? "", of: forgery.name, in: "bad-packs")
        #expect(mismatch == nil)
    }

    @Test("A forgery without a defect passes: the others fail because of their defect alone")
    func sound() throws {
        for bytes in [
            try Self.pack(), try Self.pack("default", extends: nil), try Self.pack(extends: nil),
            try Self.pack(prefix: "CO", image: "NE"), try Self.pack(image: String(repeating: "f/", count: 32) + "name"),
            try Self.pack(prefix: "p", image: "common/button", settings: "{\n  \"a\": {\n    \"b\": 1\n  }\n}\n"),
        ] {
            #expect(PackVerifierTests.verify(bytes).findings.map(\.line) == [])
        }
    }

    @Test("Images and resources are in folders of their own, so their names do not clash")
    func folders() throws {
        var forged = try ForgedPack()
        try forged.add(image: "Fonts/a", PNGFile(2, 1).bytes, size: PixelSize(width: 2, height: 1))
        try forged.add(resource: "FONTS/a.png", [1])
        #expect(PackVerifierTests.verify(try forged.bytes()).findings.map(\.line) == [])
    }

    @Test("A pack is verified with the limits of its project")
    func limits() throws {
        var limits = ProjectLimits()
        limits.imageWidth = 1
        let pack = try Self.pack(image: "a")
        let findings = pack.withUnsafeBytes { PackVerifier(limits: limits, jobs: 1).verify($0, path: "p.zip") }.findings
        #expect(findings.map(\.rule) == [.imageLimits])
        #expect(try Sentences.mismatch(findings.first?.sentence, of: "limits of its project", in: "bad-packs") == nil)
    }

    @Test("inspect reads settings within the same limits")
    func inspect() throws {
        let sandbox = try Sandbox()
        try sandbox.write("p.zip", try Self.pack(settings: Self.longPaths(depth: 30, members: 10_000)))
        let error = #expect(throws: UserError.self) { try PackReader.contents(of: "\(sandbox.path)/p.zip") }
        #expect(try Sentences.mismatch(error?.sentence, of: "inspect of long key paths", in: "bad-packs") == nil)
    }
}
