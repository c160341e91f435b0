import Testing
import ThemeModel

@testable import ThemeProject

@Suite("Texts about rules")
struct RuleExplanationTests {
    @Test("Every rule has a summary, a reason, an example and a remedy", arguments: Rule.allCases)
    func complete(rule: Rule) {
        let explanation = rule.explanation
        for text in [rule.summary, explanation.why, explanation.example, explanation.remedy] {
            #expect(!text.isEmpty)
        }
    }

    @Test("rules.json explains no other rule")
    func known() {
        #expect(Set(Rule.explained) == Set(Rule.allCases.map(\.rawValue)))
    }
}
