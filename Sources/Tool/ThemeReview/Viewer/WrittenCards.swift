import ThemeSystem

/// The cards of a page as they are written, for the next page, which copies those that are the same. Thread-safe.
final class WrittenCards: Sendable {
    private typealias Written = (card: ImageCard, html: HTML)

    private let lastCards: [Anchor: Written]
    private let cards: Lock<[Anchor: Written]>

    /// - Parameter last: the cards of the page before; `nil` if there is none.
    init(after last: WrittenCards? = nil) {
        lastCards = last?.cards.withLock(\.self) ?? [:]
        cards = Lock(Dictionary(minimumCapacity: lastCards.count))
    }

    /// Names and paths are compared by their bytes. Words that Unicode calls equal count as equal: they look the same.
    func write(_ card: ImageCard, to html: inout HTML) {
        let same = lastCards[card.anchor].flatMap { $0.card == card ? $0 : nil }
        let written = same ?? (card, HTML { card.write(to: &$0) })
        html.append(written.html)
        cards.withLock { $0[card.anchor] = written }
    }
}
