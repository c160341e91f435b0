// See docs/decisions/23-large-pages.md.
/// Some cards below a heading. A browser lays out the cards of a group at once, so a long list has several groups.
struct CardGroup<Card: Sendable>: Sendable {
    let title: String
    /// `nil` for a group without an id.
    let id: Anchor?
    let cards: ArraySlice<Card>

    /// Returns the groups of a list.
    ///
    /// - Parameter folder: the path of the list's folder, for the ids of the groups; `nil` for groups without ids.
    static func groups(of cards: [Card], title: String, folder: String? = nil) -> [CardGroup] {
        let cardsMax = 100
        let starts = Array(stride(from: 0, to: cards.count, by: cardsMax))
        return starts.enumerated().map { number, start in
            let part = starts.count > 1 ? ", part \(number + 1) of \(starts.count)" : ""
            let id = folder.map {
                number == 0 ? Anchor(own: "folder", of: $0) : Anchor(own: "part", of: "\(number + 1)/\($0)")
            }
            return CardGroup(title: title + part, id: id, cards: cards[start...].prefix(cardsMax))
        }
    }

    func write(to html: inout HTML, writeCard: (Card, inout HTML) throws -> Void) rethrows {
        try html.group(title, Words.count(cards.count, "image"), id: id) { html in
            try html.element(.div, .class("cards")) { html in
                for element in cards { try writeCard(element, &html) }
            }
        }
    }
}
