import Foundation
import TestSupport
import Testing

/// docs/diff.md says that `diff` proves an optimizer lossless.
@Suite(
    "Another program makes images smaller",
    .enabled(
        if: Tool.pythonHas("oxipng"),
        "oxipng's package is not installed (THEMEPACK_PYTHON may name a Python that has it)"))
struct OptimizerTests {
    let repository: TestRepository

    init() throws {
        repository = try TestRepository()
        for (path, bytes) in ProjectFiles.sound.files { try repository.write(path, bytes) }
        // Transparent pixels of many colors, and gamma.
        let grid = PixelGrid(40, 30, seed: 3).png().inserting(.init("gAMA", [0, 1, 0x86, 0xA0]), before: "IDAT")
            .inserting(.init("tEXt", Array("Title\u{0}x".utf8)), before: "IDAT")
        try repository.write("assets/common/grid.png", grid.bytes)
        try repository.commit("v1")
    }

    private func optimize(_ options: String) throws {
        let script = """
            import oxipng, pathlib
            for path in pathlib.Path(".").rglob("*.png"): oxipng.optimize(path, level=2, \(options))
            """
        let result = try Tool.run(try #require(Tool.python), ["-c", script], in: repository.path)
        try #require(result.status == 0, "\(result)")
    }

    private func diff(_ theme: String) throws -> Tool.Result {
        try Tool.themepack("diff", "v1:\(theme)", theme, "--fail-on", "visible", in: repository.path)
    }

    @Test("oxipng is lossless if it strips the chunks that docs/diff.md names, and if it changes transparent pixels")
    func lossless() throws {
        let documented = try String(contentsOfFile: "\(Tool.repository)/docs/diff.md", encoding: .utf8)
        let names = try #require(documented.firstMatch(of: #/oxipng --opt 4 --strip ([\w,]+) /#)).output.1
        let list = names.split(separator: ",").map { "b'\($0)'" }.joined(separator: ", ")
        for options in ["strip=oxipng.StripChunks.strip([\(list)])", "optimize_alpha=True"] {
            try optimize(options)
            for theme in ["default", "year"] {
                let result = try diff(theme)
                #expect(result.status == 0 && result.output.contains("the same pixels"), "\(result)")
            }
        }
    }

    @Test("Chunks that change how an image is shown are named if oxipng strips them", arguments: ["safe", "all"])
    func strippedGamma(_ mode: String) throws {
        try optimize("strip=oxipng.StripChunks.\(mode)()")
        let result = try diff("default")
        #expect(result.status == 1 && result.output.contains("the same pixels, but other gAMA"), "\(result)")
    }
}
