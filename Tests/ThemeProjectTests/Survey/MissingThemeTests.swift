import Foundation
import TestSupport
import Testing
import ThemeProject

@Suite("Themes that are not there")
struct MissingThemeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let path: String
        /// Removed before the files and folders are made.
        var removed: String
        var files: [String: String] = [:]
        var folders: [String] = []

        init(_ name: String, at path: String, removing removed: String? = nil, _ files: [String: String] = [:]) {
            testDescription = name
            self.path = path
            self.removed = removed ?? path
            self.files = files
        }

        func empty(_ folder: String? = nil) -> Case {
            var copy = self
            copy.folders.append(folder ?? path)
            return copy
        }
    }

    private static let modules = """
        [submodule "year"]
        \tpath = themes/year
        \turl = ../themes.git
        [submodule "images"]
        \tPath = "assets/common/"
        [submodule "all"]
        path=themes

        """

    private static let nothing = "nothing"

    static let cases: [Case] = [
        Case("an empty folder of a theme", at: "themes/year").empty(),
        Case("an empty folder of the default theme", at: "themes/default").empty(),
        Case("a folder with what a desktop adds", at: "themes/year", ["themes/year/.DS_Store": "x"]),
        Case("a submodule", at: "themes/year", [".gitmodules": modules]).empty(),
        Case(
            "a submodule in the folder of a theme", at: "themes/year/common",
            [
                ".gitmodules": "[submodule \"c\"]\n  path = themes/year/common\n"
            ]
        ).empty(),
        Case(
            "a submodule in the asset tree", at: "assets/common",
            [
                ".gitmodules": modules, "assets/x.txt": "", "themepack.json": #"{"ignore": ["assets/x.txt"]}"#,
            ]
        ).empty(),
        Case("a submodule with all themes", at: "themes", [".gitmodules": modules, "themepack.json": "{}"]).empty(),
        Case("an empty asset tree", at: "assets").empty(),
        Case("an empty asset tree of themes with settings", at: "assets", removing: "themes/year/common").empty(),
        Case("the text of a link", at: "themes/year", ["themes/year": "../../brands/acme"]),
        Case("the text of a link in the same folder", at: "themes/year", ["themes/year": "acme"]),
        Case("the text of a link with a line end", at: "themes/year", ["themes/year": "../acme\n"]),
        Case(
            "a shortcut", at: "themes/year.lnk", removing: "themes/year",
            [
                "themes/year.lnk": "L\0\0\0\u{1}\u{14}\u{2}\0"
            ]),
        Case(
            "images beside the themes", at: "themes/a.png", removing: nothing,
            ["themes/a.png": "x", "themes/b.PNG": "x"]),
        Case("a theme.json beside the themes", at: "themes/theme.json", removing: nothing, ["themes/theme.json": "{}"]),
        Case("settings beside the themes", at: "themes/config.plist", removing: nothing, ["themes/config.plist": ""]),
        Case("a theme that was not unpacked", at: "themes/dark.zip", removing: nothing, ["themes/dark.zip": "PK"]),
        Case("a file with the name of a theme", at: "themes/year", ["themes/year": "x y"]),
        Case("an empty file with the name of a theme", at: "themes/year", ["themes/year": ""]),
        Case(
            "the text of a link to a folder of images", at: "assets/icons", removing: nothing,
            [
                "assets/icons": "../shared/icons"
            ]),
        Case(
            "the text of a link to a folder of a theme's images", at: "themes/year/icons", removing: nothing,
            [
                "themes/year/icons": "../../shared/icons"
            ]),
    ]

    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try ProjectFiles.sound.write(to: sandbox)
    }

    private func make(_ change: Case) throws {
        try? FileManager.default.removeItem(atPath: "\(sandbox.path)/\(change.removed)")
        if change.folders.contains("assets") { try? FileManager.default.removeItem(atPath: "\(sandbox.path)/assets") }
        for (path, text) in change.files { try sandbox.write(path, text) }
        for folder in change.folders {
            try FileManager.default.createDirectory(
                atPath: "\(sandbox.path)/\(folder)", withIntermediateDirectories: true)
        }
    }

    private func survey() throws -> [Finding] {
        try ProjectSurvey(of: Project(at: sandbox.path), .everything, jobs: 2).findings.sorted()
    }

    @Test("A theme or images that should be there and are not are one error at their folder", arguments: cases)
    func missing(_ change: Case) throws {
        try make(change)
        let findings = try survey()
        #expect(findings.map(\.rule) == [.fileKind] && findings.map(\.path) == [change.path], "\(findings.map(\.line))")
        let sentence = findings.first?.sentence
        #expect(try Sentences.mismatch(sentence, of: "missing: \(change.testDescription)", in: "project-tree") == nil)
    }

    @Test("A .gitmodules above the project names its submodules, up to the folder of the repository")
    func above() throws {
        let outer = try Sandbox()
        try ProjectFiles.sound.with { files in
            files.files = files.files.filter { !$0.key.hasPrefix("themes/year/") }
        }.write(to: outer, at: "app/look")
        try FileManager.default.createDirectory(
            atPath: "\(outer.path)/app/look/themes/year", withIntermediateDirectories: true)
        try outer.write(".gitmodules", "[submodule \"y\"]\n\tpath = app/look/themes/year\n")
        func hint() throws -> String? {
            try ProjectSurvey(of: Project(at: "\(outer.path)/app/look"), .everything, jobs: 1).findings.first?.hint
        }
        #expect(try hint() == "run 'git submodule update --init themes/year'")
        try outer.write("app/.git", "gitdir: elsewhere")
        #expect(try hint()?.contains("'git submodule update --init'") == false)
    }

    @Test(
        "Files of other kinds in the folder of themes are no themes",
        arguments: [
            ("README.md", "x"), ("LICENSE", "MIT"), ("Makefile", "all:\n\techo"), ("notes.txt", "../x.txt"),
            (".gitkeep", ""), ("LICENSE", "../LICENSE"), ("shared.json", "{}"), ("year.zip", "PK"), (".a.png", "x"),
        ])
    func others(_ name: String, _ text: String) throws {
        try sandbox.write("LICENSE", "MIT")
        try sandbox.write("x.txt", "x")
        try sandbox.write("themes/\(name)", text)
        #expect(try survey().map(\.line) == [])
    }

    @Test("A file and an empty folder can be ignored; an asset tree can be kept without images")
    func wanted() throws {
        try sandbox.write("themes/justfile", "build:\n")
        try sandbox.write("themes/sheet.png", "x")
        try sandbox.write("themes/notes.md", "x")
        try FileManager.default.createDirectory(
            atPath: "\(sandbox.path)/themes/later", withIntermediateDirectories: true)
        #expect(try survey().map(\.path) == ["themes/justfile", "themes/later", "themes/sheet.png"])
        try sandbox.write(
            "themepack.json", #"{"ignore": ["themes/justfile", "themes/later", "themes/*.png", "themes/*.md"]}"#)
        #expect(try survey().map(\.line) == [])
        for folder in ["assets", "themes/year/common"] {
            try FileManager.default.removeItem(atPath: "\(sandbox.path)/\(folder)")
        }
        try sandbox.write("assets/.gitkeep", "")
        #expect(try survey().map(\.line) == [])
    }

    @Test("A folder of a project under a name in other letter case", arguments: ["assets", "themes"], [true, false])
    func letterCase(_ folder: String, _ hasFile: Bool) throws {
        if hasFile { try sandbox.write("themepack.json", "{}") }
        let other = folder.uppercased()
        try FileManager.default.moveItem(atPath: "\(sandbox.path)/\(folder)", toPath: "\(sandbox.path)/\(other)")
        guard !FileManager.default.fileExists(atPath: "\(sandbox.path)/\(folder)") else { return }
        let error = #expect(throws: UserError.self) { try survey() }
        #expect(error?.hint == "rename '\(other)' to '\(folder)'")
    }

    @Test(
        "A file that is named nearly as it should be is one finding",
        arguments: [
            ("Theme.json", "theme.json", "theme-manifest"), ("theme.json.txt", "theme.json", "theme-manifest"),
            ("theme.jsonc", "theme.json", "theme-manifest"), ("Config.json", "config.json", "theme-manifest"),
            ("config.json.txt", "config.json", "theme-manifest"),
        ])
    func fileNames(_ name: String, _ meant: String, _ rule: String) throws {
        var project = ProjectFiles.sound
        project["themes/year/theme.json"] =
            #"{"id": "year", "version": "1.0.0", "imageNamePrefix": "year_", "config": "config.json"}"#
        project["themes/year/\(name)"] = project["themes/year/\(meant)"]
        project.files["themes/year/\(meant)"] = nil
        let findings = try project.survey()
        #expect(findings.map(\.rule.rawValue) == [rule], "\(findings.map(\.line))")
        try check(findings.first, "year/\(name)")
    }

    @Test("A folder in the place of settings that theme.json does not name is an error")
    func unnamedSettings() throws {
        var project = ProjectFiles.sound
        project["themes/year/theme.json"] = #"{"id": "year", "version": "1.0.0", "imageNamePrefix": "year_"}"#
        project.files["themes/year/config.json"] = nil
        project["themes/year/config.json/.keep.txt"] = ""
        let findings = try project.survey()
        #expect(findings.first?.rule == .configSyntax && findings.first?.path == "themes/year/config.json")
    }

    @Test("A folder that has the id of another theme looks like a copy")
    func copies() throws {
        var project = ProjectFiles.sound
        for name in ["backup", "year-old"] { project["themes/\(name)/theme.json"] = project["themes/year/theme.json"] }
        let findings = try project.survey().filter { $0.path.hasSuffix("/theme.json") && $0.key == "id" }
        #expect(Set(findings.map(\.path)) == ["themes/backup/theme.json", "themes/year-old/theme.json"])
        #expect(findings.allSatisfy { $0.hint?.hasPrefix("it looks like a copy") == true })
    }

    private func check(_ finding: Finding?, _ name: String) throws {
        #expect(try Sentences.mismatch(finding?.sentence ?? "", of: name, in: "project-tree") == nil)
    }

    @Test("The text of a link in the place of a project's folder", arguments: ["assets", "themes"])
    func projectFolder(_ folder: String) throws {
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/\(folder)")
        try sandbox.write(folder, "../shared/\(folder)")
        let error = #expect(throws: UserError.self) { try survey() }
        #expect(error?.path == "\(sandbox.path)/\(folder)")
        #expect(error?.message.contains("link to '../shared/\(folder)'") == true)
    }
}
