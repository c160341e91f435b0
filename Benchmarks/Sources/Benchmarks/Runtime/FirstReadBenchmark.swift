import Crypto
import Foundation
import ThemeRuntime

/// Every picture of a pack read for the first time since it was mounted, beside SHA-256 over all of their bytes in one piece:
/// the reading alone, and with mounting and finding, which have to look at the whole index.
///
/// Either side's file is mapped anew, so that both come upon the same pages for the first time.
struct FirstReadBenchmark: Benchmark {
    let name = "first-read"

    func rows(_ bench: Workbench) throws -> [Row] {
        try bench.corpora.flatMap { corpus in
            let stored = corpus.contents.images.flatMap(\.variants).map(\.stored)
            guard let first = stored.first, let last = stored.last else { return [Row]() }
            let range = Int(first.offset)..<Int(last.offset + last.length)
            let library = try corpus.library()
            let keys = Constants(corpus.contents.images.map { ImageKey($0.name) })
            func mounted() throws -> Theme {
                try library.replace(ThemePack(mounting: corpus.themePack))
                return try corpus.theme(of: library)
            }
            func file() throws -> Data {
                try Data(contentsOf: URL(fileURLWithPath: corpus.themePack), options: .alwaysMapped)
            }
            func hash(_ file: Data) -> Int { SHA256.hash(data: file[range]).withUnsafeBytes { Int($0[0]) } }

            // For pictures of a hundred bytes what each hash takes besides is most of it: no promise is made for them.
            let average = range.count / stored.count
            let size = Quantity.bytes(Double(average))
            func row(_ what: String, _ sides: [Race.Side], _ target: Target) throws -> Row {
                let timings = try bench.race.run(sides)
                return Row(
                    "\(what), \(size) a picture", on: corpus.name, ours: timings[0], peer: timings[1], target: target)
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
                            sum &+ (try keys.with(number) { try theme.image($0, scale: .two)?.bytes().count ?? 0 })
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

extension Constants<ImageKey> {
    fileprivate func find(in theme: Theme) throws -> [ThemeImage] {
        try (0..<count).compactMap { number in try with(number) { try theme.image($0, scale: .two) } }
    }
}
