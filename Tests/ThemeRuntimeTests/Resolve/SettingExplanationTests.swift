import Foundation
import TestSupport
import Testing
import ThemeDevelopment
import ThemeModel
import ThemeRuntime

@Suite("Explanations of settings")
struct SettingExplanationTests {
    private func theme() throws -> Theme {
        try SettingsTests.theme(
            #"{"Color": {"title": "F85825"}, "size": "big", "plain": 1}"#,
            default: #"{"Color": {"title": "222", "text": "333"}, "size": 4, "plain": {"a": 1}, "only": true}"#)
    }

    @Test("An explanation shows each theme of the chain with its own value, and the answer")
    func steps() throws {
        let theme = try theme()
        typealias Outcome = SettingExplanation.Outcome
        let cases: [(SettingKey, [Outcome])] = [
            ("Color.title", [.chosen, .hidden]), ("Color.text", [.notSet, .chosen]), ("Color", [.chosen, .chosen]),
            ("plain", [.chosen, .hidden]), ("only", [.notSet, .chosen]), ("none", [.notSet, .notSet]),
        ]
        for (key, outcomes) in cases {
            let explanation = theme.explain(key)
            #expect(explanation.steps.map(\.outcome) == outcomes, "\(key)")
            #expect(try explanation.value == theme.value(key), "\(key)")
            #expect(explanation.steps.map(\.theme.string) == ["year", "default"] && explanation.error == nil)
        }
        #expect(theme.explain("Color.title").steps.map(\.value) == [.string("F85825"), .string("222")])
    }

    @Test("A misspelled key gets a suggestion, a key that is set gets none")
    func suggestion() throws {
        let theme = try theme()
        #expect(theme.explain("Color.tilte").suggestion == "Color.title")
        #expect(theme.explain("Color.title").suggestion == nil)
        #expect(theme.explain("quite another name").suggestion == nil)
        #expect(theme.explain("Color.tilte").description.contains("'Color.title'"))
    }

    @Test("A typed key also explains a setting of another type")
    func types() throws {
        let theme = try theme()
        #expect(theme.explain(Setting<ThemeColor>("Color.title")).error == nil)
        let explanation = theme.explain(Setting<Double>("size"))
        guard case .wrongType(_, "size", "a number", _) = explanation.error else {
            Issue.record("\(explanation)")
            return
        }
        #expect(explanation.value == .string("big"))
        let lines = explanation.description.split(separator: "\n")
        #expect(lines.first == "size in theme 'year': the string 'big'" && lines.count == 4)
        #expect(lines.last?.contains("'big'") == true)
    }

    @Test("A parent that is not mounted, and damaged settings, are steps")
    func incomplete() throws {
        let project = try TestProject()
        try project.theme("default", config: #"{"a": 1}"#)
        try project.theme("parent")
        try project.theme("year", prefix: "year_", extends: "parent", config: #"{"a": 2, "secret": 12345}"#)
        let packs = try project.build()
        let library = try ThemeLibrary(default: ThemePack(mounting: #require(packs["default"])))
        let year = try #require(packs["year"])
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: year)))
        let secret = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("12345".utf8)) })
        bytes[secret] ^= 1
        try Data(bytes).write(to: URL(fileURLWithPath: year + ".damaged"))
        try library.add(ThemePack(mounting: year + ".damaged"))
        let theme = try #require(library.theme("year"))
        let explanation = theme.explain("a")
        #expect(explanation.steps.map(\.theme.string) == ["year", "parent", "default"])
        guard case .broken = explanation.steps[0].outcome else {
            Issue.record("\(explanation)")
            return
        }
        #expect(explanation.steps[1].outcome == .notMounted && explanation.steps[2].outcome == .chosen)
        #expect(explanation.value == nil && explanation.error != nil && explanation.suggestion == nil)
    }
}
