extension Sequence {
    /// Returns the elements with each key, in the order of the first ones.
    func grouped<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
        var places: [Key: Int] = [:]
        var groups: [[Element]] = []
        for element in self {
            let key = key(element)
            if let place = places[key] {
                groups[place].append(element)
            } else {
                places[key] = groups.count
                groups.append([element])
            }
        }
        return groups
    }
}

/// Numbers and sizes in words. They do not depend on the machine's locale, so a report has the same bytes everywhere.
enum Words {
    /// `1 image`, `6,296 images`.
    static func count(_ number: Int, _ noun: String) -> String {
        "\(grouped(number)) \(number == 1 ? noun : noun + "s")"
    }

    /// `6,296`.
    static func grouped(_ number: Int) -> String {
        var digits = Array(String(number.magnitude))
        for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
        return (number < 0 ? "-" : "") + String(digits)
    }

    /// `812 bytes`, `12.4 kB`, `3.1 MB`. A kilobyte has 1,000 bytes.
    static func bytes(_ count: Int) -> String {
        if count < 1000 { return self.count(count, "byte") }
        let (unit, size) = count < 999_950 ? ("kB", 1000) : ("MB", 1_000_000)
        let tenths = (count * 10 + size / 2) / size
        return "\(grouped(tenths / 10)).\(tenths % 10) \(unit)"
    }

    /// `12 %`; one decimal below 10 %.
    static func percent(_ share: Double) -> String {
        let thousandths = Int((share * 1000).rounded())
        return thousandths < 100 ? "\(thousandths / 10).\(thousandths % 10) %" : "\((thousandths + 5) / 10) %"
    }

    /// `44`, `0.5`: at most three decimals.
    static func number(_ value: Double) -> String {
        guard abs(value) < 1e9 else { return "\(value)" }
        let thousandths = Int((value * 1000).rounded())
        let whole = abs(thousandths) / 1000
        let fraction = abs(thousandths) % 1000
        var text = "\(thousandths < 0 ? "-" : "")\(whole)"
        if fraction > 0 {
            text += "." + String(1000 + fraction).dropFirst()
            while text.hasSuffix("0") { text.removeLast() }
        }
        return text
    }

    /// `a`, `a and b`, `a, b and c`.
    static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }

    /// `a, b, c and 37 others`: up to four words, else three of them.
    static func some(of words: [String]) -> String {
        guard words.count > 4 else { return list(words) }
        return list(words.prefix(3) + ["\(grouped(words.count - 3)) others"])
    }
}
