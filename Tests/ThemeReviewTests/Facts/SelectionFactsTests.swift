import Foundation
import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemeReview

@Suite("Selections and masks on pages")
struct SelectionFactsTests {
    private static let files = ProjectFiles.sound.with { project in
        project["themepack.json"] = #"{"axes": ["brand", "mode"]}"#
        project["themes/default/theme.json"] = #"""
            {"id": "default", "version": "1.0.0", "config": "config.json",
             "templates": {"icons/**": "Color.icon", "tab/*": null}}
            """#
        project["themes/default/config.json"] = ##"{"Color": {"icon": "#303030", "title": "#111111"}}"##
        for name in ["icons/home", "tab/star"] { project.files["assets/\(name).png"] = PNGFile(10, 10).bytes }
        func add(_ id: String, _ more: String, icon: String) {
            project["themes/\(id)/theme.json"] =
                "{\"id\": \"\(id)\", \"version\": \"1.0.0\", \"config\": \"config.json\", \(more)}"
            project["themes/\(id)/config.json"] = "{\"Color\": {\"icon\": \"\(icon)\"}}"
        }
        add("acme", #""axis": "brand""#, icon: "#00FF00")
        add("dark", #""axis": "mode""#, icon: "#DDDDDD")
        add("acme-dark", #""for": ["acme", "dark"]"#, icon: "#66FF66")
        project["preview.json"] = ##"""
            {"screens": [{"name": "Home", "elements": [{"type": "tabBar", "items": [
              {"image": "icons/home", "text": "Home"},
              {"image": "tab/star", "text": "Star", "setting": "Color.title"}]}]}]}
            """##
    }

    private static func page(_ project: ProjectFiles = files) throws -> (report: String, screens: String) {
        let read = try Project(at: ProjectFiles.root, in: project.memory)
        let facts = try ReviewFacts(of: read, jobs: 2)
        let images = ReportPage.ImageAccess(policy: .server) { .file(.file("image/\($0)")) }
        let report = try HTML.bytes { html throws(any Error) in
            try ReportPage(facts: facts, images: images).write(to: &html)
        }
        let screens = HTML.bytes { html in
            ScreensPage(SampleScreens(of: read), facts).write(to: &html) { .file(.file("image/\($0)")) }
        }
        return (String(decoding: report, as: UTF8.self), String(decoding: screens, as: UTF8.self))
    }

    @Test("AX5: a selection of several themes has the values of its order, a combination first")
    func selections() throws {
        let facts = try ProjectFactsTests.facts(of: Self.files)
        let selection = try #require(facts.selections.first { $0.members == ["acme", "dark"] })
        let icon = try #require(selection.settings.first { $0.path.description == "Color.icon" })
        #expect(icon.text == "#66FF66")
        #expect(facts.axes.map(\.name) == ["theme", "brand", "mode"])
        #expect(facts.axes.map(\.themes) == [["year"], ["acme"], ["dark"]])
        // Every selection of at least two of the three themes.
        #expect(facts.selections.count == 4)
        #expect(try ProjectFactsTests.facts(of: ProjectFactsTests.project).selections.isEmpty)
    }

    @Test("AX5: sample screens show each selection once, and have a choice for each axis")
    func screens() throws {
        let html = try Self.page().screens
        #expect(html.components(separatedBy: "data-themes=\"acme dark\"").count == 2)
        for axis in ["theme", "brand", "mode"] { #expect(html.contains("<select name=\"\(axis)\">")) }
        #expect(html.contains("<option value=\"acme\">"))
    }

    @Test("AX5: settings have a line for each selection, if these are few")
    func columns() throws {
        let html = try Self.page().report
        #expect(html.components(separatedBy: "<b>acme + dark</b>").count > 1)
    }

    @Test("TP1: pages draw a mask in each theme's color, also where a theme has no file")
    func masks() throws {
        let (report, screens) = try Self.page()
        for color in ["#303030", "#00FF00", "#DDDDDD", "#66FF66"] {
            #expect(report.contains("data-tint=\"\(color) 1\""), "\(color)")
            #expect(screens.contains("data-tint=\"\(color) 1\""), "\(color)")
        }
        // A mask without a setting has the color of where it stands.
        #expect(!report.contains("data-tint=\"#111111 1\""))
        #expect(screens.contains("data-tint=\"#111111 1\""))
        let plain = try Self.page(.sound)
        #expect(!plain.report.contains("data-tint=\"#"))
    }

    @Test(
        "TP1: a mask in a strip has a ground on which its color shows",
        arguments: ["#FFFFFF": "night", "#202020": "day"])
    func ground(color: String, ground: String) throws {
        var project = Self.files
        project["themes/dark/config.json"] = "{\"Color\": {\"icon\": \"\(color)\"}}"
        let strip = try Regex("class=\"ground (day|night)\"><img [^>]*data-tint=\"\(color) 1\"")
        let found = try Self.page(project).report.firstMatch(of: strip)
        #expect(try #require(found)[1].substring == ground[...])
    }

    @Test("TP1: packs have the same masks")
    func packs() throws {
        let project = try TestProject()
        try project.image("assets/icons/home.png")
        try project.theme(
            "default", config: ##"{"Color": {"icon": "#303030"}}"##,
            more: #", "config": "config.json", "templates": {"icons/*": "Color.icon"}"#)
        let packs = try project.build()
        let facts = try ReviewFacts(ofPacks: ReviewReader(ofPacks: packs.values.sorted()), jobs: 1)
        let mask = try #require(facts.themes.first?.images.first?.mask)
        #expect(mask.color?.description == "#FF303030")
        #expect(!mask.isRecolored)
    }
}
