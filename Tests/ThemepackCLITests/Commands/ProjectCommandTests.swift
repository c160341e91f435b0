import Foundation
import TestSupport
import Testing

@Suite("Commands in a project")
struct ProjectCommandTests: ToolTests, SentenceTests {
    static let sentences = "commands"
    let sandbox: Sandbox

    init() throws { sandbox = try Self.soundProject() }

    private func json(_ text: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    // MARK: Files as arguments

    @Test(
        "RR10 A file selects its theme; a default, themepack.json and the baseline all; any other none",
        arguments: [
            ("themes/year/common/year_button.png", 1), ("themes/year/theme.json", 1), ("./themes/../themes/year/x", 1),
            ("assets/common/button.png", 2), ("themes/default/config.json", 2), ("themepack.json", 2),
            ("themes/year/common/gone/deleted.png", 1), ("assets/gone.png", 2), ("themes/gone/theme.json", 2),
            ("themes/README.md", 0), ("ci/baseline.json", 2), ("ci/other.json", 0), (".gitignore", 0),
        ])
    func files(_ path: String, _ themes: Int) throws {
        try sandbox.write("themepack.json", #"{"baseline": "ci/baseline.json"}"#)
        try sandbox.write("ci/baseline.json", #"{"version": 1, "findings": []}"#)
        for file in ["themes/README.md", "ci/other.json", ".gitignore"] { try sandbox.write(file, "x") }
        for argument in [path, "\(sandbox.path)/\(path)"] {
            let report = try json(themepack("verify", argument, "--format", "json").output)
            #expect((report["summary"] as? [String: Int])?["themes"] == themes, "\(report)")
        }
        try sandbox.write("elsewhere/x", "x")
        let nested = try json(themepack("verify", "../\(path)", "--format", "json", in: "elsewhere").output)
        #expect((nested["summary"] as? [String: Int])?["themes"] == themes)
    }

    @Test("verify reports a preview.json that cannot be read; a build does not need it")
    func brokenPreview() throws {
        try sandbox.write("preview.json", "{\n  \"screens\": [{\"nmae\": \"Home\", \"elements\": []}]\n}")
        let result = try themepack("verify")
        #expect(result.status == 1 && result.output.hasPrefix("preview.json\n  2:"), "\(result)")
        #expect(result.output.contains("[config-syntax]"), "\(result)")
        #expect(try themepack("verify", "preview.json").output == result.output)
        #expect(try themepack("verify").output == result.output)
        for arguments in [["verify", "year"], ["verify", "--select", "image-*"], ["build"]] {
            #expect(try Tool.run(Tool.themepack, arguments, in: sandbox.path).status == 0, "\(arguments)")
        }
        try sandbox.write("preview.json", "{\"screens\": []}")
        #expect(try themepack("verify").status == 0)
        try sandbox.write(
            "preview.json",
            """
            {"screens": [{"name": "Home", "background": {"setting": "Colour.title"}, "elements": [
              {"type": "image", "image": "common/buton"}, {"type": "image", "image": "common/button"}]}]}
            """)
        let unknown = try themepack("verify", "--format", "concise")
        #expect(unknown.status == 0)
        #expect(unknown.output.matches(of: /preview\.json:\d+:\d+: warning config-image/).count == 2, "\(unknown)")
    }

    @Test("Files select themes for a build; a file of no project is a pack; an absent id is still an error")
    func others() throws {
        #expect(try themepack("build", "themes/year/config.json").output == "dist/year-1.2.0.themepack.zip\n")
        let pack = try themepack("verify", "dist/year-1.2.0.themepack.zip", "themes/year/config.json")
        try expect(pack, 0, "verify of a pack and of a theme")
        try expect(themepack("verify", "absent/file.zip"), 2, "verify absent/file.zip")
        for folder in ["themes/yaer", "themes/yaer/", "\(sandbox.path)/themes/yaer"] {
            let name = folder.replacing(sandbox.path, with: "SANDBOX")
            try expect(themepack("build", folder), 64, "build \(name)")
        }
        for damaged in ["a.zip", "a.pack"] {
            try sandbox.write(damaged, "PK")
            #expect(try themepack("verify", damaged).status == 1)
        }
    }

    // MARK: list and clean

    @Test("Characters that take two columns of a terminal move no column of a table")
    func wideCharacters() throws {
        try sandbox.write(
            "themes/year/theme.json",
            #"{"id": "year", "name": "\u65b0\u5e74 \ud83e\udde8", "version": "1.2.0", "imageNamePrefix": "year_"}"#)
        let lines = try themepack("list").output.split(separator: "\n")
        #expect(lines.last == "year     \u{65B0}\u{5E74} \u{1F9E8}  1.2.0       1/1       1/8", "\(lines)")
        #expect(lines.first == "theme    name     version  images  settings")
    }

    @Test("list shows versions and coverage, and opens no image")
    func list() throws {
        try sandbox.write("assets/common/other.png", "no image")
        try sandbox.write("themes/year/common/year_more.png", "replaces no default")
        try sandbox.write("themes/odd/theme.json", "{")
        let table = try themepack("list")
        #expect(
            table.status == 0
                && table.output == """
                    theme    name      version  images  settings
                    default  default   1.0.0         2         8
                    odd      ?         ?           0/2       0/8
                    year     New Year  1.2.0       1/2       1/8
                    theme.json of 1 theme cannot be read: see 'themepack verify'

                    """,
            "\(table.output)")
        let themes = try #require(try json(themepack("list", "--format", "json").output)["themes"] as? [[String: Any]])
        #expect(
            themes.map { $0["pack"] as? String ?? "" } == [
                "default-1.0.0.themepack.zip", "", "year-1.2.0.themepack.zip",
            ])
    }

    @Test("clean deletes the cache, with --packs also the packs; --dry-run nothing; other files stay")
    func clean() throws {
        #expect(try themepack("build", "-q").status == 0)
        try sandbox.write("dist/notes.txt", "x")
        try expect(themepack("clean", "--packs", "--dry-run"), 0, "clean --packs --dry-run")
        #expect(FileManager.default.fileExists(atPath: "\(sandbox.path)/.themepack"))
        try expect(themepack("clean"), 0, "clean")
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/.themepack"))
        #expect(FileManager.default.fileExists(atPath: "\(sandbox.path)/dist/SHA256SUMS"))
        #expect(try themepack("clean", "--packs", in: "assets").status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.path)/dist") == ["notes.txt"])
        try expect(themepack("clean", "--packs"), 0, "clean without anything to delete")
        #expect(try themepack("verify").status == 0)
    }

    @Test("clean deletes what killed builds have left, checks -o first, and says what it cannot delete")
    func leftovers() throws {
        for name in ["dist/.themepack-1f.tmp", "dist/sha256/.themepack-2f.tmp", "assets/.themepack-3f.tmp"] {
            try sandbox.write(name, "half")
        }
        try expect(themepack("clean", "--dry-run"), 0, "clean --dry-run after killed builds")
        try expect(themepack("clean"), 0, "clean after killed builds")
        try expect(themepack("clean"), 0, "clean without anything to delete")
        _ = try themepack("verify", "-q")
        try expect(themepack("clean", "--packs", "-o", "themes"), 2, "clean --packs -o themes")
        #expect(FileManager.default.fileExists(atPath: "\(sandbox.path)/.themepack"))
    }

    @Test(
        "A leftover that cannot be deleted is named", .enabled(if: !Tool.asNobody.isEmpty, "setpriv does not work here")
    )
    func keptLeftover() throws {
        try sandbox.write("assets/.themepack-3f.tmp", "half")
        let words = Tool.asNobody + [Tool.themepack, "clean"]
        try #require(chmod(sandbox.path, 0o755) == 0)
        let result = try Tool.run(words[0], Array(words.dropFirst()), in: sandbox.path)
        #expect(result.status == 2 && result.output.isEmpty, "\(result)")
        #expect(result.errors.contains("assets/.themepack-3f.tmp: error: cannot be deleted: Permission denied"))
    }

    // MARK: explain and resolve

    @Test("explain and resolve need no packs in a project, and answer for settings")
    func lookUp() throws {
        let image = try themepack("explain", "common/button", "--theme", "year", "--scale", "2", in: "assets")
        #expect(image.status == 0, "\(image)")
        let answer = try #require(image.output.split(separator: "\n").first?.split(separator: ": ").last)
        #expect(answer.hasSuffix("/themes/year/common/year_button@2x.png"), "\(answer)")
        #expect(FileManager.default.fileExists(atPath: String(answer)), "\(answer)")
        let here = try themepack("explain", "common/button", "--theme", "year")
        #expect(here.errors.isEmpty, "\(here)")
        #expect(here.output.hasPrefix("common/button at @1x in theme 'year': themes/year/common/year_button.png\n"))
        try expect(themepack("explain", "Color.background", "--theme", "year"), 0, "explain a setting")
        let value = try json(themepack("explain", "Metrics.radius", "--format", "json").output)
        #expect(value["value"] as? Int == 6 && (value["steps"] as? [[String: Any]])?.count == 1)
        try expect(themepack("explain", "Color.tilte"), 1, "explain a misspelled setting")
        #expect(try themepack("resolve", "Color.title", "--theme", "year").output == "F85825\n")
        let list = try themepack("resolve", "List").output
        #expect(try JSONSerialization.jsonObject(with: Data(list.utf8)) as? [Int] == [1, 2])
        try expect(themepack("resolve", "Color.absent"), 1, "resolve an absent setting")
        try sandbox.write("assets/List.png", PNGFile(1, 1).bytes)
        for command in ["explain", "resolve"] {
            let both = try themepack(command, "List")
            #expect(both.status == 0 && both.errors.hasPrefix("hint: "), "\(both)")
            try expect(both.errors, "\(command) an image with the name of a setting")
        }
        let manifest = #"{"id": "default", "version": "1.0.0", "resources": ["fonts/*.ttf"]}"#
        try sandbox.write("themes/default/theme.json", manifest)
        try sandbox.write("themes/default/fonts/a.ttf", "x")
        for command in ["explain", "resolve"] {
            try expect(themepack(command, "fonts/a.ttf", "--theme", "year"), 1, "\(command) a resource")
        }
        try expect(Tool.themepack("explain", "common/button", in: "/"), 2, "explain without a project")
    }

    @Test("resolve prints no image to a terminal", .enabled(if: Tool.path(of: "script") != nil))
    func terminal() throws {
        let command = "'\(Tool.themepack)' resolve common/button; echo status $?"
        let shown = try Tool.run("/usr/bin/env", ["script", "-qec", command, "/dev/null"], in: sandbox.path).output
        #expect(shown.contains("standard output is a terminal") && shown.contains("status 2"), "\(shown)")
        let value = "'\(Tool.themepack)' resolve Color.title"
        #expect(
            try Tool.run("/usr/bin/env", ["script", "-qec", value, "/dev/null"], in: sandbox.path).output
                .hasPrefix("F85825"))
    }

    // MARK: Completions

    @Test("Completions offer themes with files, and names with settings")
    func completions() throws {
        func words(_ command: [String], _ argument: String, _ prefix: String) throws -> [String] {
            let words = ["themepack"] + command + [prefix]
            let arguments =
                ["---completion"] + command.prefix(1) + [
                    "--", argument, "\(words.count - 1)",
                    "\(prefix.utf8.count)",
                ] + words
            return try Tool.run(Tool.themepack, arguments, in: sandbox.path).output.split(separator: "\n").map(
                String.init)
        }
        #expect(try words(["verify"], "positional@0", "y") == ["year"])
        #expect(try words(["verify"], "positional@0", "the") == ["themes/"])
        #expect(try words(["explain"], "positional@0", "common/") == ["common/button"])
        #expect(try words(["verify", "--report"], "--report", "ju") == ["junit=", "junit=assets/", "junit=themes/"])
        #expect(try words(["diff", "--report"], "--report", "html=th") == ["html=themes/"])
        #expect(try words(["export", "--themes"], "--themes", "dark=y") == ["dark=year"])
        #expect(try words(["explain"], "positional@0", "Color.") == ["Color.background", "Color.title"])
    }

    // MARK: Mistakes in themepack.json

    @Test("All mistakes in themepack.json are reported at once, in order")
    func configuration() throws {
        try sandbox.write(
            "themepack.json",
            """
            {
              "asets": "x",
              "rules": {"image-scal": "off", "image-corrupt": "off", "image-alpha": "loud"},
              "limits": {"imageWidth": 0},
              "exemptions": [{"rule": "x"}, {"rule": "image-alpa", "path": "**"}]
            }
            """)
        try expect(themepack("verify"), 2, "all mistakes in themepack.json")
    }
}
