import Foundation
import TestSupport
import Testing
import ThemeModel

@Suite("Reports")
struct ReportTests: ToolTests, SentenceTests {
    static let sentences = "reports"
    let sandbox: Sandbox

    init() throws {
        sandbox = try Self.soundProject()
        try breakImage()
        try breakSettings()
    }

    private func json(_ text: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test("JSON is sorted, omits absent fields and has paths relative to the project")
    func jsonReport() throws {
        let result = try themepack("verify", "--format", "json")
        #expect(result.status == 1 && result.errors.hasPrefix("verified "))
        let report = try json(result.output)
        #expect(
            Set(report.keys) == ["schemaVersion", "summary", "findings", "explained"]
                && report["schemaVersion"] as? Int == 1)
        let summary = try #require(report["summary"] as? [String: Int])
        let findings = try #require(report["findings"] as? [[String: Any]])
        #expect(
            Set(summary.keys) == ["themes", "images", "errors", "warnings", "leftOut"] && summary["themes"] == 2
                && summary["images"] == 6)
        #expect(summary["errors"] == findings.count { $0["severity"] as? String == "error" } && summary["errors"] == 2)
        #expect(summary["warnings"] == findings.count { $0["severity"] as? String == "warning" })
        let fields: Set = [
            "rule", "severity", "theme", "path", "key", "line", "column", "message", "expected", "actual", "hint",
        ]
        #expect(findings.allSatisfy { Set($0.keys).isSubset(of: fields) })
        #expect(findings.allSatisfy { $0.values.allSatisfy { !($0 is NSNull) } })
        let places = findings.map { ($0["path"] as? String ?? "", $0["line"] as? Int ?? 0, $0["column"] as? Int ?? 0) }
        #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 })
        let size = try #require(findings.first { $0["rule"] as? String == "image-dimensions" })
        #expect(
            size["path"] as? String == "themes/year/common/year_button@2x.png" && size["theme"] as? String == "year")
        #expect(
            size["expected"] as? String == "88x44" && size["actual"] as? String == "90x44" && size["line"] == nil
                && size["key"] == nil)
        let color = try #require(findings.first { $0["rule"] as? String == "config-color" })
        #expect(
            color["key"] as? String == "Color.title" && color["line"] as? Int == 2 && color["column"] as? Int == 28)
        let unknown = try #require(findings.first { $0["rule"] as? String == "config-unknown-key" })
        #expect(
            (unknown["hint"] as? String)?.contains("'title'") == true && unknown["severity"] as? String == "warning")
    }

    @Test("All reports have the same findings in the same order, with any number of threads")
    func stable() throws {
        let reports = try (1...4).map { try themepack("verify", "--format", "json", "--jobs", "\($0)").output }
        #expect(Set(reports).count == 1)
    }

    @Test("--report writes files besides the printed report, and may be repeated")
    func files() throws {
        let result = try themepack(
            "verify", "--report", "json=out.json", "--report", "sarif=out.sarif", "--report", "github=out.txt",
            "--report", "text=a=b.txt")
        #expect(result.status == 1 && result.output.contains("[image-dimensions]"))
        #expect(try sandbox.text("out.json") == (try themepack("verify", "--format", "json").output))
        #expect(try sandbox.text("out.sarif") == (try themepack("verify", "--format", "sarif").output))
        #expect(try sandbox.text("out.txt") == (try themepack("verify", "--format", "github").output))
        #expect(try sandbox.text("a=b.txt") == result.output)
        #expect(try themepack("build", "--report", "json=build.json").status == 1)
        #expect(try json(sandbox.text("build.json"))["packs"] as? [String] == [])
    }

    @Test(
        "A report that cannot be written is an error before the run", arguments: ["no/such/x", ".", "/dev/fd/x/y"])
    func unwritable(_ path: String) throws {
        try ProjectFiles.sound.write(to: sandbox)
        let before = try sandbox.listing()
        for command in ["build", "verify"] {
            let result = try themepack(command, "--report", "json=\(path)")
            #expect(result.status == 2 && result.errors.hasPrefix("\(path): error: "), "\(result)")
            #expect(result.errors.contains(" written"), "\(result)")
            #expect(result.output.isEmpty)
        }
        #expect(try sandbox.listing() == before)
        #expect(try themepack("build", "--report", "json=dist/r.json", "--report", "text=/dev/null").status == 0)
        #expect(try sandbox.text("dist/r.json").contains("\"packs\""))
    }

    #if os(Linux)
        @Test(
            "Control characters of names and settings never reach a terminal in any format",
            arguments: ["text", "concise", "json", "github", "sarif", "junit", "gitlab"])
        func controls(_ format: String) throws {
            let controls = "\u{1B}[2J\u{7F}\u{85}\u{9B}31m\u{202E}\u{2028}\u{61C}\r"
            let hostile = controls + "\u{FEFF}\u{200B}\u{E000}\u{378}\u{E0041}\u{FE0F}"
            try sandbox.write("assets/a\(hostile).png", PNGFile(1, 1).bytes)
            try sandbox.write(
                "themes/year/config.json",
                "{\"Color\": {\"title\": \"\u{9B}31m\u{202E}\u{7F}\", \"x\u{9B}y\u{2028}\u{FEFF}\": 1}}")
            let result = try themepack("verify", "--format", format)
            #expect(result.status == 1)
            let raw = (result.output + result.errors).unicodeScalars.filter { $0.isInvisible && $0 != "\n" }
            #expect(raw.isEmpty, "\(raw)")
            if format == "sarif" { #expect(try json(result.output)["version"] as? String == "2.1.0") }
            guard format == "json" else { return }
            let findings = try #require(try json(result.output)["findings"] as? [[String: Any]])
            #expect(findings.contains { $0["path"] as? String == "assets/a\(hostile).png" })
        }
    #endif

    @Test(
        "A file name cannot inject a command of GitHub's runners",
        arguments: ["text", "concise", "json", "github", "sarif", "junit", "gitlab"])
    func commands(_ format: String) throws {
        try sandbox.write("themes/year/year_##[error]a.png", PNGFile(1, 1).bytes)
        try sandbox.write("themes/year/config.json", "{\"##[warning]b\": \"::error::c\"}")
        let lines = try themepack("verify", "--format", format).output.split(separator: "\n")
        #expect(lines.contains { $0.contains("error") })
        // The runner does not search a line that starts with a command of the newer form for the older form.
        let commands = lines.filter { !$0.hasPrefix("::error file=") && !$0.hasPrefix("::warning file=") }
            .filter { $0.contains("##[") || $0.trimmingPrefix(while: \.isWhitespace).hasPrefix("::") }
        #expect(commands.isEmpty)
        guard format == "json" else { return }
        let findings = try #require(try json(lines.joined(separator: "\n"))["findings"] as? [[String: Any]])
        #expect(findings.contains { $0["path"] as? String == "themes/year/year_##[error]a.png" })
    }

    @Test("Annotations are ordered by severity and have file, line, column and rule")
    func annotations() throws {
        let result = try themepack("verify", "--format", "github")
        try expect(result, 1, "annotations")
        let lines = result.output.split(separator: "\n")
        let kinds = lines.map { $0.hasPrefix("::error ") }
        #expect(kinds == kinds.sorted { $0 && !$1 } && kinds.contains(false))
    }

    @Test("Names cannot leave their annotation: colons, commas, percent signs and line breaks are escaped")
    func escaping() throws {
        try sandbox.write("assets/a,b%20::error file=x::y\nz.png", PNGFile(1, 1).bytes)
        let lines = try themepack("verify", "--format", "github").output.split(separator: "\n").map(String.init)
        let line = try #require(lines.first { $0.contains("name-portable") })
        try expect(line, "a hostile name in an annotation")
        #expect(lines.allSatisfy { $0.hasPrefix("::error ") || $0.hasPrefix("::warning ") })
    }

    @Test(
        "At most ten annotations of a severity are shown; the tenth counts the rest", arguments: [8, 9, 30])
    func many(_ count: Int) throws {
        for number in 0..<count { try sandbox.write("themes/year/common/year_x\(number).png", PNGFile(1, 1).bytes) }
        let all = count + 2
        let errors = try themepack("verify", "--format", "github").output.split(separator: "\n").filter {
            $0.hasPrefix("::error ")
        }
        #expect(errors.count == min(all, 10))
        if all > 10 { try expect(String(errors[9]), "\(all) annotations of errors") }
    }

    @Test("The table is appended to the job's summary, escaped, and only for GitHub")
    func stepSummary() throws {
        try sandbox.write("summary.md", "before\n")
        try sandbox.write("assets/a|b<script>`*.png", PNGFile(1, 1).bytes)
        let environment = ["GITHUB_STEP_SUMMARY": "\(sandbox.path)/summary.md"]
        #expect(try themepack("verify", environment: environment).status == 1)
        #expect(try sandbox.text("summary.md") == "before\n")
        #expect(try themepack("verify", "--format", "github", environment: environment).status == 1)
        let text = try sandbox.text("summary.md")
        try expect(text, "a job summary")
        #expect(!text.contains("<script>") && text.contains("a&#124;b&#60;script&#62;&#96;&#42;.png"))
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| error") || $0.hasPrefix("| warning") }
        #expect(rows.allSatisfy { $0.count { $0 == "|" } == 5 })
        #expect(rows.first?.hasPrefix("| error") == true && rows.last?.hasPrefix("| warning") == true)
    }

    @Test(
        "A job summary that cannot be written is an error",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
        arguments: ["/dev/full", "/nowhere/summary.md", "fifo", "dist"])
    func lostStepSummary(_ path: String) throws {
        try #require(mkfifo("\(sandbox.path)/fifo", 0o600) == 0)
        try sandbox.write("dist/x", "")
        let result = try themepack(
            "verify", "default", "--format", "github", environment: ["GITHUB_STEP_SUMMARY": path])
        #expect(result.status == 2 && result.errors.contains("\(path): error: "), "\(result)")
    }

    @Test("Text lists a thousand findings, errors first, and counts the others; JSON has all")
    func many() throws {
        for number in 0..<1100 { try sandbox.write("assets/stray/\(number).txt", "x") }
        try sandbox.write("themes/year/theme.json", "{")
        let result = try themepack("verify", "--report", "json=all.json")
        let lines = result.output.split(separator: "\n")
        #expect(lines.count { $0.contains(" error: ") } == 1000)
        #expect(
            lines.last?.hasPrefix("and ") == true
                && lines.last?.contains("--report json=FILE") == true)
        let findings = try #require(json(sandbox.text("all.json"))["findings"] as? [Any])
        #expect(findings.count > 1100 && lines.last?.hasPrefix("and \(findings.count - 1000) more: ") == true)
    }

    @Test("Annotations and SARIF of a nested project have paths from the repository")
    func workspace() throws {
        let parent = URL(fileURLWithPath: sandbox.path).deletingLastPathComponent().path
        let name = URL(fileURLWithPath: sandbox.path).lastPathComponent
        let environment = ["GITHUB_WORKSPACE": parent]
        #expect(
            try themepack("verify", "--format", "github", environment: environment).output.contains(
                "file=\(name)/themes/year/config.json,"))
        #expect(
            try themepack("verify", "--format", "sarif", environment: environment).output.contains(
                "\"\(name)/themes/year/config.json\""))
        #expect(
            try themepack("verify", "--format", "json", environment: environment).output.contains(
                "\"themes/year/config.json\""))
    }

    @Test("SARIF 2.1.0: rules with descriptions, relative URIs, positions, fingerprints that do not depend on lines")
    func sarif() throws {
        func results() throws -> (driver: [String: Any], results: [[String: Any]]) {
            let log = try json(try themepack("verify", "--format", "sarif").output)
            #expect(
                log["version"] as? String == "2.1.0" && (log["$schema"] as? String)?.contains("sarif-2.1.0") == true)
            let run = try #require((log["runs"] as? [[String: Any]])?.first)
            let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
            return (driver, try #require(run["results"] as? [[String: Any]]))
        }
        func uri(_ result: [String: Any]) -> String? {
            let location = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
            return (location?["artifactLocation"] as? [String: Any])?["uri"] as? String
        }
        func fingerprint(_ result: [String: Any]) -> String? {
            (result["partialFingerprints"] as? [String: String])?.values.first
        }
        try sandbox.write("assets/a b#é%.png", PNGFile(1, 1).bytes)
        try sandbox.write("themes/year/common/a b#é%.png", PNGFile(1, 1).bytes)
        let first = try results()
        let rules = try #require(first.driver["rules"] as? [[String: Any]])
        #expect(
            rules.allSatisfy {
                (($0["shortDescription"] as? [String: String])?["text"] ?? "").count > 10 && $0["id"] is String
            })
        for result in first.results {
            let index = try #require(result["ruleIndex"] as? Int)
            #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
            #expect(["error", "warning"].contains(result["level"] as? String))
            #expect(
                uri(result)?.hasPrefix("/") == false
                    && uri(result)?.allSatisfy { $0.isASCII && $0 != " " && $0 != "#" } == true)
        }
        #expect(first.results.contains { uri($0) == "themes/year/common/a%20b%23%C3%A9%25.png" })
        #expect(Set(first.results.map(fingerprint)).count == first.results.count)
        let color = try #require(first.results.first { $0["ruleId"] as? String == "config-color" })
        let physical = (color["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
        #expect(physical?["region"] as? [String: Int] == ["startLine": 2, "startColumn": 28])

        try sandbox.write("themes/year/config.json", "\n\n\n" + (try sandbox.text("themes/year/config.json")))
        let moved = try results().results
        #expect(moved.map(fingerprint) == first.results.map(fingerprint))
    }
}
