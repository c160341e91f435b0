import Foundation
import TestSupport
import Testing

@Suite("Selections on the command line")
struct AxisCommandTests: SentenceTests {
    static let sentences = "commands-diff"
    private let project: TestProject

    init() throws {
        project = try TestProject()
        try project.write("themepack.json", #"{"axes": ["brand", "mode"]}"#)
        try project.theme("default", config: #"{"a": 0, "b": 0}"#)
        try project.theme("acme", config: #"{"a": 1, "b": 1}"#, more: #", "axis": "brand""#)
        try project.theme("dark", config: #"{"b": 2}"#, more: #", "axis": "mode""#)
        try project.theme("night", config: #"{"b": 3}"#, more: #", "axis": "mode""#)
        try project.theme("acme-dark", config: #"{"a": 4}"#, more: #", "for": ["dark", "acme"]"#)
    }

    private func run(_ arguments: String...) throws -> Tool.Result {
        try Tool.run(Tool.themepack, arguments, in: project.root)
    }

    @Test("AX5: resolve and explain take a theme of each axis, in any order")
    func selections() throws {
        for order in [["acme", "dark"], ["dark", "acme"], ["acme-dark"]] {
            let options = order.flatMap { ["--theme", $0] }
            let answers = try ["a", "b"].map { name in
                try Tool.run(Tool.themepack, ["resolve", name] + options, in: project.root).output
            }
            #expect(answers == ["4\n", "2\n"])
        }
        let folder = try run("resolve", "a", "themes/acme-dark")
        #expect(folder.output == "4\n", "\(folder)")
        let explained = try run("explain", "a.b", "--theme", "dark", "--theme", "acme")
        #expect(explained.output.contains("in theme 'acme + dark'"), "\(explained)")
        let json = try run("explain", "a.b", "--theme", "dark", "--theme", "acme", "--format", "json").output
        #expect(json.contains(#""selection": ["#), "\(json)")
        let shared = try run("resolve", "a", "--theme", "dark", "--theme", "night")
        try expect(shared, 64, "resolve with two themes of one axis")
    }

    @Test("AX5: diff compares what apps show with a theme of each axis", .enabled(if: Tool.path(of: "git") != nil))
    func differences() throws {
        try project.write("assets/badge.png", PNGFile(2, 2).bytes)
        for arguments in [["init", "-q"], ["add", "--all"], ["commit", "-q", "-m", "first"]] {
            try TestRepository.run(["-C", project.root] + arguments)
        }
        try project.theme("dark", config: #"{"b": 5}"#, more: #", "axis": "mode""#)
        let options = ["--theme", "dark", "--theme", "acme"]
        for format in [[], ["--format", "markdown"]] {
            let result = try Tool.run(Tool.themepack, ["diff", "HEAD:", "."] + options + format, in: project.root)
            #expect(result.status == 1 && result.output.contains("b"), "\(result)")
        }
        let text = try run("diff", "HEAD:", ".", "--theme", "dark", "--theme", "acme")
        #expect(text.output == "acme + dark  (HEAD -> .)\n\nsettings\n  ~ b  2 -> 5\n", "\(text)")
        let json = try run("diff", "HEAD:", ".", "--theme", "dark", "--theme", "acme", "--format", "json").output
        #expect(json.contains(#""selection": ["#) && !json.contains(#""version""#), "\(json)")
        #expect(try run("diff", "HEAD:", ".", "--theme", "acme", "--report", "html=page.html").status == 0)
        let page = try String(contentsOfFile: "\(project.root)/page.html", encoding: .utf8)
        #expect(page.contains("<h1>acme</h1>"))
        for (old, theme, status) in [
            ("HEAD:acme", "acme", 64), ("themes/acme", "acme", 64), ("HEAD:", "gone", 2), ("HEAD~1:", "acme", 2),
            ("none:", "acme", 2),
        ] {
            try expect(run("diff", old, ".", "--theme", theme), status, "diff \(old) . --theme \(theme)")
        }
    }

    @Test("AX5: list has the axis of each theme, and inspect the axes of a pack")
    func lists() throws {
        let list = try run("list").output
        #expect(list.contains("axis") && list.contains("acme + dark") && list.contains("mode"), "\(list)")
        #expect(try run("list", "--format", "json").output.contains(#""axes": ["#))
        let packs = try project.build()
        #expect(try run("inspect", packs["default"] ?? "").output.contains("axes            brand, mode\n"))
        #expect(try run("inspect", packs["acme-dark"] ?? "").output.contains("for             acme + dark\n"))
        #expect(try run("verify", packs["default"] ?? "", packs["acme-dark"] ?? "").status == 0)
    }
}
