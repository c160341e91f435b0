/// Something to measure.
protocol Benchmark {
    /// What `--only` selects it by: one word.
    var name: String { get }

    /// Measures, and tells the results as rows of the table.
    func rows(_ bench: Workbench) throws -> [Row]
}

/// What a benchmark has at hand.
struct Workbench {
    /// Synthetic ones in ascending order, then the given one if there is one.
    let corpora: [Corpus]
    let race: Race
    /// A folder for what a benchmark writes; empty at first.
    let scratch: String
}
