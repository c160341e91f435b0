/// The number of items by kind and outcome.
package struct ExchangeSummary: Sendable {
    package struct Row: Hashable, Sendable {
        package let kind: String
        /// In the order of ``ExchangeItem/Outcome``.
        package var counts: [Int]

        package var total: Int { counts.reduce(0, +) }
    }

    /// In the order in which the kinds occur.
    package private(set) var rows: [Row] = []

    package init(of items: [ExchangeItem]) {
        var numbers: [String: Int] = [:]
        for item in items {
            let number = numbers[item.kind] ?? rows.count
            if number == rows.count {
                numbers[item.kind] = number
                rows.append(Row(kind: item.kind, counts: ExchangeItem.Outcome.allCases.map { _ in 0 }))
            }
            if let column = ExchangeItem.Outcome.allCases.firstIndex(of: item.outcome) {
                rows[number].counts[column] += 1
            }
        }
    }
}
