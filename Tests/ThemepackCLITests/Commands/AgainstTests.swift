import Foundation
import TestSupport
import Testing

@Suite("Comparison with released packs")
struct AgainstTests: ToolTests, SentenceTests {
    static let sentences = "commands-bump"
    let sandbox: Sandbox

    /// A project whose packs are released in `old/`.
    init() throws {
        sandbox = try Self.soundProject()
        #expect(try Tool.themepack("build", "-q", "-o", "old", in: sandbox.path).status == 0)
    }

    private func setVersion(_ version: String, of theme: String) throws {
        let path = "themes/\(theme)/theme.json"
        let text = try sandbox.text(path)
        try sandbox.write(path, text.replacing(/"version": "[^"]*"/, with: "\"version\": \"\(version)\""))
    }

    private func changeImage() throws {
        try sandbox.write("themes/year/common/year_button.png", PNGFile(44, 22, shade: 0x77).bytes)
    }

    @Test(
        "An unchanged project agrees with its release, with any time stamp in the packs",
        arguments: ["verify", "build"])
    func same(_ command: String) throws {
        let result = try themepack(command, "--against", "old", environment: ["SOURCE_DATE_EPOCH": "1700000000"])
        try expect(result, 0, "\(command) of an unchanged project")
    }

    @Test(
        "RR8 A changed theme with the released version is an error and writes no pack; with a higher one it is built"
    )
    func unchanged() throws {
        try changeImage()
        let verified = try themepack(
            "verify", "year", "--format", "concise", "--against", "old/year-1.2.0.themepack.zip")
        try expect(verified, 1, "a changed theme with the released version")
        #expect(try verified.output.contains("error version-unchanged \(example(of: "version-unchanged"))\n"))
        let built = try themepack("build", "--against", "old")
        #expect(built.status == 1 && !FileManager.default.fileExists(atPath: "\(sandbox.path)/dist"), "\(built)")
        try setVersion("1.2.1", of: "year")
        #expect(try themepack("build", "--against", "old").status == 0)
        #expect(FileManager.default.fileExists(atPath: "\(sandbox.path)/dist/year-1.2.1.themepack.zip"))
    }

    @Test("Build metadata alone is no higher version: a changed theme needs one, an unchanged one does not")
    func buildMetadata() throws {
        try setVersion("1.2.0+x", of: "year")
        #expect(try themepack("verify", "--against", "old").status == 0)
        try changeImage()
        try expect(themepack("verify", "--against", "old"), 1, "a changed theme with other build metadata")
    }

    @Test("The message names what has changed: settings, resources, properties, the defaults")
    func words() throws {
        try sandbox.write("themes/year/config.json", "{\"Color\": {\"title\": \"F85826\"}}")
        try sandbox.write("themes/default/config.json", ProjectFiles.defaultConfig.replacing("Metrics", with: "Sizes"))
        try expect(themepack("verify", "--against", "old"), 1, "other settings and defaults")
    }

    @Test("A version below the released one is an error; the cache of earlier runs hides nothing")
    func lower() throws {
        #expect(try themepack("verify").status == 0)
        try setVersion("1.1.9", of: "year")
        #expect(try themepack("verify").status == 0)
        let line = try "\(example(of: "version-lower")) [version-lower]"
        for _ in 0..<2 {
            let result = try themepack("verify", "--against", "old")
            #expect(result.status == 1 && result.output.contains(line), "\(result)")
        }
        #expect(try themepack("verify").status == 0)
    }

    @Test("RR8 Released packs of themes that do not fit the new defaults are warnings, as explain reports them")
    func conflicts() throws {
        for scale in 1...3 {
            let suffix = scale == 1 ? "" : "@\(scale)x"
            try sandbox.write("assets/common/button\(suffix).png", PNGFile(50 * scale, 22 * scale, shade: 1).bytes)
            try sandbox.write(
                "themes/year/common/year_button\(suffix).png", PNGFile(50 * scale, 22 * scale, shade: 2).bytes)
        }
        try sandbox.write("themes/default/config.json", ProjectFiles.defaultConfig.replacing("\"F85825\"", with: "3"))
        try sandbox.write("themes/year/config.json", "{\"Color\": {\"title\": 4}}")
        for (theme, version) in [("default", "2.0.0"), ("year", "2.0.0")] { try setVersion(version, of: theme) }
        let result = try themepack("build", "--against", "old", "--format", "concise")
        let entry = "old/year-1.2.0.themepack.zip!/"
        #expect(
            try result.errors.contains(
                "\(entry)images/common/year_button.png:1:1: warning contract-conflict "
                    + "\(example(of: "contract-conflict"))\n"), "\(result)")
        try expect(result, 0, "packs that do not fit the new defaults")
        let explained = try themepack(
            "explain", "common/button", "dist/default-2.0.0.themepack.zip", "old/year-1.2.0.themepack.zip")
        try expect(explained, 0, "explain of packs that do not fit the new defaults")
    }

    @Test("A released theme that the project no longer has is an error; for a pack by itself it is a warning")
    func removed() throws {
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/themes/year")
        let pack = "old/year-1.2.0.themepack.zip"
        for (released, status) in [("old", 1), (pack, 0)] {
            let result = try themepack("verify", "--against", released)
            #expect(try result.status == status && result.output.contains(example(of: "theme-removed")), "\(result)")
        }
        // Its hint retires the theme.
        let hint = try themepack("verify", "--against", "old").output
        let exemption = try #require(hint.firstMatch(of: /exempt ({.*?})/)).output.1
        try sandbox.write("themepack.json", "{\"exemptions\": [\(exemption)]}")
        let retired = try themepack("verify", "--against", "old")
        #expect(retired.status == 0 && retired.output.isEmpty, "\(retired)")
        try sandbox.write("themepack.json", "{\"rules\": {\"theme-removed\": \"warning\"}}")
        #expect(try themepack("verify", "--against", "old").status == 0)
        for pattern in ["**/year-*", "old/**"] {
            try sandbox.write(
                "themepack.json", #"{"exemptions": [{"rule": "theme-removed", "path": "\#(pattern)"}]}"#)
            let exempted = try themepack("verify", "--against", "old")
            #expect(exempted.status == 0 && exempted.output.isEmpty, "\(exempted)")
        }
        #expect(try themepack("verify").output.isEmpty)
    }

    @Test("A released theme is missed in a project without any theme, and not in one whose theme.json has an error")
    func removedAll() throws {
        try sandbox.write("themes/year/theme.json", "{")
        #expect(try !themepack("verify", "--against", "old").output.contains("[theme-removed]"))
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/themes")
        try sandbox.write("themepack.json", "{}")
        let result = try themepack("verify", "--against", "old")
        #expect(result.status == 1 && result.output.contains("theme-removed"), "\(result)")
    }

    @Test("The examples of rules about the folder of packs are messages of a check")
    func checked() throws {
        try sandbox.write("dist/old-1.0.0.themepack.zip", "x")
        let result = try themepack("build", "--check", "--format", "json")
        for rule in ["pack-out-of-date", "pack-stray"] {
            #expect(try result.output.contains("\"message\": \"\(example(of: rule))\""), "\(result)")
        }
    }

    @Test(
        "A folder of damaged packs, one without packs, and a missing one are errors with a hint, and nothing is built")
    func bad() throws {
        for (name, length) in [("a-1.0.0", 0), ("b-1.0.0", 400)] {
            try sandbox.write(
                "damaged/\(name).themepack.zip", Array(try sandbox.read("old/year-1.2.0.themepack.zip").prefix(length)))
        }
        try sandbox.write("empty/readme.txt", "x")
        for folder in ["damaged", "empty", "absent"] {
            try expect(themepack("build", "--against", folder), 2, "--against: the folder is \(folder)")
        }
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/dist"))
        #expect(try themepack("verify", "old/year-1.2.0.themepack.zip", "--against", "old").status == 64)
    }
}
