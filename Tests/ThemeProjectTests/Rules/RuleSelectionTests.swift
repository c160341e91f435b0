import TestSupport
import Testing

@testable import ThemeProject

@Suite("Selected rules")
struct RuleSelectionTests {
    private static func names(_ select: [String], _ ignore: [String], keepsStructural: Bool = false) throws -> Set<Rule>
    {
        let selection = try RuleSelection(select: select, ignore: ignore, keepsStructural: keepsStructural)
        return Set(Rule.allCases.filter(selection.contains))
    }

    @Test("Without patterns all rules are selected; names and globs select, and ignoring wins")
    func patterns() throws {
        let images = Set(Rule.allCases.filter { $0.rawValue.hasPrefix("image-") })
        #expect(try Self.names([], []) == Set(Rule.allCases))
        #expect(try Self.names(["image-*"], []) == images)
        #expect(try Self.names(["image-*"], ["image-alpha"]) == images.subtracting([.imageAlpha]))
        #expect(try Self.names(["image-alpha", "config-color"], []) == [.imageAlpha, .configColor])
        #expect(try Self.names([], ["*"]).isEmpty)
    }

    @Test("Structural rules stay if packs will be written")
    func structural() throws {
        let structural = Set(Rule.allCases.filter(\.isStructural))
        #expect(try Self.names([], ["*"], keepsStructural: true) == structural)
        #expect(try Self.names(["image-alpha"], [], keepsStructural: true) == structural.union([.imageAlpha]))
    }

    @Test(
        "A pattern that matches no rule is an error with the nearest name",
        arguments: ["image-alfa", "pixels-*"])
    func unknown(_ pattern: String) throws {
        for body in [{ try Self.names([pattern], []) }, { try Self.names(["*"], [pattern]) }] {
            let error = #expect(throws: UserError.self) { try body() }
            #expect(error?.message.contains("'\(pattern)'") == true)
            #expect(try Sentences.mismatch(error?.sentence, of: "a selection of \(pattern)", in: "project-file") == nil)
        }
    }

    @Test("Selections of other rules have other identities, and all rules have none")
    func identity() throws {
        let selections = try [[], ["image-*"], ["config-*"]].map { try RuleSelection(select: $0, ignore: []) }
        #expect(Set(selections.map(\.identity)).count == 3 && RuleSelection.all.identity.isEmpty)
        #expect(try RuleSelection(select: ["*"], ignore: []).identity.isEmpty)
        #expect(try !RuleSelection(select: [], ignore: ["*"]).identity.isEmpty)
    }

    @Test("A rule that is not selected has no findings, and its exemptions count as used")
    func judging() throws {
        var book = RuleBook(WorkBudget())
        book.exemptions = [.init(rule: .imageAlpha, glob: Glob("assets/*"), file: Project.fileName)]
        let finding = Finding(.imageDimensions, path: "assets/a.png", "45x22 px")
        book.selection = try RuleSelection(select: ["image-dimensions", "exemption-unused"], ignore: [])
        #expect(book.judge([finding], isComplete: true) == [finding])
        book.selection = try RuleSelection(select: [], ignore: ["image-dimensions"])
        #expect(book.judge([finding], isComplete: true).map(\.rule) == [.exemptionUnused])
    }
}
