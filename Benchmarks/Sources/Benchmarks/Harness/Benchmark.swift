protocol Benchmark {
    /// One word, for `--only`.
    var name: String { get }

    func rows(_ bench: Workbench) throws -> [Row]
}

struct Workbench {
    /// Synthetic corpora in ascending order, then the real ones if there are any.
    let corpora: [Corpus]
    let race: Race
    /// The numbers of devices of a fleet, in ascending order.
    let fleet: [Int]
    let scratch: String
    let projects: ToolProjects

    /// The corpus of rows that need only one: the first real project, else the largest synthetic one of at most 10,000
    /// images.
    var usual: Corpus? { corpora.first { !$0.isSynthetic } ?? corpora.last { $0.imageNames.count <= 10_000 } }
}
