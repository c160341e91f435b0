import Foundation

/// Compares two builds of the tool.
struct Comparison {
    /// The path of the tool.
    let old: String
    let new: String

    /// A smaller change counts as noise, even if it is significant.
    private static let leastChange = 0.02

    /// Prints a line for each operation, and returns whether none became slower.
    func isNoSlower(_ corpus: Corpus, scratch: String) throws -> Bool {
        let project = try ToolProject(corpus, in: scratch)
        let operations: [(String, [String], () throws -> Void)] = [
            ("build, cold", ["build", "-q"], project.forget),
            ("build again", ["build", "-q"], {}),
            ("build, one changed", ["build", "-q"], project.change),
            ("verify, cold", ["verify", "-q"], project.forget),
            ("--version", ["--version"], {}),
        ]
        var isNoSlower = true
        for (what, arguments, prepare) in operations {
            var ratios: [Double] = []
            // A tool ignores the cache of another build, so `seconds` runs each tool once before it measures.
            for _ in 0..<31 {
                ratios.append(try seconds(new, arguments, project, prepare) / seconds(old, arguments, project, prepare))
            }
            let verdict = Self.verdict(ratios)
            print("\(what): \(verdict.text)")
            if verdict.isSlower { isNoSlower = false }
        }
        return isNoSlower
    }

    private func seconds(
        _ tool: String, _ arguments: [String], _ project: ToolProject, _ prepare: () throws -> Void
    ) throws -> Double {
        guard let command = Command(tool, arguments, in: project.root) else {
            throw BenchmarkFailure("there is no \(tool)")
        }
        try command.run()
        try prepare()
        let start = ContinuousClock.now
        try command.run()
        return (ContinuousClock.now - start) / .seconds(1)
    }

    /// The median of the ratios with its 95 % confidence interval, which comes from their order alone, because the
    /// distribution of the noise is unknown. https://online.stat.psu.edu/stat415/lesson/19/19.1
    static func verdict(_ ratios: [Double]) -> (text: String, isSlower: Bool) {
        let sorted = ratios.sorted()
        let reach = Int((0.98 * Double(sorted.count).squareRoot()).rounded(.up))
        let low = sorted[max(0, sorted.count / 2 - reach)]
        let high = sorted[min(sorted.count - 1, sorted.count / 2 + reach)]
        let median = sorted[sorted.count / 2]
        let range = String(format: "%.3f of before (95 %%: %.3f to %.3f)", median, low, high)
        if low > 1, median > 1 + leastChange { return ("SLOWER, \(range)", true) }
        if high < 1, median < 1 - leastChange { return ("faster, \(range)", false) }
        return ("within noise, \(range)", false)
    }
}
