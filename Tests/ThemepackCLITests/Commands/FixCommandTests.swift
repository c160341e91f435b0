import Foundation
import TestSupport
import Testing

@Suite("verify --fix")
struct FixCommandTests: ToolTests, SentenceTests {
    static let sentences = "commands-verify"
    let sandbox: Sandbox

    init() throws {
        sandbox = try Self.soundProject()
        try FileManager.default.moveItem(
            atPath: "\(sandbox.path)/themes/year/common/year_button@2x.png",
            toPath: "\(sandbox.path)/themes/year/common/year_button@2X.png")
    }

    @Test("Each step is printed, and the report is that of the fixed project")
    func fixes() throws {
        try expect(themepack("verify", "--fix"), 0, "--fix of a name")
        try expect(themepack("verify", "--fix"), 0, "--fix of a sound project")
    }

    @Test("A theme's image follows its default, which gets its right name in the same run")
    func follows() throws {
        try FileManager.default.moveItem(
            atPath: "\(sandbox.path)/assets/common/button@2x.png",
            toPath: "\(sandbox.path)/assets/common/button@2X.png")
        #expect(try themepack("verify").errors.contains("0 errors, 1 warning"))
        try expect(themepack("verify", "--fix"), 0, "--fix of a default's name and a theme's")
    }

    @Test("--dry-run prints the same steps, changes nothing, and reports the findings")
    func dryRun() throws {
        let before = try sandbox.listing()
        try expect(themepack("verify", "--fix", "--dry-run", "--format", "json"), 1, "--fix --dry-run")
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
        try expect(themepack("verify", "--dry-run"), 64, "--dry-run without --fix")
        try expect(themepack("verify", "--fix", "--watch"), 64, "--fix --watch")
        try sandbox.write("a.zip", "x")
        try expect(themepack("verify", "--fix", "a.zip"), 64, "--fix of a pack")
        #expect(try sandbox.listing().keys.contains("themes/year/common/year_button@2X.png"))
    }
}
