import Foundation
import TestSupport
import Testing
import ThemeModel
import ThemePackager
import ThemeProject

@testable import ThemeReview

/// The text of each section of a report, without its markup.
@Suite("The contents of a report")
struct ReportContentsTests {
    private static let project = ProjectFiles.sound.with { project in
        project["themepack.json"] =
            #"{"contrast": [{"text": "Color.title", "on": "Color.background", "min": 4.5}]}"#
        project["themes/default/config.json"] =
            #"{"Color": {"title": "222222", "background": "FFFFFF"}, "Row": "{3, 4.5}", "Font": "Helvetica 12"}"#
        project["themes/year/config.json"] = "{\"Color\": {\n\"title\": \"80F85825\"}}"
        project["themes/night/theme.json"] =
            #"{"id": "night", "name": "Night", "version": "1.0.0", "extends": "year", "imageNamePrefix": "night_"}"#
        for name in ["one", "two"] {
            project.files["assets/tab/\(name).png"] = PNGFile(10, 10, shade: 1).bytes
            project.files["assets/tab/\(name)@2x.png"] = PNGFile(20, 20, shade: 1).bytes
        }
        project.files["themes/year/tab/year_one.png"] = PNGFile(11, 10, shade: 2).bytes
        project.files["themes/year/tab/year_two.png"] = PNGFile(10, 10, shade: 2).bytes
        let copy = PNGFile(88, 44, shade: 7).inserting(.init("tEXt", Array("a\u{0}b".utf8)), before: "IDAT")
        project.files["themes/year/common/year_button@2x.png"] = copy.bytes
    }

    private let page: String

    init() throws {
        let (facts, read) = try ReportPageTests.facts(of: Self.project)
        let images = ReportPage.ImageAccess(policy: .inline) { .inlinePNG(try read(facts.files[$0])) }
        page = String(
            decoding: try HTML.bytes { try ReportPage(facts: facts, images: images).write(to: &$0) },
            as: UTF8.self)
    }

    /// The part of the page from one text to the next occurrence of another.
    private func part(from start: String, to end: String) throws -> String {
        let start = try #require(page.range(of: start), "\(start)")
        let end = try #require(page.range(of: end, range: start.upperBound..<page.endIndex), "\(end)")
        return String(page[start.lowerBound..<end.lowerBound])
    }

    /// The name of each row of a list, and the lines of its themes, without markup.
    private func rows(_ kind: String) throws -> [[String]] {
        let rows = try part(from: "<ul class=\"rows \(kind)\"", to: "</section>")
        return rows.components(separatedBy: "<li class=\"item\"").dropFirst().map { row in
            row.split(separator: /<div class="about">|<li(?: class="same")?(?: data-themes="[^"]*")?>(?=<b>)/)
                .dropFirst()
                .map { part in
                    part.replacing(/<svg.*?<\/svg>/, with: "").replacing("<wbr>", with: "")
                        .replacing(/<[^>]*>/, with: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
                }
        }
    }

    @Test("Coverage has a row for each folder and a line for each theme")
    func coverage() throws {
        let rows = try rows("coverage")
        #expect(rows.map { $0.first } == ["All folders", "common", "tab"], "\(rows)")
        #expect(rows.last?.dropFirst() == ["New Year 1 of 2", "Night 0 of 2"], "\(rows)")
    }

    @Test("A setting has a swatch or its font's face, its value, and its origin in each theme")
    func settings() throws {
        let title = try #require(try rows("settings").first { $0.first?.hasPrefix("Color.title") == true })
        #expect(title[1].hasPrefix("Default (default) 222222 own, config.json:1"), "\(title)")
        #expect(title[2].hasPrefix("New Year 80F85825 ") && title[2].contains(" own, config.json:2, 50 % opaque"))
        #expect(title[2].contains(", default: 222222 Warning #80F85825 "), "\(title)")
        #expect(title[3].hasPrefix("Night 80F85825"), "\(title)")
        #expect(page.contains("<rect fill=\"#F85825\" fill-opacity=\"0.502\" width=\"32\" height=\"20\">"))
        #expect(page.contains("font-size=\"12\" font-family=\"&quot;Helvetica&quot;, system-ui, sans-serif\""))
        #expect(page.contains("3 × 4.5 pt") && page.contains("Helvetica, 12 pt"))
        for origin in ["own, config.json:1", "from New Year, 50 % opaque", "from the default"] {
            #expect(page.contains("title=\"\(origin)\""), "\(origin)")
        }
    }

    @Test("The text of a declared pair has its ratio in every theme, inherited colors included")
    func contrast() throws {
        let title = try #require(try rows("settings").first { $0.first?.hasPrefix("Color.title") == true })
        // Two thirds of a strong orange on white; the theme that inherits it has the same.
        let low = ContrastResult.text(of: try ThemeColor("80F85825").contrast(on: ThemeColor("FFFFFF")))
        let words = "on Color.background, at least 4.5:1"
        #expect(title[1].contains(", 15.9:1 \(words)"), "\(title)")
        for line in title[2...] { #expect(line.contains(" \(low) ") && line.contains(", \(low) \(words)"), "\(line)") }
    }

    @Test("A finding has its rule, place, advice and both images; each scale of an image has its row")
    func findings() throws {
        let finding = try part(from: "<li class=\"finding item\"", to: "</li>")
        #expect(
            finding.contains("image-dimensions") && finding.contains("themes/year/tab/year_one.png")
                && finding.components(separatedBy: "<img ").count == 3)
        #expect(finding.contains("alt=\"") && finding.contains("11 × 10 px"))
        for scale in ["", "@2x", "@3x"] { #expect(page.contains("id=\"common/button\(scale)\"")) }
    }
}
