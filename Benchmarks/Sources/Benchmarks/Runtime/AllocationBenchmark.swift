import CAllocationCount
import ThemeRuntime

/// The number of allocations of resolving and repeated reading, by a `malloc` that counts.
struct AllocationBenchmark: Benchmark {
    let name = "allocations"

    func rows(_ bench: Workbench) throws -> [Row] {
        guard themepack_allocation_count() >= 0 else { return [] }
        return try bench.corpora.map { corpus in
            let theme = try corpus.theme(of: corpus.library())
            let keys = corpus.names.map { ImageKey($0) }
            func round() throws -> Int {
                var sum = 0
                for index in keys.indices {
                    sum &+= try theme.image(keys[index], scale: .two)?.bytes().count ?? 0
                    sum &+= try theme.image(ImageKey(corpus.names[index]), scale: .three)?.bytes().count ?? 0
                }
                return sum
            }
            _ = try round()
            let before = themepack_allocation_count()
            _ = try round()
            let count = themepack_allocation_count() - before
            return Row(
                "allocations, \(2 * keys.count) answers", on: corpus.name, ours: .count(Double(count)),
                target: .atMost(.count(0)))
        }
    }
}
