/// The grid of a group of cards. If most cards are equally wide, a column is as wide as these, and none stays empty.
/// Otherwise columns are narrow, and cards take several.
package struct CardGrid: Sendable {
    /// The index of the columns' width.
    private let column: Int
    /// The sum of the cards' areas, as a height over the whole width.
    private let height: Int

    // Lengths of `ViewerStyle`: between cards, of the widest page without its margins, and of these with a scroll bar.
    private static let (gap, contentWidth, margin) = (12, 1360, 96)
    /// They fill the widest page: seven columns, six, and so on.
    private static let columns: [(width: Int, attribute: Attribute)] = [
        (184, .class("cards c184")), (216, .class("cards c216")),
        (262, .class("cards c262")), (331, .class("cards c331")), (445, .class("cards c445")),
        (674, .class("cards c674")),
    ]
    private static let spans: [StaticString] = ["w2", "w3", "w4"]
    /// The widest window in which a card takes a whole row. In windows of 576 px all wide cards do.
    private static let windows: [(width: Int, classes: [StaticString])] = [
        (576, []), (640, ["n640"]), (760, ["n760"]), (880, ["n880"]), (1000, ["n1000"]), (1120, ["n1120"]),
        (1240, ["n1240"]), (1360, ["n1360"]), (1456, ["n1456"]),
    ]

    package init(_ shapes: some Sequence<CardShape>) {
        var counts = [Int](repeating: 0, count: Self.columns.count)
        var area = 0
        for shape in shapes {
            let width = shape.width
            let fitting = Self.columns.firstIndex { $0.width >= width } ?? Self.columns.count - 1
            counts[fitting] += 1
            area += (max(width, Self.columns[fitting].width) + Self.gap) * (shape.height + Self.gap)
        }
        let (most, all) = (counts.max() ?? 0, counts.reduce(0, +))
        column = most * 5 >= all * 4 ? counts.firstIndex(of: most) ?? 0 : 0
        height = area / Self.contentWidth
    }

    /// The attribute of the element that contains the cards.
    var attribute: Attribute { Self.columns[column].attribute }

    /// The attribute of the group around it.
    var groupAttribute: Attribute { GroupHeight(height).attribute }

    func attribute(of shape: CardShape) -> Attribute {
        let unit = Self.columns[column].width + Self.gap
        let span = (shape.width + Self.gap + unit - 1) / unit
        if span <= 1 { return .class("card item") }
        let width = span * unit - Self.gap
        guard span - 2 < Self.spans.count, width <= Self.contentWidth,
            let window = Self.windows.first(where: { $0.width >= width + Self.margin })
        else { return .class("card item all") }
        return .classes(["card item", Self.spans[span - 2]] + window.classes)
    }
}
