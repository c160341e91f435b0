import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemeReview

@Suite struct SampleScreensTests {
    private static func screens(_ text: String) throws -> SampleScreensReader {
        try SampleScreensReader(
            SourceDocument.read(Array(text.utf8), fileName: SampleScreens.fileName, limits: ProjectLimits()))
    }

    private static func screen(_ element: String) -> String {
        "{\"screens\": [{\"name\": \"Home\", \"elements\": [\n\(element)\n]}]}"
    }

    @Test("Every element can be described")
    func everyElement() throws {
        let screens = try Self.screens(
            """
            {"screens": [{"name": "Home", "background": {"setting": "Color.background"}, "elements": [
              {"type": "navigationBar", "title": {"text": "Home", "setting": "Color.title", "font": "Font.title"},
               "left": [{"image": "navigation/back"}], "right": [{"text": "Edit"}], "background": {"image": "bar"}},
              {"type": "button", "text": "Go", "image": "button", "highlighted": {"image": "buttonHighlighted"},
               "selected": {"setting": "Color.title"}, "disabled": {"text": "No"}},
              {"type": "list", "separator": {"image": "separator"}, "background": {"setting": "Color.list"},
               "rows": [{"text": "1", "image": "avatar", "detail": {"text": "2"}, "accessory": {"image": "check"}}]},
              {"type": "badge", "image": "badge", "text": "3"},
              {"type": "text", "text": "Words", "font": "Font.body"},
              {"type": "image", "image": "detail/header"},
              {"type": "tabBar", "items": [{"image": "home", "selected": {"image": "homeSelected"}}],
               "background": {"setting": "Color.bar"}}
            ]}]}
            """)
        #expect(screens.screens.count == 1)
        #expect(screens.screens[0].elements.count == 7)
        #expect(screens.screens[0].background?.setting == "Color.background")
        #expect(screens.screens[0].elements.map(\.kind).prefix(2) == [.navigationBar, .button])
        let button = screens.screens[0].elements[1].part
        #expect(button.inState("highlighted")?.image == "buttonHighlighted")
        #expect(button.inState("highlighted")?.text == "Go", "a state inherits what it does not name")
        #expect(button.inState("selected")?.image == "button")
        #expect(button.inState("disabled")?.text == "No")
        #expect(screens.parts.count == 20)
    }

    @Test("A file can name its schema")
    func schema() throws {
        #expect(try Self.screens(#"{"$schema": "preview.schema.json", "screens": []}"#).screens.isEmpty)
        #expect(throws: SourceError.self) { try Self.screens(#"{"$schema": 1, "screens": []}"#) }
    }

    @Test("A file without screens is fine")
    func noScreens() throws {
        #expect(try Self.screens("{}").screens.isEmpty)
        #expect(try Self.screens("{\"screens\": []}").screens.isEmpty)
        #expect(try Self.screens("{\"screens\": [{\"name\": \"Empty\"}]}").screens[0].elements.isEmpty)
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let position: SourcePosition

        init(_ text: String, _ line: Int, _ column: Int, name: String? = nil) {
            testDescription = name ?? text
            self.text = text
            position = SourcePosition(line: line, column: column)
        }
    }

    private static let mistakes = [
        Mistake("{\"screen\": []}", 1, 2), Mistake("{\"screens\": {}}", 1, 13), Mistake("[]", 1, 1),
        Mistake("{\"screens\": [7]}", 1, 14), Mistake("{\"screens\": [{}]}", 1, 14),
        Mistake("{\"screens\": [{\"name\": 7}]}", 1, 23), Mistake("{\"screens\": [], \"screens\": []}", 1, 17),
        Mistake("{\"screens\": [", 1, 13), Mistake(screen("{}"), 2, 1), Mistake(screen("{\"type\": \"buton\"}"), 2, 2),
        Mistake(screen("{\"type\": \"button\", \"imgae\": \"x\"}"), 2, 20),
        Mistake(screen("{\"type\": \"button\", \"highlighted\": {\"states\": 1}}"), 2, 36),
        Mistake(screen("{\"type\": \"button\", \"disabled\": []}"), 2, 32),
        Mistake(screen("{\"type\": \"badge\", \"image\": [\"x\"]}"), 2, 28),
        Mistake(screen("{\"type\": \"list\", \"rows\": [{\"text\": null}]}"), 2, 36),
        Mistake(
            screen("{\"type\": \"text\", \"text\": \"\(String(repeating: "x", count: 501))\"}"), 2, 26,
            name: "a text of 501 characters"),
        Mistake(
            screen(Array(repeating: "{\"type\": \"text\", \"text\": \"\"}", count: 501).joined(separator: ",\n")),
            502, 1, name: "501 elements"),
    ]

    @Test("A mistake is reported with its place", arguments: mistakes)
    func placedMistake(mistake: Mistake) throws {
        let error = #expect(throws: SourceError.self) { try Self.screens(mistake.text) }
        #expect(error?.position == mistake.position)
        #expect(try Sentences.mismatch(error?.sentence, of: mistake.testDescription, in: "reviews") == nil)
    }
}
