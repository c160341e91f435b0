import Foundation
import Synchronization
import ThemeRuntime

/// Two threads read while a third one replaces packs a thousand times a second, compared with reading alone.
struct SwapBenchmark: Benchmark {
    let name = "swap"

    func rows(_ bench: Workbench) throws -> [Row] {
        guard let corpus = bench.corpora.last(where: \.isSynthetic) else { return [] }
        let library = try corpus.library()
        let packs = [try corpus.theme(of: library).pack, try ThemePack(mounting: corpus.themePack)]
        let readers = Readers(library, corpus)
        var race = bench.race
        (race.lap, race.duration) = (0.1, 3)
        let timings = try race.run([
            .init("swapping") { count in
                let isDone = Flag()
                let swaps = Thread {
                    var next = 0
                    while !isDone.isRaised.load(ordering: .relaxed) {
                        next = 1 - next
                        try? library.replace(packs[next])
                        usleep(1000)
                    }
                }
                swaps.start()
                defer { isDone.isRaised.store(true, ordering: .relaxed) }
                return try readers.read(count)
            },
            .init("no swapping") { try readers.read($0) },
        ])
        return [
            Row(
                "two readers, 1000 swaps a second", on: corpus.name, ours: timings[0], peer: timings[1],
                target: .ratio(1.2))
        ]
    }
}

private final class Readers: Sendable {
    private let library: ThemeLibrary
    private let theme: ThemeID
    private let keys: [ImageKey]
    private let byteCounts: [Int]
    private let wrong = Atomic(0)

    init(_ library: ThemeLibrary, _ corpus: Corpus) {
        (self.library, theme) = (library, corpus.theme)
        // Images of synthetic projects have one variant.
        let images = corpus.variants.prefix(1_000)
        keys = images.map { ImageKey($0.name) }
        byteCounts = images.map(\.bytes)
    }

    func read(_ count: Int) throws -> Int {
        let group = DispatchGroup()
        for _ in 0..<2 {
            group.enter()
            Thread.detachNewThread { [self] in
                for number in 0..<count {
                    let index = number % keys.count
                    let image = try? library.theme(theme)?.image(keys[index], scale: .two)
                    if (try? image?.bytes().count) != byteCounts[index] { self.wrong.add(1, ordering: .relaxed) }
                }
                group.leave()
            }
        }
        group.wait()
        let wrong = self.wrong.load(ordering: .relaxed)
        guard wrong == 0 else { throw BenchmarkFailure("\(wrong) answers were wrong while packs were swapped") }
        return count
    }
}

private final class Flag: Sendable {
    let isRaised = Atomic(false)
}
