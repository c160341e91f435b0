import TestSupport
import Testing

@testable import ThemeProject

@Suite("Rules and exemptions")
struct RuleBookTests {
    private static let alpha = Finding(.imageAlpha, path: "assets/a.png", "has no alpha channel")
    private static let size = Finding(.imageDimensions, path: "assets/a.png", "45x22 px")

    @Test("A rule that is off has no findings; another severity replaces the default")
    func overrides() {
        var book = RuleBook(WorkBudget())
        book.severities = [.imageAlpha: Severity?.none, .imageDimensions: .warning]
        let judged = book.judge([Self.alpha, Self.size], isComplete: true)
        #expect(judged.map(\.rule) == [.imageDimensions] && judged.map(\.severity) == [.warning])
    }

    @Test("A finding that is less severe than its rule keeps its severity")
    func lessSevere() {
        var book = RuleBook(WorkBudget())
        book.severities = [.configColor: .error]
        var finding = Finding(.configColor, path: "themes/a/config.json", "is transparent")
        finding.severity = .warning
        #expect(book.judge([finding], isComplete: true).map(\.severity) == [.warning])
    }

    @Test("An exemption applies to one rule and the paths of its pattern", arguments: ["assets/*", "**/a.png"])
    func exemptions(_ pattern: String) {
        var book = RuleBook(WorkBudget())
        book.exemptions = [.init(rule: .imageAlpha, glob: Glob(pattern), file: Project.fileName)]
        #expect(book.judge([Self.alpha, Self.size], isComplete: true).map(\.rule) == [.imageDimensions])
    }

    @Test("Every rule that can be exempted is, by a path of the project", arguments: Rule.allCases)
    func everyExemption(_ rule: Rule) throws {
        let path = rule.needsPacks ? "/project/dist/x.themepack.zip" : "dist/x.themepack.zip"
        for pattern in ["dist/*", "**/x.*", "dist/x.themepack.zip"] {
            let text = #"{"exemptions": [{"rule": "\#(rule.rawValue)", "path": "\#(pattern)"}]}"#
            let files = MemoryFileSystem("/project", ["themepack.json": Array(text.utf8)])
            do throws(UserError) {
                let project = try Project(at: "/project", in: files)
                let judged = project.configuration.ruleBook.judgement(
                    of: [Finding(rule, path: path, "is bad")], isComplete: true)
                #expect(judged.exempt.map(\.path) == [path] && judged.findings.isEmpty, "\(pattern)")
                #expect(rule.canBeExempted)
            } catch {
                #expect(!rule.canBeExempted)
                #expect(error.message.hasPrefix("exemptions.0.rule: ") && error.message.contains("'\(rule.rawValue)'"))
                let sentence = error.message.replacing(rule.rawValue, with: "RULE")
                #expect(
                    try Sentences.mismatch(sentence, of: "an exemption from a rule that has none", in: "project-file")
                        == nil)
            }
        }
    }

    @Test("An exemption from a rule that needs packs is never unused")
    func unusedOfReleases() {
        var book = RuleBook(WorkBudget())
        book.exemptions = [.init(rule: .versionUnchanged, glob: Glob("themes/*"), file: Project.fileName)]
        #expect(book.judge([], isComplete: true).isEmpty)
    }

    @Test("An unused exemption is reported only for a whole project", arguments: [true, false])
    func unused(isComplete: Bool) {
        var book = RuleBook(WorkBudget())
        book.exemptions = [.init(rule: .imageAlpha, glob: Glob("themes/*"), file: Project.fileName)]
        let expected: [Rule] = isComplete ? [.imageAlpha, .exemptionUnused] : [.imageAlpha]
        #expect(Set(book.judge([Self.alpha], isComplete: isComplete).map(\.rule)) == Set(expected))
    }

    @Test("Findings about several scales form a group for each message, then for what is left")
    func groups() {
        func finding(_ scale: String, _ message: String) -> Finding {
            Finding(.imageTemplate, theme: "year", path: "themes/year/a\(scale).png", message)
        }
        let findings = [
            finding("", "has 53 %"), finding("", "is the same"), finding("@2x", "has 51 %"),
            finding("@2x", "is the same"),
        ]
        let groups = FindingGroup.groups(of: findings)
        #expect(groups.map(\.message) == ["has 53 %; @2x: has 51 %", "is the same"])
        #expect(groups.map(\.scales) == [" (@1x, @2x)", " (@1x, @2x)"])
    }
}
