import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("Reports for CI services")
struct CIReportTests: ToolTests, SentenceTests {
    static let sentences = "reports"
    let sandbox: Sandbox

    init() throws { sandbox = try Self.soundProject() }

    private func json(_ text: String) throws -> Any { try JSONSerialization.jsonObject(with: Data(text.utf8)) }

    private func run(_ sarif: String) throws -> [String: Any] {
        let log = try #require(try json(sarif) as? [String: Any])
        return try #require((log["runs"] as? [[String: Any]])?.first)
    }

    // MARK: Exit status 2

    @Test(
        "RR9 A command that cannot run says why in every format, printed and in files", arguments: ["verify", "build"])
    func failure(_ command: String) throws {
        try sandbox.write("themepack.json", "{\n  \"rule\": {},\n  \"limits\": {\"imageWidth\": 0}\n}")
        try sandbox.write("summary.md", "")
        let github = try themepack(
            command, "--format", "github", "--report", "sarif=out.sarif", "--report", "json=out.json",
            environment: ["GITHUB_STEP_SUMMARY": "\(sandbox.path)/summary.md"])
        try expect(github, 2, "a run that cannot begin, with annotations")
        try expect(sandbox.text("summary.md"), "a run that cannot begin, in the job's summary")
        let report = try #require(try json(sandbox.text("out.json")) as? [String: Any])
        let errors = try #require(report["errors"] as? [[String: Any]])
        let error = errors[0]
        #expect(
            error["path"] as? String == "themepack.json" && error["line"] as? Int == 2 && error["column"] as? Int == 3
                && (error["hint"] as? String)?.contains("'rules'") == true)
        let sarif = try run(sandbox.text("out.sarif"))
        let invocation = try #require((sarif["invocations"] as? [[String: Any]])?.first)
        let notifications = try #require(invocation["toolExecutionNotifications"] as? [[String: Any]])
        let notification = notifications[0]
        #expect(errors.count == 2 && notifications.count == 2)
        #expect(invocation["executionSuccessful"] as? Bool == false && notification["level"] as? String == "error")
        #expect((sarif["results"] as? [Any])?.isEmpty == true)
        for format in ["junit", "gitlab"] {
            try expect(themepack(command, "--format", format), 2, "a run that cannot begin, as \(format)")
        }
        #expect(try themepack(command, "--format", "text").output.isEmpty)
    }

    @Test("A run that has succeeded says so in SARIF")
    func success() throws {
        let run = try run(themepack("verify", "--format", "sarif").output)
        let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
        #expect(invocation["executionSuccessful"] as? Bool == true)
        #expect((run["automationDetails"] as? [String: String])?["id"] == "themepack/")
    }

    @Test("A report of a failed run is not written where the project reads, nor through a link out of it")
    func failureElsewhere() throws {
        try sandbox.write("themepack.json", "{")
        let outside = try Sandbox()
        try outside.write("kept", "kept")
        try FileManager.default.createSymbolicLink(
            atPath: "\(sandbox.path)/out.json", withDestinationPath: "\(outside.path)/kept")
        let result = try themepack("verify", "--report", "json=out.json", "--report", "json=assets/x.json")
        try expect(result, 2, "reports that a failed run does not write")
        #expect(try outside.text("kept") == "kept")
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/assets/x.json"))
    }

    // MARK: build --check

    @Test("build --check reports files out of date and strays in every format")
    func check() throws {
        try sandbox.write("dist/old-1.0.0.themepack.zip", "x")
        for (format, outOfDate, stray) in [
            (
                "github", "::error file=dist/year-1.2.0.themepack.zip,title=pack-out-of-date::",
                "::warning file=dist/old-1.0.0.themepack.zip,title=pack-stray::"
            ),
            ("json", "\"rule\": \"pack-out-of-date\"", "\"rule\": \"pack-stray\""),
            ("sarif", "\"ruleId\": \"pack-out-of-date\"", "\"ruleId\": \"pack-stray\""),
            ("gitlab", "\"check_name\": \"pack-out-of-date\"", "\"check_name\": \"pack-stray\""),
            ("junit", "<testcase classname=\"pack-out-of-date\"", "<testcase classname=\"pack-stray\""),
            ("text", "out of date: dist/year-1.2.0.themepack.zip\n", "stray: dist/old-1.0.0.themepack.zip ("),
        ] {
            let result = try themepack("build", "--check", "--format", format)
            #expect(result.status == 1 && result.output.contains(outOfDate), "\(format): \(result)")
            #expect(result.output.contains(stray), "\(format): \(result)")
        }
        #expect(try themepack("build", "-q", "--prune").status == 0)
        let sound = try themepack("build", "--check", "--format", "github")
        #expect(sound.status == 0 && sound.output.isEmpty, "\(sound)")
    }

    // MARK: Paths

    @Test("Paths are relative to the current folder, also above and beside it")
    func paths() throws {
        try breakImage()
        for (folder, image, original) in [
            ("", "themes/year/common/year_button@2x.png", "assets/common/button@2x.png"),
            ("themes/year", "common/year_button@2x.png", "../../assets/common/button@2x.png"),
            ("assets", "../themes/year/common/year_button@2x.png", "common/button@2x.png"),
        ] {
            let result = try themepack("verify", "--format", "concise", in: folder)
            #expect(result.output.hasPrefix("\(image):1:1: error image-dimensions 90x44 px"), "\(result)")
            #expect(try themepack("verify", in: folder).output.contains("note: \(original): "))
            #expect(try themepack("verify", "--format", "json", in: folder).output.contains("\"path\": \"\(image)\""))
        }
    }

    @Test("Services get paths from the repository, the summary too; SARIF tells the projects of a repository apart")
    func workspace() throws {
        try breakImage()
        let parent = URL(fileURLWithPath: sandbox.path).deletingLastPathComponent().path
        let name = URL(fileURLWithPath: sandbox.path).lastPathComponent
        try sandbox.write("summary.md", "")
        let environment = ["GITHUB_WORKSPACE": parent, "GITHUB_STEP_SUMMARY": "\(sandbox.path)/summary.md"]
        for format in ["github", "sarif", "junit", "gitlab"] {
            let result = try themepack("verify", "--format", format, in: "assets", environment: environment)
            #expect(result.output.contains("\(name)/themes/year/common/year_button@2x.png"), "\(result)")
        }
        #expect(try sandbox.text("summary.md").contains("| \(name)/themes/year/common/year&#95;button"))
        let sarif = try run(themepack("verify", "--format", "sarif", environment: environment).output)
        #expect((sarif["automationDetails"] as? [String: String])?["id"] == "themepack/\(name)/")
        let gitlab = try themepack("verify", "--format", "gitlab", environment: ["CI_PROJECT_DIR": parent])
        #expect(gitlab.output.contains("\"path\": \"\(name)/themes/year"))
    }

    @Test("In a git repository, reports of services are the same wherever one stands; every result has a region")
    func repository() throws {
        try sandbox.write(".git/HEAD", "ref: refs/heads/main")
        #expect(try themepack("init", "-q", "app").status == 0)
        try sandbox.write("app/assets/note.txt", "x")
        for format in ["github", "sarif", "gitlab"] {
            let above = try themepack("verify", "--no-cache", "-C", "app", "--format", format)
            #expect(above.status == 1 && above.output.contains("app/assets/note.txt"), "\(above)")
            for folder in ["app", "app/assets", "app/themes/dark"] {
                let inside = try themepack("verify", "--no-cache", "--format", format, in: folder)
                #expect(inside.output == above.output, "\(folder): \(inside)")
            }
        }
        let sarif = try run(themepack("verify", "--format", "sarif", in: "app").output)
        #expect((sarif["automationDetails"] as? [String: String])?["id"] == "themepack/app/")
        let results = try #require(sarif["results"] as? [[String: Any]])
        for result in results {
            let location = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
            #expect((location?["region"] as? [String: Any])?["startLine"] as? Int ?? 0 > 0, "\(result)")
        }
    }

    @Test("A pack's path is as given beside findings of a project")
    func packPath() throws {
        #expect(try themepack("build", "-q").status == 0)
        try sandbox.write("dist/bad.zip", "x")
        let result = try themepack("verify", "year", "dist/bad.zip", "--format", "concise")
        #expect(result.status == 1 && result.output.hasPrefix("dist/bad.zip:1:1: error "), "\(result)")
        let annotation = try themepack(
            "verify", "year", "bad.zip", "--format", "github", in: "dist",
            environment: ["GITHUB_WORKSPACE": sandbox.path])
        #expect(annotation.output.hasPrefix("::error file=dist/bad.zip,"), "\(annotation)")
    }

    // MARK: JUnit and GitLab

    @Test("JUnit: a test for each finding, a passed one for each other rule; warnings fail only with --fail-on warning")
    func junit() throws {
        try breakImage()
        try sandbox.write("themes/year/config.json", #"{"Color": {"title": "00"}}"#)
        func document(_ arguments: String...) throws -> XMLDocument {
            let text = try Tool.run(Tool.themepack, ["verify", "--format", "junit"] + arguments, in: sandbox.path)
                .output
            return try XMLDocument(xmlString: text)
        }
        let report = try document()
        let suite = try #require(try report.nodes(forXPath: "/testsuites/testsuite").first as? XMLElement)
        let cases = try report.nodes(forXPath: "//testcase")
        #expect(suite.attribute(forName: "tests")?.stringValue == "\(cases.count)" && cases.count > 20)
        #expect(try report.nodes(forXPath: "//failure").count == 1)
        #expect(suite.attribute(forName: "failures")?.stringValue == "1")
        #expect(try report.nodes(forXPath: "//testcase[@classname='config-color']/system-out").count == 1)
        #expect(try document("--fail-on", "warning").nodes(forXPath: "//failure").count == 2)
        try sandbox.write("assets/a<b>&\"'\u{1B}.png", PNGFile(1, 1).bytes)
        #expect(try document().nodes(forXPath: "//testcase[contains(@name, 'a<b>&')]").count > 0)
    }

    @Test("GitLab: every issue has a description, a rule, a distinct fingerprint, a severity and a line")
    func gitlab() throws {
        try breakImage()
        try sandbox.write("themes/year/config.json", "{\"Color\": {\n  \"tilte\": \"FFF\", \"title\": \"F8582\"}}")
        let output = try themepack("verify", "--format", "gitlab").output
        let issues = try #require(try json(output) as? [[String: Any]])
        #expect(issues.count == 3 && Set(issues.compactMap { $0["fingerprint"] as? String }).count == issues.count)
        #expect(Set(issues.compactMap { $0["severity"] as? String }) == ["major", "minor"])
        let color = try #require(issues.first { $0["check_name"] as? String == "config-color" })
        let location = try #require(color["location"] as? [String: Any])
        #expect(location["path"] as? String == "themes/year/config.json")
        #expect((location["lines"] as? [String: Int]) == ["begin": 2])
        try ProjectFiles.sound.write(to: sandbox)
        #expect(try themepack("verify", "--format", "gitlab").output == "[]\n")
    }
}
