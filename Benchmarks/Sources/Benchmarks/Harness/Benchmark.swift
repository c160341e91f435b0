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
}
