/// A group of measurements.
protocol Benchmark {
    /// One word, for `--only`.
    var name: String { get }

    /// Measures, and returns rows of the table.
    func rows(_ bench: Workbench) throws -> [Row]
}

/// The input of a benchmark.
struct Workbench {
    /// Synthetic corpora in ascending order, then the real one if there is one.
    let corpora: [Corpus]
    let race: Race
    /// A folder for temporary files.
    let scratch: String
}
