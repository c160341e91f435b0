import CPNGShim
import Foundation
import PackFormat
import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemePackager

@Suite("Trailing data")
struct TrailingDataTests {
    private static func project(_ input: BadInput, _ level: String) -> ProjectFiles {
        ProjectFiles.sound.with {
            input.spoil(&$0)
            $0["themepack.json"] = "{\"rules\": {\"image-trailing-data\": \"\(level)\"}}"
        }
    }

    @Test("A project can lower the rule; the pack then has the file's bytes", arguments: BadImageTests.trailingData)
    func lowered(_ input: BadInput) throws {
        #expect(try Self.project(input, "off").verify().map(\.line) == [])
        let findings = try Self.project(input, "warning").verify()
        #expect(findings.map(\.rule) == [.imageTrailingData] && findings.map(\.severity) == [.warning])
        #expect(try ProjectFiles.sound.with(input.spoil).verify().map(\.severity) == [.error])
    }

    @Test(
        "A pack with such an image is sound: verifying it is a warning, and the image is the project's file",
        arguments: BadImageTests.trailingData)
    func packed(_ input: BadInput) throws {
        let project = Self.project(input, "warning")
        let plan = try Packs.plan(project)
        let pack = try Packs.bytes(of: plan)
        let verification = pack.withUnsafeBytes { PackVerifier(jobs: 1).verify($0, path: "p.zip") }
        #expect(verification.findings.map(\.rule) == [.imageTrailingData], "\(verification.findings.map(\.line))")
        #expect(verification.findings.map(\.severity) == [.warning])
        let stored = try #require(plan.contents.entries.first { $0.path.hasSuffix("year_button.png") }?.stored)
        let bytes = pack[Int(stored.offset)..<Int(stored.offset + stored.length)]
        #expect(bytes.elementsEqual(project.files[BadInput.imagePath] ?? []))
    }

    @Test("A default with trailing data is reported when themes are compared with it, and they are compared")
    func defaults() throws {
        let findings = try ProjectFiles.sound.with { project in
            project.files["assets/common/button.png"]?.append(0)
            project.files[BadInput.imagePath] = PNGFile(45, 22).bytes
        }.verify(.folders(["year"]))
        #expect(
            findings.map(\.rule).prefix(2) == [.imageTrailingData, .imageDimensions], "\(findings.map(\.line))")
    }

    @Test("Chunks after IEND belong to no image")
    func chunksAfterEnd() throws {
        let extra = PNGFile(chunks: [.init("tRNS", [0, 1, 0, 1, 0, 1]), .init("IDAT", [1, 2, 3])]).bytes.dropFirst(8)
        let image = PNGFile(4, 4, .rgb)
        let structure = try PNGStructure(image.bytes + extra)
        #expect(!structure.hasAlpha && structure.trailingByteCount == extra.count)
        #expect(structure.compare(with: try PNGStructure(image.bytes), otherIsWhole: true) == .same)
    }

    @Test("More than 64 KiB after the last row are damage, because a decoder inflates all of it", arguments: [0, 1])
    func excess(_ more: Int) throws {
        let limit = Int(PNG_SHIM_EXCESS_MAX)
        let image = PNGFile(chunks: [
            PNGFile.header(2, 2),
            .init("IDAT", PNGFile.zlib(PNGFile.rows(2, 2) + [UInt8](repeating: 0, count: limit + more))), .init("IEND"),
        ])
        if more == 0 {
            let error = try PNGDecoder.decode(PNGStructure(image.bytes), limits: ProjectLimits(), WorkBudget())
            #expect(error?.message.contains("\(limit) bytes") == true)
        } else {
            let error = #expect(throws: ImageError.self) {
                _ = try PNGDecoder.decode(PNGStructure(image.bytes), limits: ProjectLimits(), WorkBudget())
            }
            #expect(error?.rule == .imageCorrupt)
        }
    }

    @Test("The cache does not hide it from a later run")
    func cached() throws {
        let sandbox = try Sandbox()
        try Self.project(BadImageTests.trailingData[0], "warning").write(to: sandbox)
        func findings() throws -> [Finding] {
            let project = try Project(at: sandbox.path)
            let cache = ProjectCache(of: project, tool: "t")
            return try ProjectRun(of: project, jobs: 1, cache: cache).verify().findings
        }
        let first = try findings()
        #expect(first.map(\.rule) == [.imageTrailingData])
        try sandbox.write("themes/year/config.json", "{ }")
        #expect(try findings() == first)
    }

    @Test(
        "Pillow reads such images",
        .enabled(if: Tool.pythonHas("PIL"), "Pillow is not installed"), arguments: BadImageTests.trailingData)
    func pillow(_ input: BadInput) throws {
        let sandbox = try Sandbox()
        try sandbox.write("a.png", Self.project(input, "off").files[BadInput.imagePath] ?? [])
        let script = "import PIL.Image; print(PIL.Image.open('a.png').convert('RGBA').getpixel((43, 21)))"
        let result = try Tool.run(try #require(Tool.python), ["-c", script], in: sandbox.path)
        #expect(result.status == 0 && result.output.hasPrefix("("), "\(result.errors)")
    }
}
