import Foundation
import TestSupport
import Testing

@Suite("themepack init")
struct InitCommandTests: ToolTests, SentenceTests {
    static let sentences = "commands"
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// Compares what a successful run prints besides the list of files.
    private func expectNotes(_ run: Tool.Result, _ name: String) throws {
        #expect(run.status == 0, "\(run)")
        try expect(run.errors, name)
    }

    @Test("Files that cannot be written leave nothing, and a second attempt succeeds", arguments: ["new/er", "."])
    func refused(_ folder: String) throws {
        try sandbox.write("there/file", "x")
        let before = try sandbox.listing()
        // The limit of the file size applies to the files of the output too, so the output goes through a pipe.
        let script = "{ (ulimit -f 0; exec \"$0\" init \"$1\"); echo \"status $?\"; } 2>&1 | cat"
        let result = try Tool.run("/bin/sh", ["-c", script, Tool.themepack, folder], in: sandbox.path)
        try expect(result, 0, "files that cannot be written in '\(folder)'")
        #expect(try sandbox.listing() == before)
        #expect(try themepack("init", folder).status == 0)
        #expect(try themepack("build", "-C", folder).status == 0)
    }

    @Test(
        "init ignores what commands write, and keeps a list that is there; --ci adds the workflow of the documentation")
    func ignored() throws {
        try expect(themepack("init", "new", "--ci"), 0, "--ci")
        #expect(try sandbox.text("new/.gitignore") == "/dist/\n.themepack/\n")
        let documented = try String(contentsOfFile: "\(Tool.repository)/docs/github-actions.yml", encoding: .utf8)
        #expect(try sandbox.text("new/.github/workflows/themes.yml") == documented)
        try sandbox.write("there/.gitignore", "mine\n")
        try expectNotes(themepack("init", "there"), "a list of ignored files is there")
        #expect(try sandbox.text("there/.gitignore") == "mine\n")
    }

    @Test("A link that leads nowhere is named, and nothing is written", arguments: ["link", "link/new"])
    func danglingLink(_ folder: String) throws {
        try FileManager.default.createSymbolicLink(atPath: "\(sandbox.path)/link", withDestinationPath: "absent")
        try expect(themepack("init", folder), 2, "a link that leads nowhere: \(folder)")
    }

    @Test("Commands in hints can be pasted, whatever the folder is called")
    func pasted() throws {
        let result = try themepack("init", "it's new")
        try expectNotes(result, "a folder's name with a quotation mark and a space")
        let script = String(try #require(result.errors.firstMatch(of: /next: (themepack verify [^;]*);/)).output.1)
        let pasted = try Tool.run(
            "/bin/sh", ["-c", script.replacing("themepack", with: "\"$0\"", maxReplacements: 1), Tool.themepack],
            in: sandbox.path)
        #expect(pasted.status == 0, "\(pasted)")
    }

    @Test(
        "--ci in a folder of a repository says where GitHub reads the workflow",
        .enabled(if: Tool.path(of: "git") != nil, "git is not installed"))
    func innerProject() throws {
        try #require(Tool.run(Tool.path(of: "git") ?? "", ["init", "-q"], in: sandbox.path).status == 0)
        try expectNotes(themepack("init", "--ci", "apps/themes"), "--ci in a folder of a repository")
        try expectNotes(themepack("init", "--ci"), "--ci at the root of a repository")
    }

    @Test("A new project declares a pair of colors with enough contrast, and draws every control in all of its states")
    func starter() throws {
        #expect(try themepack("init", "new").status == 0)
        #expect(try themepack("verify", "-C", "new", "--fail-on", "warning").status == 0)
        #expect(try sandbox.text("new/themepack.json").contains("\"contrast\": ["))
        let config = try sandbox.text("new/themes/dark/config.json")
        let title = try #require(config.firstMatch(of: /"title": "([0-9A-F]+)"/))
        let ground = try #require(config.firstMatch(of: /"background": "([0-9A-F]+)"/))
        try sandbox.write(
            "new/themes/dark/config.json", config.replacing(title.output.0, with: "\"title\": \"\(ground.output.1)\""))
        try expect(themepack("verify", "-C", "new"), 0, "verify of a pair of equal colors")
        let screens = try sandbox.text("new/preview.json")
        for word in ["navigationBar", "tabBar", "button", "list", "badge", "text"] {
            #expect(screens.contains("\"type\": \"\(word)\""), "\(word)")
        }
        for state in ["highlighted", "selected", "disabled"] {
            #expect(screens.contains("\"\(state)\": {"), "\(state)")
        }
    }

    @Test("AX4, TP1: a new project has a brand, a dark mode and a high contrast; its icons need no dark images")
    func axes() throws {
        #expect(try themepack("init", "new").status == 0)
        func explain(_ name: String, _ themes: String...) throws {
            let options = themes.flatMap { ["--theme", $0] }
            let result = try Tool.run(Tool.themepack, ["explain", name, "-C", "new"] + options, in: sandbox.path)
            try expect(result, 0, "explain \(name)")
        }
        try explain("Color.accent", "dark", "acme")
        try explain("tabbar/home", "high-contrast", "dark")
        #expect(try sandbox.listing(of: "new/themes").keys.allSatisfy { !$0.contains("tabbar") })

        try FileManager.default.removeItem(atPath: "\(sandbox.path)/new/themes/dark-high-contrast")
        try expect(themepack("verify", "-C", "new"), 0, "verify of a mixture with little contrast")
    }
}
