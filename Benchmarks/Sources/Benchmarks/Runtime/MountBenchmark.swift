import Crypto
import Foundation
import ThemeRuntime

struct MountBenchmark: Benchmark {
    let name = "mount"

    func rows(_ bench: Workbench) throws -> [Row] {
        var rows: [Row] = []
        for corpus in bench.corpora {
            let own = Self.side("ThemeRuntime", corpus)
            let timings = try bench.race.run([
                own,
                .init("GResource") { count in
                    for _ in 0..<count { _ = try GResourceBundle(corpus.resourceBundle) }
                    return count
                },
            ])
            rows.append(Row("mount", on: corpus.name, ours: timings[0], peer: timings[1], target: .ratio(1)))
            rows.append(try resident(bench, corpus))
        }
        if let corpus = bench.usual { rows += try slowPeers(bench, corpus) }
        if let growth = try growth(bench) { rows.append(growth) }
        return rows
    }

    /// Both read the whole directory, and take 20 to 500,000 times as long.
    private func slowPeers(_ bench: Workbench, _ corpus: Corpus) throws -> [Row] {
        let timings = try bench.race.run([
            Self.side("ThemeRuntime", corpus),
            .init("libzip") { count in
                for _ in 0..<count { _ = try LibZipArchive(corpus.themePack) }
                return count
            },
            .init("PhysicsFS") { count in
                for _ in 0..<count { _ = try PhysicsFSArchive(corpus.themePack) }
                return count
            },
        ])
        return timings.dropFirst().map { Row("mount", on: corpus.name, ours: timings[0], peer: $0) }
    }

    private func growth(_ bench: Workbench) throws -> Row? {
        let synthetic = bench.corpora.filter(\.isSynthetic)
        guard let small = synthetic.first, let large = synthetic.last, synthetic.count > 1 else { return nil }
        let timings = try bench.race.run([large, small].map { Self.side("itself, \($0.name)", $0) })
        return Row("mount, growth", on: large.name, ours: timings[0], peer: timings[1], target: .ratio(2))
    }

    /// Measures `resident`: the file is copied and checked completely, so later writes to it have no effect.
    private func resident(_ bench: Workbench, _ corpus: Corpus) throws -> Row {
        let timings = try bench.race.run([
            Self.side("ThemeRuntime", corpus, mode: .resident),
            .init("read, SHA-256") { count in
                var sum = 0
                for _ in 0..<count {
                    let file = try Data(contentsOf: URL(fileURLWithPath: corpus.themePack))
                    sum &+= SHA256.hash(data: file).withUnsafeBytes { Int($0[0]) }
                }
                return sum
            },
        ])
        return Row("mount, resident", on: corpus.name, ours: timings[0], peer: timings[1])
    }

    private static func side(
        _ name: String, _ corpus: Corpus, mode: MountMode = .checkedWhenRead
    ) -> Race.Side {
        .init(name) { count in
            var sum = 0
            for _ in 0..<count { sum &+= try ThemePack(mounting: corpus.themePack, mode: mode).byteCount }
            return sum
        }
    }
}
