import Foundation
import TestSupport
import Testing

@Suite("themepack init")
struct InitCommandTests: ToolTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test("Files that cannot be written leave nothing, and a second attempt succeeds", arguments: ["new/er", "."])
    func refused(_ folder: String) throws {
        try sandbox.write("there/file", "x")
        let before = try sandbox.listing()
        // The limit of the file size applies to the files of the output too, so the output goes through a pipe.
        let script = "{ (ulimit -f 0; exec \"$0\" init \"$1\"); echo \"status $?\"; } 2>&1 | cat"
        let result = try Tool.run("/bin/sh", ["-c", script, Tool.themepack, folder], in: sandbox.path)
        #expect(result.output.contains("File too large") && result.output.hasSuffix("status 2\n"), "\(result)")
        #expect(try sandbox.listing() == before)
        #expect(try themepack("init", folder).status == 0)
        #expect(try themepack("build", "-C", folder).status == 0)
    }

    @Test(
        "init ignores what commands write, and keeps a list that is there; --ci adds the workflow of the documentation")
    func ignored() throws {
        let new = try themepack("init", "new", "--ci")
        #expect(new.output.hasSuffix(".github/workflows/themes.yml\n.gitignore\n"))
        #expect(new.errors.contains("replace the zeros in .github/workflows/themes.yml\n"))
        #expect(try sandbox.text("new/.gitignore") == "/dist/\n.themepack/\n")
        let documented = try String(contentsOfFile: "\(Tool.repository)/docs/github-actions.yml", encoding: .utf8)
        #expect(try sandbox.text("new/.github/workflows/themes.yml") == documented)
        try sandbox.write("there/.gitignore", "mine\n")
        let result = try themepack("init", "there")
        #expect(result.status == 0 && result.errors.contains("add /dist/ and .themepack/ to it"), "\(result)")
        #expect(try sandbox.text("there/.gitignore") == "mine\n")
    }

    @Test("A link that leads nowhere is named, and nothing is written", arguments: ["link", "link/new"])
    func danglingLink(_ folder: String) throws {
        try FileManager.default.createSymbolicLink(atPath: "\(sandbox.path)/link", withDestinationPath: "absent")
        let result = try themepack("init", folder)
        #expect(result.status == 2 && result.output.isEmpty, "\(result)")
        #expect(result.errors == "\(folder): error: is a link that leads nowhere\nhint: name another path\n")
    }

    @Test("Commands in hints can be pasted, whatever the folder is called")
    func pasted() throws {
        let result = try themepack("init", "it's new")
        #expect(result.errors.contains(#"next: themepack verify -C 'it'\''s new'; "#), "\(result)")
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
        let inner = try themepack("init", "--ci", "apps/themes")
        let note = "only at the root of the repository: move it there, and add at its end:\n    with:\n      "
        #expect(inner.status == 0 && inner.errors.contains(note + "working-directory: 'apps/themes'\n"), "\(inner)")
        let outer = try themepack("init", "--ci")
        #expect(outer.status == 0 && !outer.errors.contains("working-directory"), "\(outer)")
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
        let poor = try themepack("verify", "-C", "new")
        #expect(poor.status == 0 && poor.output.contains("[config-contrast]"), "\(poor)")
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
        func explain(_ name: String, _ themes: String...) throws -> String {
            let options = themes.flatMap { ["--theme", $0] }
            return try Tool.run(Tool.themepack, ["explain", name, "-C", "new"] + options, in: sandbox.path).output
        }
        let color = try explain("Color.accent", "dark", "acme")
        #expect(color.hasPrefix("Color.accent in theme 'acme + dark': the string '8FB8FF'\n  dark: sets"), "\(color)")
        let icon = try explain("tabbar/home", "high-contrast", "dark")
        #expect(
            icon.hasSuffix("a template, drawn in Color.accent: #FFCFE0FF of theme 'dark-high-contrast'\n"), "\(icon)")
        #expect(try sandbox.listing(of: "new/themes").keys.allSatisfy { !$0.contains("tabbar") })

        try FileManager.default.removeItem(atPath: "\(sandbox.path)/new/themes/dark-high-contrast")
        let poor = try themepack("verify", "-C", "new")
        #expect(poor.status == 0 && poor.output.contains("Color.title: dark + high-contrast: "), "\(poor)")
    }
}
