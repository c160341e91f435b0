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

    struct Mistake: Sendable {
        let text: String
        let line: Int
        let column: Int
        let message: String
        var hint: String?
    }

    private static let mistakes = [
        Mistake(
            text: "{\"screen\": []}", line: 1, column: 2, message: "there is no key 'screen' here",
            hint: "did you mean 'screens'?"),
        Mistake(text: "{\"screens\": {}}", line: 1, column: 13, message: "expected a list of screens: [...]"),
        Mistake(text: "[]", line: 1, column: 1, message: "expected an object {...}"),
        Mistake(
            text: "{\"screens\": [7]}", line: 1, column: 14,
            message: "expected a screen: {\"name\": \"Home\", \"elements\": [...]}"),
        Mistake(
            text: "{\"screens\": [{}]}", line: 1, column: 14, message: "the screen has no \"name\"",
            hint: "for example \"name\": \"Home\""),
        Mistake(
            text: "{\"screens\": [{\"name\": 7}]}", line: 1, column: 23,
            message: "expected a text in quotation marks"),
        Mistake(
            text: "{\"screens\": [], \"screens\": []}", line: 1, column: 17,
            message: "the key occurs twice (first in line 1)", hint: "keep one of them"),
        Mistake(
            text: "{\"screens\": [", line: 1, column: 13, message: "the '[' in line 1 is not closed",
            hint: "add the missing ']'"),
        Mistake(
            text: screen("{}"), line: 2, column: 1, message: "the element has no \"type\"",
            hint: "expected one of: navigationBar, tabBar, button, list, badge, text, image"),
        Mistake(
            text: screen("{\"type\": \"buton\"}"), line: 2, column: 2, message: "there is no element 'buton'",
            hint: "did you mean 'button'?"),
        Mistake(
            text: screen("{\"type\": \"button\", \"imgae\": \"x\"}"), line: 2, column: 20,
            message: "there is no key 'imgae' here", hint: "did you mean 'image'?"),
        Mistake(
            text: screen("{\"type\": \"button\", \"highlighted\": {\"states\": 1}}"), line: 2, column: 36,
            message: "there is no key 'states' here", hint: "expected one of: image, text, setting, font"),
        Mistake(
            text: screen("{\"type\": \"button\", \"disabled\": []}"), line: 2, column: 32,
            message: "expected {\"image\": \"tabbar/home\", \"setting\": \"Color.title\"}"),
        Mistake(
            text: screen("{\"type\": \"badge\", \"image\": [\"x\"]}"), line: 2, column: 28,
            message: "expected a text in quotation marks"),
        Mistake(
            text: screen("{\"type\": \"list\", \"rows\": [{\"text\": null}]}"), line: 2, column: 36,
            message: "expected a text in quotation marks"),
        Mistake(
            text: screen("{\"type\": \"text\", \"text\": \"\(String(repeating: "x", count: 501))\"}"), line: 2,
            column: 26,
            message: "the text has more than 500 characters", hint: "shorten it"),
        Mistake(
            text: screen(Array(repeating: "{\"type\": \"text\", \"text\": \"\"}", count: 501).joined(separator: ",\n")),
            line: 502, column: 1, message: "there are more than 500 elements", hint: "remove some"),
    ]

    @Test("A mistake is reported with its place", arguments: mistakes.indices)
    func placedMistake(number: Int) throws {
        let mistake = Self.mistakes[number]
        let error = #expect(throws: SourceError.self) { try Self.screens(mistake.text) }
        #expect(error?.position == SourcePosition(line: mistake.line, column: mistake.column))
        #expect(error?.message == mistake.message)
        #expect(error?.hint == mistake.hint)
    }
}
