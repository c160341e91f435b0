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

    /// The cells of each row of the table that begins with a text, without markup.
    private func rows(_ start: String) throws -> [[String]] {
        try part(from: start, to: "</table>").components(separatedBy: "<tr").dropFirst().map { row in
            row.matches(of: /<t[hd].*?<\/t[hd]>/).map { cell in
                cell.output.replacing(/<svg.*?<\/svg>/, with: "").replacing(/<[^>]*>/, with: " ")
                    .split(separator: " ").joined(separator: " ")
            }
        }
    }

    @Test("The matrix of coverage has a row for each folder and a column for each theme")
    func coverage() throws {
        let rows = try rows("<table class=\"coverage\"")
        #expect(rows.first == ["Folder", "New Year", "Night"], "\(rows)")
        #expect(rows.dropFirst().map { $0.first } == ["All folders", "common", "tab"])
        let tab = try #require(rows.last)
        #expect(tab[1] == "1 of 2 2 scales missing, 1 with an error" && tab[2].contains("2 inherited"), "\(tab)")
    }

    @Test("A setting has a swatch or its font's face, its value, and its origin in each theme")
    func settings() throws {
        let rows = try rows("<table class=\"settings\"")
        #expect(rows.first?.dropFirst() == ["Default (default)", "New Year", "Night"], "\(rows)")
        let title = try #require(rows.first { $0.first?.hasPrefix("Color. title") == true })
        #expect(title[1] == "222222 own, config.json:1" && title[3] == "80F85825 50 % opaque from New Year", "\(title)")
        #expect(
            title[2].hasPrefix("80F85825 50 % opaque own, config.json:2 default: 222222 Warning #80F85825 "),
            "\(title)")
        let swatch = try part(from: "<code>80F85825</code>", to: "</td>")
        #expect(swatch.contains("own, config.json:2"))
        #expect(page.contains("<rect fill=\"#F85825\" fill-opacity=\"0.502\" width=\"32\" height=\"20\">"))
        #expect(page.contains("font-size=\"12\" font-family=\"&quot;Helvetica&quot;, system-ui, sans-serif\""))
        #expect(page.contains("3 × 4.5 pt") && page.contains("Helvetica, 12 pt") && page.contains("from the default"))
    }

    @Test("Each declared pair has its ratio and a word in every theme, inherited colors included")
    func contrast() throws {
        let rows = try rows("<table class=\"contrast\"")
        #expect(rows.count == 2 && rows[1].first == "Color.title on Color.background at least 4.5:1", "\(rows)")
        // Two thirds of a strong orange on white; the theme that inherits it has the same.
        let own = try ThemeColor("80F85825").contrast(on: ThemeColor("FFFFFF"))
        let low = "\(ContrastResult.text(of: own)) Too low"
        #expect(Array(rows[1].dropFirst()) == ["15.9:1 Passes", low, low])
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
