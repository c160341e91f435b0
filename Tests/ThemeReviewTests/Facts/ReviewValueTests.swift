import Testing
import ThemeModel
@testable import ThemeProject
@testable import ThemeReview

@Suite("Values of a review")
struct ReviewValueTests {
    @Test("An image has the state of the variant that needs the most attention", arguments: ReviewedState.allCases)
    func state(_ state: ReviewedState) throws {
        let other = ReviewedState.inherited
        let image = ReviewedImage(
            name: try LogicalName("a"),
            variants: [ReviewedVariant(scale: .one, state: other), ReviewedVariant(scale: .two, state: state)])
        #expect(image.state == (state == .isDefault ? other : state))
    }

    @Test("The coverage of folders adds up")
    func coverage() {
        let one = FolderCoverage(defaults: 5, replaced: 3)
        let sum = ReviewedTheme(id: "a", name: "A", coverage: [one, one]).totalCoverage
        #expect(sum == FolderCoverage(defaults: 10, replaced: 6))
    }

    @Test("A contrast passes from its minimum on, and is unknown without a color")
    func contrast() {
        let white = ContrastResult.Side(color: ThemeColor(red: 255, green: 255, blue: 255))
        func verdict(_ minimum: Double, _ text: ContrastResult.Side) -> ContrastResult.Verdict {
            let pair = ContrastPair(text: SettingPath(["a"]), ground: SettingPath(["b"]), minimum: minimum)
            return ContrastResult(pair: pair, text: text, ground: white).verdict
        }
        let black = ContrastResult.Side(color: ThemeColor(red: 0, green: 0, blue: 0))
        #expect(verdict(21, black) == .passes && verdict(1, white) == .passes && verdict(1.01, white) == .fails)
        #expect(verdict(1, ContrastResult.Side()) == .unknown)
    }
}
