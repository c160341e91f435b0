import ThemeModel

extension ThemeSeason {
    /// Unset values are empty.
    var properties: [(key: String, value: String)] {
        [
            ("activeFrom", from?.description ?? ""), ("activeUntil", until?.description ?? ""),
            ("priority", priority == 0 ? "" : String(priority)),
        ]
    }

    init(properties: PackProperties) throws(InvalidName) {
        let from = try properties["activeFrom"].map { text throws(InvalidName) in try Moment(text) }
        let until = try properties["activeUntil"].map { text throws(InvalidName) in try Moment(text) }
        let priority =
            try properties["priority"].map { text throws(InvalidName) in
                guard let priority = Int(text), Self.priorities.contains(priority), String(priority) == text else {
                    throw InvalidName(text, expected: "a whole number as priority")
                }
                return priority
            } ?? 0
        if let from, let until, from >= until {
            throw InvalidName("\(from) to \(until)", expected: "a season that ends after it has begun")
        }
        self.init(from: from, until: until, priority: priority)
    }
}
