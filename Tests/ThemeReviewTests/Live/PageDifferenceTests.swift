import Testing
@testable import ThemeReview

@Suite struct PageDifferenceTests {
    /// A page of cards in sections.
    private static func page(_ sections: [(id: String, lead: String, cards: [(id: String, text: String)])])
        -> HTML
    {
        HTML { html in
            html.element(.div, .id(Anchor("page"))) { html in
                for section in sections {
                    html.element(.section, .id(Anchor(section.id))) { html in
                        html.element(.p, text: section.lead)
                        html.element(.div) { html in
                            for card in section.cards {
                                html.element(.article, .id(Anchor(card.id))) { $0.text(card.text) }
                            }
                        }
                    }
                }
            }
        }
    }

    private static func patches(_ old: HTML, _ new: HTML) throws -> [String: String] {
        let difference = try #require(PageDifference(from: old, to: new, in: "page"))
        let patches = difference.patches.map { ($0.id, String(decoding: $0.markup, as: UTF8.self)) }
        return Dictionary(patches) { first, _ in first }
    }

    private static let one = page([("a", "lead", [("a1", "x"), ("a2", "y")]), ("b", "lead", [("b1", "z")])])

    @Test("Equal pages have no difference")
    func equalPages() throws {
        #expect(try Self.patches(Self.one, Self.one).isEmpty)
    }

    @Test("A placeholder has its id escaped")
    func placeholder() throws {
        let id = "x\"><b id=\"y"
        let old = Self.page([("a", "lead", [(id, "same"), ("a2", "y")])])
        let new = Self.page([("a", "other", [(id, "same"), ("a2", "y")])])
        let patch = try #require(try Self.patches(old, new)["a"])
        #expect(patch.contains("<template data-keep=\"x&quot;&gt;&lt;b id=&quot;y\"></template>"), "\(patch)")
    }

    @Test("A changed card is the only patch")
    func changedCard() throws {
        let new = Self.page([("a", "lead", [("a1", "x"), ("a2", "<Y>")]), ("b", "lead", [("b1", "z")])])
        #expect(try Self.patches(Self.one, new) == ["a2": "<article id=\"a2\">&lt;Y&gt;</article>"])
    }

    @Test("Text between cards patches their section, which names the cards that stay")
    func changedText() throws {
        let new = Self.page([("a", "other", [("a1", "x"), ("a2", "Y")]), ("b", "lead", [("b1", "z")])])
        #expect(
            try Self.patches(Self.one, new) == [
                "a": "<section id=\"a\"><p>other</p><div><template data-keep=\"a1\"></template>"
                    + "<article id=\"a2\">Y</article></div></section>"
            ])
    }

    @Test("A new card comes with its section, and one that goes is left out")
    func newCard() throws {
        let new = Self.page([("a", "lead", [("a0", "n"), ("a2", "y")]), ("b", "lead", [("b1", "z")])])
        #expect(
            try Self.patches(Self.one, new) == [
                "a": "<section id=\"a\"><p>lead</p><div><article id=\"a0\">n</article>"
                    + "<template data-keep=\"a2\"></template></div></section>"
            ])
    }

    @Test("A new section patches the page")
    func newSection() throws {
        let new = Self.page([
            ("c", "lead", []), ("a", "lead", [("a1", "x"), ("a2", "y")]), ("b", "lead", [("b1", "z")]),
        ])
        #expect(
            try Self.patches(Self.one, new) == [
                "page": "<div id=\"page\"><section id=\"c\"><p>lead</p><div></div></section>"
                    + "<template data-keep=\"a\"></template><template data-keep=\"b\"></template></div>"
            ])
    }

    @Test("A new section and a card of another one are two patches")
    func severalPatches() throws {
        let new = Self.page([
            ("a", "lead", [("a1", "X"), ("a2", "y")]), ("b", "lead", [("b1", "z")]), ("c", "lead", []),
        ])
        #expect(
            try Self.patches(Self.one, new) == [
                "a1": "<article id=\"a1\">X</article>",
                "page": "<div id=\"page\"><template data-keep=\"a\"></template><template data-keep=\"b\"></template>"
                    + "<section id=\"c\"><p>lead</p><div></div></section></div>",
            ])
    }

    @Test("Pages without the element cannot be compared")
    func missingElement() {
        #expect(PageDifference(from: Self.one, to: HTML { $0.text("x") }, in: "page") == nil)
    }
}
