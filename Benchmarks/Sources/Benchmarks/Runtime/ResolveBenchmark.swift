import ThemeRuntime

/// The look-up of an image: ours by prefix, scale and chain, the peers' by the entry's full name.
struct ResolveBenchmark: Benchmark {
    let name = "resolve"

    func rows(_ bench: Workbench) throws -> [Row] {
        try bench.corpora.flatMap { corpus in
            let library = try corpus.library()
            let theme = try corpus.theme(of: library)
            func find(_ key: ImageKey) throws -> Int { try Self.found(theme.image(key, scale: .two)) }
            func find(named name: String) throws -> Int { try Self.found(theme.image(ImageKey(name), scale: .two)) }

            // The first look-up checks a block of the index. "first read" measures that.
            for name in corpus.names + corpus.namesOfDefault { _ = try find(named: name) }
            let archive = try LibZipArchive(corpus.themePack)
            let peer = Race.Side("libzip", cycling(cStrings(corpus.entries)) { try Self.found(archive.locate($0)) })
            var rows: [Row] = []
            func add(_ what: String, _ target: Target, _ body: @escaping (Int) throws -> Int) throws {
                let timings = try bench.race.run([.init("ThemeRuntime", body), peer])
                rows.append(Row(what, on: corpus.name, ours: timings[0], peer: timings[1], target: target))
            }
            try add("resolve by string", .ratio(1), cycling(corpus.names, find(named:)))
            if !corpus.namesOfDefault.isEmpty {
                try add("resolve by string, in the default", .ratio(1.5), cycling(corpus.namesOfDefault, find(named:)))
            }
            let keys = corpus.names.map { ImageKey($0) }
            try add("resolve by typed key", .ratio(0.5), cycling(keys, find))
            try add(
                "resolve by typed key, handed over", .none,
                cycling(keys) { try Self.handedOver(theme.image($0, scale: .two)) })
            // No row with these has a target, and both take many times as long.
            guard corpus.name == bench.usual?.name else { return rows }
            return rows + (try otherPeers(bench, corpus, .init("ThemeRuntime", cycling(corpus.names, find(named:)))))
        }
    }

    private func otherPeers(_ bench: Workbench, _ corpus: Corpus, _ own: Race.Side) throws -> [Row] {
        let bundle = try GResourceBundle(corpus.resourceBundle)
        let archive = try PhysicsFSArchive(corpus.themePack)
        let timings = try bench.race.run([
            own,
            .init(
                "GResource",
                cycling(cStrings(corpus.entries.map { "/" + $0 })) { try Self.found(bundle.byteCount(of: $0)) }),
            .init("PhysicsFS", cycling(cStrings(corpus.entries)) { try Self.found(archive.exists($0) ? 1 : nil) }),
        ])
        return timings.dropFirst().map { Row("resolve by string", on: corpus.name, ours: timings[0], peer: $0) }
    }

    /// Throws if a look-up finds nothing, because every name exists.
    @inline(__always)
    private static func found(_ image: ThemeImage?) throws -> Int {
        guard let image else { throw BenchmarkFailure("an image was not found") }
        return Int(image.scale.factor)
    }

    /// Takes an answer that is kept. It retains its theme, so one reference is counted.
    @inline(never)
    private static func handedOver(_ image: consuming ThemeImage?) throws -> Int { try found(image) }

    @inline(__always)
    private static func found(_ number: Int?) throws -> Int {
        guard let number, number >= 0 else { throw BenchmarkFailure("a peer did not find an image") }
        return number
    }
}
