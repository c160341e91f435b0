import Foundation

/// Makes and applies the delta between two versions, of which one in a hundred images differs. The targets are those of
/// the real project. In a synthetic one, images have some hundred bytes, so the index is most of the work.
struct DeltaBenchmark: Benchmark {
    let name = "delta"

    func rows(_ bench: Workbench) throws -> [Row] {
        let small = bench.corpora.last { $0.isSynthetic && $0.imageNames.count <= 10_000 }
        let real = bench.corpora.first { !$0.isSynthetic }
        return try [small, real].compactMap { $0 }.flatMap { try rows($0, bench) } + withinItem(bench)
    }

    /// One byte of a font of 2 MB differs.
    private func withinItem(_ bench: Workbench) throws -> [Row] {
        let scratch = "\(bench.scratch)/delta-item"
        let pair = try VersionPair(fontOf: 2_000_000, in: scratch)
        return try sizes("1 byte of 2 MB", pair, scratch, target: .atMost(.bytes(500)), from: "the changed byte")
    }

    private func rows(_ corpus: Corpus, _ bench: Workbench) throws -> [Row] {
        let scratch = "\(bench.scratch)/delta-\(corpus.name)"
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        guard
            let pair = try VersionPair(
                of: corpus.project, theme: "\(corpus.theme)", old: corpus.themePack, in: scratch)
        else { return [] }
        let limit = Quantity.bytes(1.03 * Double(pair.changedByteCount) + 2000)
        let target = corpus.isSynthetic ? Target.none : .atMost(limit)
        return try sizes(corpus.name, pair, scratch, target: target, from: "the changed images")
            + times(corpus, pair, scratch, bench.race)
    }

    private func sizes(
        _ name: String, _ pair: VersionPair, _ scratch: String, target: Target, from changes: String
    ) throws -> [Row] {
        try delta(pair, scratch).run()
        let ours = Quantity.bytes(try Self.length("\(scratch)/delta"))
        let changed = Double(pair.changedByteCount)
        var rows = [
            Row(
                "delta, size", on: name, ours: ours, peer: (changes, .bytes(changed)), target: target)
        ]
        let peers = [
            (
                "xdelta3 -9",
                Command("xdelta3", ["-q", "-f", "-e", "-9", "-s", pair.old, pair.new, "peer"], in: scratch)
            ),
            (
                "zstd -19 --patch-from",
                Command(
                    "zstd", ["-q", "-f", "-19", "--long=27", "--patch-from=\(pair.old)", pair.new, "-o", "peer"],
                    in: scratch)
            ),
            ("bsdiff", Command("bsdiff", [pair.old, pair.new, "peer"], in: scratch)),
        ]
        for case (let peer, let command?) in peers {
            try command.run()
            rows.append(
                Row("delta, size", on: name, ours: ours, peer: (peer, .bytes(try Self.length("\(scratch)/peer")))))
        }
        return rows
    }

    private func times(_ corpus: Corpus, _ pair: VersionPair, _ scratch: String, _ race: Race) throws -> [Row] {
        let name = corpus.name
        let patch = try ToolBenchmark.themepack(["patch", pair.old, "delta", "-o", "patched"], in: scratch)
        guard let copy = Command("cp", [pair.old, "copy"], in: scratch),
            // `cp` leaves the bytes in the system's cache. `patch` waits until they are on the disk, and so does this.
            let synced = Command("dd", ["if=\(pair.old)", "of=copy", "bs=1M", "conv=fsync"], in: scratch),
            let start = Command(ToolBenchmark.executable, ["--version"], in: scratch)
        else { return [] }
        func remove() {
            for file in ["patched", "copy"] { try? FileManager.default.removeItem(atPath: "\(scratch)/\(file)") }
        }
        var race = race
        (race.duration, race.rounds) = (4, 15...51)
        let making = try race.run([Race.Side("themepack delta", [try delta(pair, scratch)])])
        let applying = try race.run([
            Race.Side("themepack patch", [patch], first: remove), Race.Side("dd conv=fsync", [synced], first: remove),
            Race.Side("cp", [copy], first: remove),
        ])
        func peak(_ command: Command) throws -> Double { try ToolMemory.run([scratch] + command.arguments) }
        return [
            Row("delta, made in", on: name, ours: .seconds(making[0].median), target: .atMost(.seconds(1))),
            Row(
                "delta, applied in", on: name, ours: applying[0], peer: applying[1],
                target: corpus.isSynthetic ? .none : .ratio(2)),
            Row("delta, applied in", on: name, ours: applying[0], peer: applying[2]),
            Row(
                "memory, patch", on: name, ours: .bytes(try peak(patch)),
                peer: ("the tool, --version", .bytes(try peak(start)))),
        ]
    }

    private func delta(_ pair: VersionPair, _ scratch: String) throws -> Command {
        try ToolBenchmark.themepack(["delta", pair.old, pair.new, "-o", "delta"], in: scratch)
    }

    private static func length(_ path: String) throws -> Double {
        Double(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0)
    }
}
