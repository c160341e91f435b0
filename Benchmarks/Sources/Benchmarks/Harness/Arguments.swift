/// The command line of a run.
struct Arguments {
    private(set) var only: [String]?
    private(set) var corpora: [String]?
    /// The numbers of devices of a fleet, in ascending order.
    private(set) var fleet = [10, 100, 1000]
    private(set) var comparison: Comparison?
    private(set) var asksForHelp = false

    /// Whether the run leaves nothing out.
    var measuresAll: Bool { only == nil && corpora == nil }

    /// - Parameters:
    ///   - benchmarks: the names that `--only` takes.
    ///   - corpora: the names that `--corpora` takes.
    init(_ arguments: some Sequence<String>, benchmarks: [String], corpora: [String]) throws(UsageError) {
        var rest = Array(arguments)[...]
        func value(of option: String) throws(UsageError) -> String {
            guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
                throw UsageError("\(option) takes a value")
            }
            return value
        }
        func names(of option: String, among known: [String]) throws(UsageError) -> [String] {
            let names = try value(of: option).split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            for name in names where !known.contains(name) {
                throw UsageError("\(option) does not know '\(name)'; it takes \(known.joined(separator: ", "))")
            }
            return names
        }
        while let option = rest.popFirst() {
            switch option {
            case "--help", "-h": asksForHelp = true
            case "--only": only = try names(of: option, among: benchmarks)
            case "--corpora": self.corpora = try names(of: option, among: corpora)
            case "--fleet": fleet = try Self.counts(try value(of: option))
            case "--compare": comparison = Comparison(old: try value(of: option), new: try value(of: option))
            default: throw UsageError("there is no option '\(option)'\n\(Self.usage)")
            }
        }
    }

    private static func counts(_ text: String) throws(UsageError) -> [Int] {
        var counts: [Int] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let count = Int(word), count > 0 else {
                throw UsageError("--fleet takes numbers from 1, separated by commas: '\(word)' is none")
            }
            counts.append(count)
        }
        return counts.sorted()
    }

    static let usage = """
        usage: Benchmarks [--only NAME,NAME] [--corpora NAME,NAME] [--fleet COUNT,COUNT]
               Benchmarks --compare OLD NEW [--corpora NAME]
        """

    static func help(benchmarks: [String], corpora: [String]) -> String {
        """
        \(usage)

        Builds the corpora, measures and prints the table. A run of all benchmarks and corpora, Oxygen and scaled among
        them, also writes it to RESULTS.md. The second form compares two builds of the tool on the last corpus, and
        fails if the new one is slower.

          --only     of \(benchmarks.joined(separator: ", "))
          --corpora  of \(corpora.joined(separator: ", "))
          --fleet    numbers of devices (default: 10,100,1000)
          --compare  the paths of two tools

        The variables OXYGEN and SCALED add real projects: they are the paths of the projects' folders.
        """
    }
}

/// A command line that cannot be used.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ problem: String) { description = "error: \(problem)" }
}
