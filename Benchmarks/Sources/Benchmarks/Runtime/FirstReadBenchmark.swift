import Crypto
import Foundation
import ThemeRuntime

/// Every picture of a pack for the first time: mounted, found, checked; beside SHA-256 over all of their bytes in one piece.
struct FirstReadBenchmark: Benchmark {
    let name = "first-read"

    func rows(_ bench: Workbench) throws -> [Row] {
        try bench.corpora.compactMap { corpus in
            let images = corpus.contents.images.flatMap(\.variants).map(\.stored)
            guard let first = images.first, let last = images.last else { return nil }
            let range = Int(first.offset)..<Int(last.offset + last.length)
            let library = try corpus.library()
            let keys = corpus.contents.images.map { ImageKey($0.name) }
            let timings = try bench.race.run([
                .init("ThemeRuntime") { count in
                    var sum = 0
                    for _ in 0..<count {
                        try library.replace(ThemePack(mounting: corpus.themePack))
                        let theme = try corpus.theme(of: library)
                        for key in keys { sum &+= try theme.image(key, scale: .two)?.bytes().count ?? 0 }
                    }
                    return sum
                },
                .init("SHA-256") { count in
                    var sum = 0
                    for _ in 0..<count {
                        let file = try Data(contentsOf: URL(fileURLWithPath: corpus.themePack), options: .alwaysMapped)
                        sum &+= SHA256.hash(data: file[range]).withUnsafeBytes { Int($0[0]) }
                    }
                    return sum
                },
            ])
            // For pictures of a hundred bytes the look-up and the hash's padding are most of it: no promise is made for them.
            let average = range.count / images.count
            return Row(
                "first read, \(Quantity.bytes(Double(average))) a picture", on: corpus.name, ours: timings[0],
                peer: timings[1], target: average >= 1_000 ? .ratio(1.1) : .none)
        }
    }
}
