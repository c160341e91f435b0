import Crypto
import Foundation
import ThemeRuntime

/// The first read of every image of a mounted pack, compared with one SHA-256 over the same bytes. Both sides map the
/// file anew. One row measures reading alone, the other mounting and look-ups as well.
struct FirstReadBenchmark: Benchmark {
    let name = "first-read"

    func rows(_ bench: Workbench) throws -> [Row] {
        try bench.corpora.flatMap { corpus in
            guard let first = corpus.variants.first, let last = corpus.variants.last else { return [Row]() }
            let range = first.offset..<last.offset + last.bytes
            let library = try corpus.library()
            // Every scale of every name, so that both sides read the same bytes.
            let keys = Constants(corpus.variants.map { (key: ImageKey($0.name), scale: Scale($0.scale) ?? .one) })
            func mounted() throws -> Theme {
                try library.replace(ThemePack(mounting: corpus.themePack))
                return try corpus.theme(of: library)
            }
            func file() throws -> Data {
                try Data(contentsOf: URL(fileURLWithPath: corpus.themePack), options: .alwaysMapped)
            }
            func hash(_ file: Data) -> Int { SHA256.hash(data: file[range]).withUnsafeBytes { Int($0[0]) } }

            // Images of a hundred bytes have no target: the fixed cost of a hash dominates.
            let average = range.count / corpus.variants.count
            let size = Quantity.bytes(Double(average))
            func row(_ what: String, _ sides: [Race.Side], _ target: Target) throws -> Row {
                let timings = try bench.race.run(sides)
                return Row(
                    "\(what), \(size) per image", on: corpus.name, ours: timings[0], peer: timings[1], target: target)
            }
            var images: [ThemeImage] = []
            var mapped = Data()
            let reading = [
                Race.Side("ThemeRuntime", first: { images = try keys.find(in: mounted()) }) { _ in
                    try images.reduce(0) { $0 &+ (try $1.bytes().count) }
                },
                Race.Side("SHA-256", first: { mapped = try file() }) { _ in hash(mapped) },
            ]
            let everything = [
                Race.Side("ThemeRuntime") { count in
                    try (0..<count).reduce(0) { sum, _ in
                        let theme = try mounted()
                        return try (0..<keys.count).reduce(sum) { sum, number in
                            let image = try keys.with(number) { try theme.image($0.key, scale: $0.scale) }
                            return sum &+ (try image?.bytes().count ?? 0)
                        }
                    }
                },
                Race.Side("SHA-256") { count in try (0..<count).reduce(0) { sum, _ in sum &+ hash(try file()) } },
            ]
            return [
                try row("first read", reading, average >= 1_000 ? .ratio(1.1) : .none),
                try row("mount, find, first read", everything, .none),
            ]
        }
    }
}

extension Constants<(key: ImageKey, scale: Scale)> {
    fileprivate func find(in theme: Theme) throws -> [ThemeImage] {
        let images = try (0..<count).compactMap { try with($0) { try theme.image($0.key, scale: $0.scale) } }
        precondition(images.count == count)
        return images
    }
}
