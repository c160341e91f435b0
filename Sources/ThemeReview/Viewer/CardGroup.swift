// See docs/decisions/23-large-pages.md.
/// A heading and its cards. A browser lays out the cards of a group at once, so a long list has several groups.
struct CardGroup {
    private static let cardsMax = 240

    /// The cards of the list that are in this group.
    let range: Range<Int>
    private let title: String
    private let id: Anchor?

    /// Returns the groups of a list.
    ///
    /// - Parameter folder: the path of the list's folder, for the ids of the groups; `nil` for groups without ids.
    static func all(of count: Int, title: String, folder: String? = nil) -> [CardGroup] {
        let starts = Array(stride(from: 0, to: count, by: cardsMax))
        return starts.enumerated().map { number, start in
            CardGroup(
                range: start..<min(start + cardsMax, count),
                title: title + (starts.count > 1 ? ", part \(number + 1) of \(starts.count)" : ""),
                id: folder.map {
                    number == 0 ? Anchor(own: "folder", of: $0) : Anchor(own: "part", of: "\(number + 1)/\($0)")
                })
        }
    }

    func write<Failure: Error>(
        to html: inout HTMLWriter, cards: (inout HTMLWriter) throws(Failure) -> Void
    ) throws(Failure) {
        try html.element(.section, attributes: (id.map { [.id($0)] } ?? []) + [.class("group")]) {
            html throws(Failure) in
            html.element(.h3, .class("folder")) { html in
                html.text(title)
                html.element(.span, .class("count"), text: Words.count(range.count, "image"))
            }
            try html.element(.div, .class("cards"), contents: cards)
        }
    }
}
