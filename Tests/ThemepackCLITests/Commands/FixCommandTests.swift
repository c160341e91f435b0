import Foundation
import TestSupport
import Testing

@Suite("verify --fix")
struct FixCommandTests: ToolTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Self.soundProject()
        try FileManager.default.moveItem(
            atPath: "\(sandbox.path)/themes/year/common/year_button@2x.png",
            toPath: "\(sandbox.path)/themes/year/common/year_button@2X.png")
    }

    private static let step =
        "themes/year/common/year_button@2X.png to themes/year/common/year_button@2x.png\n"

    @Test("Each step is printed, and the report is that of the fixed project")
    func fixes() throws {
        let result = try themepack("verify", "--fix")
        #expect(result.status == 0 && result.output.isEmpty, "\(result)")
        #expect(result.errors.hasPrefix("renamed " + Self.step) && result.errors.contains("0 errors, 0 warnings"))
        let again = try themepack("verify", "--fix")
        #expect(again.status == 0 && again.errors.hasPrefix("nothing to fix without a person's decision\n"))
    }

    @Test("A theme's image follows its default, which gets its right name in the same run")
    func follows() throws {
        try FileManager.default.moveItem(
            atPath: "\(sandbox.path)/assets/common/button@2x.png",
            toPath: "\(sandbox.path)/assets/common/button@2X.png")
        #expect(try themepack("verify").errors.contains("0 errors, 1 warning"))
        let result = try themepack("verify", "--fix")
        #expect(result.status == 0 && result.errors.contains("0 errors, 0 warnings"), "\(result)")
        #expect(result.errors.contains("renamed " + Self.step))
    }

    @Test("--dry-run prints the same steps, changes nothing, and reports the findings")
    func dryRun() throws {
        let before = try sandbox.listing()
        let result = try themepack("verify", "--fix", "--dry-run", "--format", "json")
        #expect(result.status == 1 && result.errors.hasPrefix("would rename " + Self.step), "\(result)")
        #expect(result.output.contains("ends in '@2X', but a scale is written @2x"))
        #expect(try sandbox.listing() == before)
    }

    @Test("A tree that cannot be written to is reported, and stays", .enabled(if: !Tool.asNobody.isEmpty, "not root"))
    func readOnly() throws {
        for folder in ["", "/themes/year/common", "/themes", "/themes/year", "/assets", "/assets/common"] {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: sandbox.path + folder)
        }
        let before = try sandbox.listing()
        let words = Tool.asNobody + [Tool.themepack, "verify", "--fix", "--no-cache"]
        for more in [[], ["--dry-run"]] {
            let result = try Tool.run(words[0], Array(words.dropFirst()) + more, in: sandbox.path)
            #expect(result.status == 1, "\(result)")
            #expect(
                result.errors.hasPrefix(
                    "not fixed: themes/year/common/year_button@2X.png cannot be renamed: its folder is not writable"))
        }
        #expect(try sandbox.listing() == before)
    }

    @Test("--fix is for themes and one run")
    func usage() throws {
        #expect(try themepack("verify", "--dry-run").status == 64)
        #expect(try themepack("verify", "--fix", "--watch").status == 64)
        try sandbox.write("a.zip", "x")
        #expect(try themepack("verify", "--fix", "a.zip").status == 64)
        #expect(try sandbox.listing().keys.contains("themes/year/common/year_button@2X.png"))
    }
}
