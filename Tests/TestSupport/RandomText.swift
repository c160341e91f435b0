/// Texts of a grammar, half of them with parts that are removed, repeated, replaced or inserted.
public struct RandomText {
    private enum Symbol {
        case rule([[Symbol]])
        case part(String)
    }

    private var random: SeededRandom
    private let start: Symbol
    private let parts: [String]

    /// - Parameters:
    ///   - start: the rule of a text.
    ///   - rules: choices, separated by `|`, of parts, separated by spaces. `_` is a space in a text, and a name in
    ///     angle quotes is an earlier rule.
    ///   - oddities: parts that no rule has.
    public init(of start: String, _ rules: KeyValuePairs<String, String>, _ oddities: [String], seed: UInt64) {
        random = SeededRandom(seed: seed)
        var symbols: [Substring: Symbol] = [:]
        var parts = Set(oddities)
        for (name, choices) in rules {
            symbols[Substring(name)] = .rule(
                choices.split(separator: "|", omittingEmptySubsequences: false).map { choice in
                    choice.split(separator: " ").map { part in
                        if part.hasPrefix("«") {
                            guard let rule = symbols[part.dropFirst().dropLast()] else {
                                preconditionFailure("\(part) is not an earlier rule")
                            }
                            return rule
                        }
                        let text = String(part.map { $0 == "_" ? " " : $0 })
                        parts.insert(text)
                        return .part(text)
                    }
                })
        }
        self.start = symbols[Substring(start)] ?? .part("")
        self.parts = parts.sorted()
    }

    public mutating func next() -> String {
        var text: [String] = []
        add(start, to: &text)
        while random.next() & 1 == 0, !text.isEmpty {
            let place = Int.random(in: 0..<text.count, using: &random)
            switch random.next() & 3 {
            case 0: text.remove(at: place)
            case 1: text.insert(text[place], at: place)
            case 2: text[place] = parts.randomElement(using: &random) ?? ""
            default: text.insert(parts.randomElement(using: &random) ?? "", at: place)
            }
        }
        return text.joined()
    }

    private mutating func add(_ symbol: Symbol, to text: inout [String]) {
        switch symbol {
        case .part(let part): text.append(part)
        case .rule(let choices):
            for symbol in choices.randomElement(using: &random) ?? [] { add(symbol, to: &text) }
        }
    }
}
