import TestSupport
import Testing

@testable import ThemeReview

@Suite("Grids of cards")
struct CardGridTests {
    private func shape(_ count: Int, _ width: Int, _ height: Int = 16) -> CardShape {
        CardShape(rows: [CardShape.Row(imageCount: count, width: width, height: height)])
    }

    private func html(_ attribute: Attribute) -> String {
        String(decoding: HTMLWriter.bytes { $0.element(.div, attribute, text: "") }, as: UTF8.self)
    }

    @Test("Cards of one size take one column each", arguments: [1, 16, 32, 48, 64, 88, 128, 200, 256, 300])
    func sameSize(_ width: Int) {
        for count in 1...2 {
            let shape = shape(count, width)
            #expect(shape.width <= 674)
            #expect(html(CardGrid([shape, shape]).attribute(of: shape)).contains("class=\"card item\""))
        }
    }

    @Test(
        "Columns are as wide as most cards need",
        arguments: [
            ([16, 16, 256], "c184", "card item w4 n880"), ([16, 256, 256], "c184", "card item w4 n880"),
            ([256, 256, 256, 256, 16], "c674", "card item"), ([64, 64, 64, 64, 300], "c216", "card item w4 n1000"),
            ([], "c184", "card item w4 n880"),
        ])
    func columns(_ widths: [Int], _ column: String, _ widest: String) {
        let grid = CardGrid(widths.map { shape(2, $0) })
        #expect(html(grid.attribute).contains("class=\"cards \(column)\""))
        let last = grid.attribute(of: shape(2, widths.max() ?? 300))
        #expect(html(last).contains("class=\"\(widest)\""), "\(html(last))")
    }

    @Test("A card that is wider than four columns takes a whole row")
    func widest() {
        let grid = CardGrid([shape(1, 1), shape(1, 1), shape(4, 300)])
        #expect(html(grid.attribute(of: shape(4, 300))).contains("class=\"card item all\""))
    }

    @Test("The stated height of a group is at most half as high again as its cards, or half as high")
    func height() throws {
        for count in [1, 10, 100, 629] {
            let one = shape(2, 32, 32)
            let html = html(CardGrid(Array(repeating: one, count: count)).groupAttribute)
            let step = try #require(html.firstMatch(of: /group h(\d+)/).flatMap { Int($0.1) })
            let stated = (0..<step).reduce(160.0) { height, _ in height * 1.5 }
            let height = Double((count + 6) / 7 * (one.height + 12) + 34)
            #expect((0.6...1.6).contains(stated / height), "\(count): \(stated) for \(height)")
        }
    }

    @Test("The shape of a card is known before the card is made", arguments: [true, false])
    func shapes(_ isHostile: Bool) throws {
        let facts = try isHostile ? ReportSample.hostile().facts : ProjectFactsTests.facts(of: .sound)
        let sheet = ContactSheet(of: facts, showing: .all)
        let access = ReportPage.ImageAccess(policy: .files) { .file(.file("\($0).png")) }
        #expect(sheet.cardCount > 0)
        for entry in sheet.folders.flatMap(\.entries) {
            #expect(try sheet.card(of: entry, images: access).shape == sheet.shape(of: entry), "\(entry.name)")
        }
    }
}
