import Foundation
import TestSupport
import Testing

@Suite("The rules command, and options that select rules")
struct RulesCommandTests: ToolTests, SentenceTests {
    static let sentences = "commands-verify"
    let sandbox: Sandbox

    init() throws {
        sandbox = try Self.soundProject()
        try breakImage()
        try breakSettings()
    }

    private func object(_ text: String) throws -> Any { try JSONSerialization.jsonObject(with: Data(text.utf8)) }

    @Test("RR6 rules lists all rules; a name or a glob explains some")
    func explains() throws {
        let list = try themepack("rules", in: "themes")
        #expect(list.status == 0 && list.output.contains(/\nconfig-color +error +/))
        try expect(themepack("rules", "image-dimensions"), 0, "rules image-dimensions")
        let some = try themepack("rules", "config-*").output
        #expect(
            some.split(separator: "\n").count { $0.hasPrefix("Why: ") } > 5 && some.contains("config-state: warning\n"))
        try expect(themepack("rules", "image-alfa"), 64, "rules image-alfa")
    }

    @Test("docs/rules.md is what the command writes: themepack rules --format markdown > docs/rules.md")
    func page() throws {
        let page = try themepack("rules", "--format", "markdown").output
        #expect(page == (try String(contentsOfFile: "\(Tool.repository)/docs/rules.md", encoding: .utf8)))
    }

    @Test("SARIF has the text of the command, and the address of the page's section")
    func sarif() throws {
        let log = try #require(try object(themepack("verify", "--format", "sarif").output) as? [String: Any])
        let driver = ((log["runs"] as? [[String: Any]])?.first?["tool"] as? [String: Any])?["driver"] as? [String: Any]
        let rules = try #require(driver?["rules"] as? [[String: Any]])
        let page = try String(contentsOfFile: "\(Tool.repository)/docs/rules.md", encoding: .utf8)
        let json = try #require(try object(themepack("rules", "--format", "json").output) as? [[String: Any]])
        #expect(rules.compactMap { $0["id"] as? String } == json.compactMap { $0["rule"] as? String })
        for rule in rules {
            let id = try #require(rule["id"] as? String)
            let help = try #require(rule["help"] as? [String: String])
            #expect(page.contains("## \(id)\n\n\(help["markdown"] ?? "-")"))
            #expect((rule["helpUri"] as? String)?.hasSuffix("/docs/rules.md#\(id)") == true)
        }
        let full = try themepack("rules", "config-color").output
        let color = rules.first { $0["id"] as? String == "config-color" }
        #expect((color?["help"] as? [String: String])?["text"] == full)
    }

    @Test("RR6 --select and --ignore of verify report some rules, and the exit status depends on these")
    func selects() throws {
        func rules(_ arguments: String...) throws -> (Int32, Set<String>) {
            let result = try Tool.run(
                Tool.themepack, ["verify", "--format", "json"] + arguments, in: sandbox.path)
            let report = try #require(try object(result.output) as? [String: Any])
            let findings = try #require(report["findings"] as? [[String: Any]])
            return (result.status, Set(findings.compactMap { $0["rule"] as? String }))
        }
        #expect(try rules("--select", "image-*") == (1, ["image-dimensions"]))
        #expect(
            try rules("--select", "image-*,config-color", "--ignore", "*-dim*") == (
                1, ["image-scale", "config-color"]
            ))
        #expect(
            try rules("--select", "image-scale", "--select", "config-unknown-key") == (
                0, ["image-scale", "config-unknown-key"]
            ))
        // A cached result of other rules is not used.
        #expect(try rules().1.count == 3)
        #expect(try rules("--ignore", "*") == (0, []))
        for option in ["--select", "--ignore"] {
            try expect(themepack("verify", option, "colour-*"), 64, "\(option) colour-*")
        }
    }

    @Test("A build ignores rules, but none without which a pack is not sound")
    func builds() throws {
        #expect(try themepack("build").status == 1)
        #expect(try themepack("build", "--ignore", "image-dimensions,config-color").status == 0)
        try sandbox.write("themes/year/common/year_button@2x.png", [])
        let result = try themepack("build", "--ignore", "*")
        #expect(result.status == 1 && result.errors.contains("[image-corrupt]"), "\(result)")
        #expect(try themepack("build").status == 1)
    }

    @Test("--ignore applies to packs as well")
    func packs() throws {
        try ProjectFiles.sound.write(to: sandbox)
        #expect(try themepack("build").status == 0)
        let pack = "dist/year-1.2.0.themepack.zip"
        var bytes = try sandbox.read(pack)
        bytes[bytes.count / 2] ^= 1
        try sandbox.write(pack, bytes)
        #expect(try themepack("verify", pack).status == 1)
        #expect(try themepack("verify", pack, "--ignore", "*").status == 0)
    }

    @Test("RR6 --statistics counts the findings of each rule, the most frequent first")
    func statistics() throws {
        try sandbox.write("themes/year/common/year_button@3x.png", PNGFile(90, 44, shade: 9).bytes)
        let result = try themepack("verify", "--statistics")
        #expect(result.status == 1)
        let rows = result.output.split(separator: "\n").map {
            $0.split(separator: " ").prefix(2).joined(separator: " ")
        }
        #expect(rows == ["1 image-dimensions", "1 config-color", "1 config-unknown-key"])
        let json = try object(themepack("verify", "--statistics", "--format", "json").output) as? [String: Any]
        let counts = try #require(json?["statistics"] as? [[String: Any]])
        #expect(counts.first?["rule"] as? String == "image-dimensions" && counts.first?["errors"] as? Int == 2)
        #expect((json?["findings"] as? [Any])?.count == 4 && (json?["explained"] as? [Any])?.count == 2)
    }

    @Test("Text has each file once; the format 'concise' has the path in every line")
    func grouping() throws {
        let grouped = try themepack("verify")
        try expect(grouped, 1, "text has each file once")
        let files = grouped.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        #expect(files == ["themes/year/common/year_button@2x.png", "themes/year/config.json"])
        let compact = try themepack("verify", "--format", "concise")
        try expect(compact, 1, "concise lines have the path in each line")
        let own = compact.output.split(separator: "\n")
        #expect(own.allSatisfy { line in files.contains { line.hasPrefix("\($0):") } })
        let build = try themepack("build", "--format", "concise")
        #expect(build.output.isEmpty && build.errors.hasPrefix(compact.output), "\(build)")
    }
}
