import Foundation
import TestSupport
import Testing

@Suite("Exempt files that are left out")
struct LeftOutTests: ToolTests {
    static let path = "themes/year/common/year_button@2x.png"
    static let message = "is left out of the pack: is empty"
    let sandbox: Sandbox

    init() throws {
        sandbox = try Self.soundProject()
        try sandbox.write(Self.path, [UInt8]())
        try sandbox.write(
            "themepack.json",
            "{\"rules\": {\"image-scale-missing\": \"off\"},"
                + " \"exemptions\": [{\"rule\": \"image-corrupt\", \"path\": \"\(Self.path)\"}]}")
    }

    @Test(
        "RR9 It is a note in every format, in texts only with -v",
        arguments: ["text", "concise", "json", "github", "sarif", "junit", "gitlab"])
    func formats(_ format: String) throws {
        let lines: [String: String] = [
            "text": "note: \(Self.message) [image-corrupt]\n",
            "github": "::notice file=\(Self.path),title=image-corrupt::\(Self.message)\n",
            "json": "\"severity\": \"note\"", "sarif": "\"level\": \"note\"",
            "concise": "\(Self.path):1:1: note image-corrupt \(Self.message)\n",
            "junit":
                "name=\"\(Self.path)\" file=\"\(Self.path)\">\n      <system-out>note: \(Self.message)</system-out>",
            "gitlab": "\"severity\": \"info\"",
        ]
        for command in ["verify", "build"] {
            let result = try themepack(command, "--no-cache", "-v", "--format", format)
            #expect(result.status == 0, "\(result)")
            let output = result.output + result.errors
            #expect(try output.contains(#require(lines[format])) && output.contains(Self.message), "\(output)")
            if format == "json" { #expect(output.contains("\"leftOut\": 1")) }
        }
    }

    @Test("Texts without -v have one line with the number, also with -q", arguments: ["text", "concise"])
    func count(_ format: String) throws {
        let result = try themepack("verify", "--format", format)
        #expect(result.output.isEmpty && result.errors.hasSuffix("1 file left out (-v lists them)\n"), "\(result)")
        let quiet = try themepack("verify", "-q", "--format", format)
        #expect(quiet.output.isEmpty && quiet.errors.contains("1 file left out") && quiet.status == 0, "\(quiet)")
    }

    @Test("Files with errors stand first")
    func order() throws {
        try sandbox.write("themes/year/common/a.txt", "x")
        try sandbox.write("assets/common/button@2X.png", PNGFile(88, 44).bytes)
        try sandbox.write("assets/zz.png", [UInt8]())
        let lines = try themepack("verify", "--format", "concise").output.split(separator: "\n")
        let severities = lines.compactMap { line in
            [": error ", ": warning "].first { line.contains($0) }
        }
        #expect(severities.contains(": error ") && severities.last == ": warning ", "\(lines)")
        #expect(severities.sorted() == severities, "\(lines)")
    }

    @Test("It is counted in the summary, even if nothing has changed, and is no failure")
    func summary() throws {
        for _ in 0..<2 {
            let result = try themepack("verify", "--fail-on", "warning")
            #expect(result.status == 0 && result.errors.contains("0 errors, 0 warnings, 1 file left out"))
        }
        let result = try themepack(
            "verify", "--format", "github", environment: ["GITHUB_STEP_SUMMARY": "\(sandbox.path)/summary.md"])
        #expect(result.status == 0)
        let table = try sandbox.text("summary.md")
        #expect(table.contains("1 file left out") && table.contains("| note | "), "\(table)")
    }

    @Test("The page of a report lists it")
    func page() throws {
        #expect(try themepack("report", "-o", "r.html").status == 0)
        let page = try sandbox.text("r.html")
        #expect(page.contains(">Note</span>") && page.contains(Self.message))
    }

    @Test("It is no difference from a pack, which does not have it either", arguments: ["exemptions", "baseline"])
    func difference(_ way: String) throws {
        // Not empty, so that it can be read.
        try sandbox.write(Self.path, Array(PNGFile(88, 44, shade: 9).bytes.dropLast(20)))
        if way == "baseline" {
            try sandbox.write(
                "themepack.json", #"{"rules": {"image-scale-missing": "off"}, "baseline": "b.json"}"#)
            #expect(try themepack("verify", "--write-baseline", "b.json").status == 0)
        }
        #expect(try themepack("build").status == 0)
        let pack = "dist/year-1.2.0.themepack.zip"
        for arguments in [["diff", pack, "themes/year"], ["diff", "themes/year", pack]] {
            let result = try Tool.run(Tool.themepack, arguments, in: sandbox.path)
            #expect(result.status == 0 && !result.output.contains("button@2x"), "\(result)")
        }
        let bump = try themepack("bump", "year", "--base", pack, "--dry-run")
        #expect(bump.status == 0 && bump.output.hasPrefix("year 1.2.0 ") && !bump.output.contains("->"), "\(bump)")
    }
}
