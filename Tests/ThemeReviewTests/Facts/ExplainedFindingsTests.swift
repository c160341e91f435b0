import Foundation
import TestSupport
import Testing
import ThemePackager
import ThemeProject

@testable import ThemeReview

@Suite("Findings that others explain, in a report")
struct ExplainedFindingsTests {
    private static let themes = ["amber", "basil", "coral"]

    /// The default of `common/card` has another size than the images of all themes at both scales.
    private static let changedDefault = ProjectFiles.sound.with { project in
        project.files["assets/common/card.png"] = PNGFile(13, 12).bytes
        for (number, theme) in themes.enumerated() {
            project["themes/\(theme)/theme.json"] =
                #"{"id": "\#(theme)", "version": "1.0.0", "imageNamePrefix": "\#(theme)_"}"#
            let image = PNGFile(12, 12, shade: UInt8(number + 1)).bytes
            project.files["themes/\(theme)/common/\(theme)_card.png"] = image
        }
    }

    /// An image of a wrong size at three scales.
    private static let scales = ProjectFiles.sound.with { project in
        for (suffix, side) in [("", 50), ("@2x", 100), ("@3x", 150)] {
            project.files["themes/year/common/year_button\(suffix).png"] = PNGFile(side, side, shade: 9).bytes
        }
    }

    private static let all = [
        ("one changed default", changedDefault), ("three scales", scales), ("several", ProjectFactsTests.project),
    ]

    @Test("The report counts what the terminal counts", arguments: all.map(\.0))
    func units(_ name: String) throws {
        let files = try #require(Self.all.first { $0.0 == name }?.1)
        let facts = try ProjectFactsTests.facts(of: files)
        let project = try Project(at: ProjectFiles.root, in: files.memory)
        let verification = try ProjectRun(of: project, jobs: 1).verify()
        let counts = [Severity.error, .warning].map { facts.count($0).counting($0.rawValue) }
        #expect(counts == FindingGroup.counts(of: verification.findings))
        #expect(facts.reported.count == FindingGroup.groups(of: verification.findings).count)
        #expect(facts.findings.dropFirst(facts.reported.count).allSatisfy { $0.cause != nil })
    }

    @Test("One changed default is one finding, which names its themes and leads to their images")
    func rootCause() throws {
        let (facts, read) = try ReportPageTests.facts(of: Self.changedDefault)
        #expect(facts.verdict == "1 error in 5 themes.")
        let root = try #require(facts.reported.first)
        #expect(root.themes.map { facts.themes[$0].id } == Self.themes)
        let images = ReportPage.ImageAccess(policy: .inline) { .inlinePNG(try read(facts.files[$0])) }
        let page = String(
            decoding: try HTML.bytes { try ReportPage(facts: facts, images: images).write(to: &$0) }, as: UTF8.self)
        #expect(page.contains("Findings <span class=\"count\">1</span>"))
        #expect(page.contains("1 finding in 3 themes"))
        for theme in Self.themes {
            let tile = ":tile/\(theme)/common/card"
            #expect(page.contains("Found in") && page.contains("<a href=\"#\(tile)\">\(theme)</a>"))
            #expect(page.contains("<figure class=\"shot error\" id=\"\(tile)\""))
        }
        #expect(
            page.contains(
                " follows from <a href=\"#:finding/0\">image-dimensions in assets/common/card.png</a>"))
    }

    @Test("Scales of an image are one finding, and each of them has a frame")
    func scalesOfOneImage() throws {
        let facts = try ProjectFactsTests.facts(of: Self.scales)
        let found = try #require(facts.reported.first { $0.finding.rule == .imageDimensions })
        #expect(found.scales == " (@1x, @2x, @3x)" && found.files.count == 3)
        let images = ReportPage.ImageAccess(policy: .server) { _ in .file(.file("image")) }
        let sheet = ContactSheet(of: facts, showing: .all, images: images)
        let number = try #require(facts.reported.firstIndex(of: found))
        #expect(sheet.tiles(of: number).map(\.scale.description) == ["@1x", "@2x", "@3x"])
    }

    @Test("A finding that stands for others comes first in its rule")
    func order() throws {
        let files = Self.changedDefault.with { project in
            project.files["assets/a.png"] = PNGFile(20, 20).bytes
            project.files["themes/amber/amber_a.png"] = PNGFile(21, 20, shade: 3).bytes
        }
        let facts = try ProjectFactsTests.facts(of: files)
        let images = ReportPage.ImageAccess(policy: .server) { _ in .file(.file("image")) }
        let list = FindingList(sheet: ContactSheet(of: facts, showing: .all, images: images))
        let page = String(decoding: try HTML.bytes { try list.write(to: &$0) }, as: UTF8.self)
        let root = try #require(page.range(of: "<a href=\"#common/card\">"))
        let other = try #require(page.range(of: "<a href=\"#a\">"))
        #expect(root.lowerBound < other.lowerBound)
    }
}
