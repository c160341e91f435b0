import Foundation
import TestSupport
import Testing

/// `.pre-commit-hooks.yaml` compared with the files that `themepack verify` accepts as arguments.
@Suite("Hooks for pre-commit")
struct HookTests: ToolTests {
    let sandbox: Sandbox
    /// The lines of the file.
    let hooks: [String]

    init() throws {
        sandbox = try Self.soundProject()
        hooks = try String(contentsOfFile: "\(Tool.repository)/.pre-commit-hooks.yaml", encoding: .utf8)
            .split(separator: "\n").map(String.init)
    }

    private func values(of key: String) -> [String] {
        hooks.compactMap { line in line.range(of: "  \(key): ").map { String(line[$0.upperBound...]) } }
    }

    /// The command of the hooks with files, as pre-commit runs it in the root of a repository.
    private func run(_ files: [String]) throws -> Tool.Result {
        let entries = Set(values(of: "entry"))
        let words = try #require(entries.count == 1 ? entries.first : nil).split(separator: " ").map(String.init)
        #expect(words.first == "themepack")
        return try Tool.run(Tool.themepack, words.dropFirst() + files, in: sandbox.path)
    }

    @Test("RR10 The pattern fits every file that a project reads, and the hook passes for others that it fits")
    func pattern() throws {
        let patterns = Set(values(of: "files"))
        let text = try #require(patterns.count == 1 ? patterns.first : nil)
        let pattern = try NSRegularExpression(pattern: text)
        let read = [
            "assets/common/button.png", "themes/year/common/year_button.png", "themes/year/theme.json",
            "themes/default/config.json", "themes/README.md", "themepack.json", "baseline.json",
        ]
        let others = ["app/assets/logo.png", "web/themes/dark.css", "docs/themepack.json.md", "README.md", "log.txt"]
        try sandbox.write("themepack.json", #"{"baseline": "baseline.json"}"#)
        try sandbox.write("baseline.json", #"{"version": 1, "findings": []}"#)
        try sandbox.write("themes/README.md", "x")
        for path in others { try sandbox.write(path, "x") }
        for path in read + others {
            let isMatched =
                pattern.firstMatch(in: path, range: NSRange(path.startIndex..<path.endIndex, in: path)) != nil
            let report = try themepack("verify", path)
            let isUnread = report.errors.contains("\(path): the project does not read this file\n")
            #expect(report.status == 0 && isUnread == others.contains(path), "\(report)")
            #expect(isMatched || isUnread, "\(path)")
            #expect(try run([path]).status == 0)
        }
        try breakImage()
        #expect(try run(["app/assets/logo.png", "themes/year/common/year_button@2x.png"]).status == 1)
        #expect(try run(["baseline.json"]).status == 1)
        #expect(try run(["themepack.json"]).status == 1)
        #expect(try run(["app/assets/logo.png"]).status == 0)
    }

    @Test("A hook without files runs at every commit, so it notices a deletion")
    func deletion() throws {
        let start = try #require(hooks.firstIndex(of: "- id: themepack-all"))
        let hook = hooks[start...].prefix { $0 == hooks[start] || !$0.hasPrefix("- id") }
        #expect(hook.contains("  always_run: true") && hook.contains("  pass_filenames: false"))
        #expect(try run([]).status == 0)
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/assets")
        try sandbox.write("assets/other.png", PNGFile(1, 1).bytes)
        #expect(try run([]).status == 1)
        #expect(try run(["assets/common/button.png"]).status == 1, "lint-staged and git can name deleted files")
    }
}
