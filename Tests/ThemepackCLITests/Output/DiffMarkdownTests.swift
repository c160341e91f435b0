import Foundation
import TestSupport
import Testing

@Suite("Differences with hostile names")
struct DiffMarkdownTests {
    static let hostile =
        #"<script>alert(1)</script> | `x` **b** [a](https://example.com) @team #12 www.example.com <!-- &lt; ~~ \u0007"#
        + "\u{202E}\u{2066}\u{2028}"

    private func markdown(_ old: ProjectFiles, _ new: ProjectFiles, _ format: String = "markdown") throws -> String {
        let (one, other) = (try Sandbox(), try Sandbox())
        try old.write(to: one)
        try new.write(to: other)
        let result = try Tool.themepack(
            "diff", "themes/year", "\(other.path)/themes/year", "--format", format, in: one.path)
        #expect(result.status == 1, "\(result)")
        return result.output
    }

    private static func quoted(_ text: String) -> String {
        text.replacingOccurrences(of: "\\u0007", with: "\u{7}").replacingOccurrences(of: "\"", with: "\\\"")
            .replacingOccurrences(of: "\u{7}", with: "\\u0007") + #"\r\nline\n"#
    }

    static let changed = ProjectFiles.sound.with { project in
        project["themes/year/config.json"] = "{\"\(quoted(hostile))\": \"\(quoted(hostile))\"}"
        project["themes/year/theme.json"] = project["themes/year/theme.json"]?
            .replacingOccurrences(of: "New Year", with: quoted(hostile))
    }

    /// Checks that a text consists of the few forms that the tool writes, so nothing else can be in it.
    static func check(_ markdown: String) {
        #expect(markdown.utf8.count <= 65_000)
        let head = /#### (theme|settings|images|resources): [0-9]+(, [0-9]+ breaking)?/
        for line in markdown.split(separator: "\n") where line.wholeMatch(of: head) == nil {
            let text = line.replacingOccurrences(of: "<code>", with: "").replacingOccurrences(of: "</code>", with: "")
            if line.hasPrefix("|") {
                #expect(text.filter { $0 == "|" }.count == 4, "\(line)")
            }
            let plain = text.replacingOccurrences(of: #"&#[0-9]+;"#, with: "", options: .regularExpression)
                .replacingOccurrences(of: "**breaking**", with: "").replacingOccurrences(of: "|---|---|---|", with: "")
            let isHead = line.hasPrefix("#") || line.hasPrefix("**") || line.hasPrefix("|")
            let marks = isHead ? "`_[]<>()!&@~\\:" : "`*_[]<>()#|!&@~\\:"
            #expect(!plain.contains { marks.contains($0) }, "\(line)")
            #expect(!plain.contains("www."), "\(line)")
            #expect(plain.unicodeScalars.allSatisfy { $0.value >= 32 && $0.properties.generalCategory != .format })
        }
    }

    @Test("No name or value is Markdown, HTML or a link")
    func injection() throws {
        let text = try markdown(.sound, Self.changed)
        Self.check(text)
        #expect(text.contains("&#60;script&#62;alert") && text.contains("&#92;u&#123;202E&#125;"))
    }

    @Test("Text contains no control character, and JSON is JSON")
    func otherFormats() throws {
        let text = try markdown(.sound, Self.changed, "text")
        #expect(
            text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 32 && $0.properties.generalCategory != .format })
        #expect(text.contains("\\u{202E}"))
        let json = try markdown(.sound, Self.changed, "json")
        let report = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let settings = try #require(report["settings"] as? [[String: Any]])
        #expect(settings.contains { ($0["key"] as? String)?.contains("<script>") == true })
        #expect(!json.unicodeScalars.contains { $0.value == 0x202E || $0.value == 7 })
    }

    @Test("A comment has at most 65,000 bytes, says how much is missing, and names what breaks")
    func long() throws {
        let changed = Self.changed.with { project in
            let settings = (0..<3000).map { "\"key\($0)\": \"\(Self.quoted(Self.hostile))\"" }.joined(separator: ",")
            project["themes/year/config.json"] = "{\(settings), \"Color\": {\"title\": 1}}"
            for number in 0..<400 { project.files["themes/year/n/year_\(number).png"] = PNGFile(1, 1).bytes }
        }
        let text = try markdown(.sound, changed)
        Self.check(text)
        #expect(text.utf8.count > 60_000)
        #expect(text.contains(/\n#### settings: 3001, 1 breaking\n/) && text.contains(/\n#### images: 400\n/))
        #expect(text.contains("| **breaking** &#126; | <code>Color.title</code> |"))
        let missing = text.matches(of: /\nand ([0-9]+) more\n/).compactMap { Int($0.output.1) }.reduce(0, +)
        let rows = text.split(separator: "\n").count { $0.hasPrefix("| ") && !$0.hasPrefix("| |") }
        #expect(missing + rows == 3001 + 400 + 1)
    }
}
