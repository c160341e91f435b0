import TestSupport
import Testing
import ThemeModel
import ThemeProject
@testable import ThemeReview

@Suite struct ScreenLayoutTests {
    private static func themes() throws -> [ScreenTheme] {
        let project = try TestProject()
        try project.image("assets/bar.png")
        try project.image("assets/bar@2x.png")
        try project.image("assets/icon.png", width: 20, height: 20)
        try project.image("themes/dark/dark_icon.png", width: 20, height: 20)
        try project.theme(
            "default",
            config:
                "{\"Color\": {\"title\": \"#112233\", \"bar\": \"80445566\"}, \"Font\": {\"title\": \"Serif-Bold,24\"}}"
        )
        try project.theme("dark", prefix: "dark_", config: "{\"Color\": {\"title\": \"#FFEEDD\"}}")
        let facts = try ReviewFacts(of: Project(at: project.root), jobs: 1)
        return facts.themes.map { ScreenTheme($0, in: facts) }
    }

    private static func shapes(_ elements: String, in theme: ScreenTheme) throws -> [ScreenShape] {
        let text = "{\"screens\": [{\"name\": \"S\", \"elements\": [\(elements)]}]}"
        let document = try SourceDocument.read(Array(text.utf8), fileName: "preview.json", limits: ProjectLimits())
        return ScreenLayout.shapes(of: try SampleScreensReader(document).screens[0], in: theme).shapes
    }

    @Test("Each theme has its own images and settings, else those of its chain")
    func chain() throws {
        let themes = try Self.themes()
        #expect(themes.map(\.id) == ["default", "dark"])
        #expect(themes.map { $0.color("Color.title")?.description } == ["#FF112233", "#FFFFEEDD"])
        #expect(themes.map { $0.color("Color.bar")?.description } == ["#80445566", "#80445566"])
        #expect(themes[0].image("icon") != themes[1].image("icon"))
        #expect(themes[0].image("bar") == themes[1].image("bar"))
        #expect(themes[0].image("bar").map { [$0.width, $0.height] } == [8, 4], "sizes are in points")
        #expect(themes[0].image("none") == nil)
    }

    @Test("A text has the color and the font of its settings")
    func textStyle() throws {
        let shapes = try Self.shapes(
            "{\"type\": \"text\", \"text\": \"Words\", \"setting\": \"Color.title\", \"font\": \"Font.title\"}",
            in: try Self.themes()[1])
        guard case .text(let text) = shapes.first?.content else {
            Issue.record("no text")
            return
        }
        #expect(text.color?.description == "#FFFFEEDD")
        #expect(text.fontName == "Serif-Bold")
        #expect(text.size == 24)
        #expect(text.weight == 700)
    }

    @Test("What no theme has is drawn as missing")
    func missing() throws {
        let shapes = try Self.shapes("{\"type\": \"image\", \"image\": \"none\"}", in: try Self.themes()[0])
        #expect(shapes.map(\.content) == [.missing("none")])
    }

    @Test("A button is drawn in each of its states")
    func buttonStates() throws {
        let shapes = try Self.shapes(
            "{\"type\": \"button\", \"image\": \"icon\", \"disabled\": {}, \"highlighted\": {\"image\": \"bar\"}}",
            in: try Self.themes()[0])
        let labels = shapes.compactMap { if case .label(let label) = $0.content { label } else { nil } }
        #expect(labels == ["normal", "highlighted", "disabled"])
        #expect(shapes.count == 6)
    }

    /// Names and numbers that could make a frame leave the screen.
    @Test("Every frame lies on the screen", arguments: [1, 40, 500])
    func frames(length: Int) throws {
        let long = String(repeating: "long ", count: length / 5 + 1).prefix(max(length, 1))
        let theme = try Self.themes()[0]
        let part = "\"text\": \"\(long)\", \"image\": \"icon\", \"setting\": \"Color.title\", \"font\": \"Font.title\""
        let all = [
            "{\"type\": \"navigationBar\", \"title\": {\(part)}, \"left\": [{\(part)}], \"right\": [{\(part)}]}",
            "{\"type\": \"button\", \(part), \"selected\": {\"text\": \"x\"}}", "{\"type\": \"badge\", \(part)}",
            "{\"type\": \"list\", \"rows\": [{\(part), \"accessory\": {\(part)}}]}", "{\"type\": \"text\", \(part)}",
            "{\"type\": \"tabBar\", \"items\": [{\(part)}, {\(part)}]}",
        ]
        for shape in try Self.shapes(all.joined(separator: ","), in: theme) {
            #expect(shape.frame.width >= 0 && shape.frame.height >= 0)
            #expect(shape.frame.y >= 0)
        }
    }
}
