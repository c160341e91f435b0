import ThemeSystem

/// The cards of a page as they were written. The next page writes only those that differ. Thread-safe.
package final class WrittenCards: Sendable {
    private typealias Written = (card: ImageCard, html: HTML)

    private let known: [Anchor: Written]
    private let own: Lock<[Anchor: Written]>

    /// - Parameter last: those of the last page.
    init(after last: WrittenCards? = nil) {
        known = last?.own.withLock(\.self) ?? [:]
        own = Lock(Dictionary(minimumCapacity: known.count))
    }

    /// Texts that Unicode calls equal count as equal: they look the same.
    func write(_ card: ImageCard, to html: inout HTML) {
        let past = known[card.anchor].flatMap { $0.card == card ? $0 : nil }
        let written = past ?? (card, HTML { card.write(to: &$0) })
        html.append(written.html)
        own.withLock { $0[card.anchor] = written }
    }
}
