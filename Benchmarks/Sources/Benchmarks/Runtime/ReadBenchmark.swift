import ThemeRuntime

/// The bytes of an image that was read before, compared with GResource's look-up.
struct ReadBenchmark: Benchmark {
    let name = "read"

    func rows(_ bench: Workbench) throws -> [Row] {
        try bench.corpora.map { corpus in
            let theme = try corpus.theme(of: corpus.library())
            let images = try corpus.names.compactMap { try theme.image(ImageKey($0), scale: .two) }
            for image in images { _ = try image.bytes() }
            let bundle = try GResourceBundle(corpus.resourceBundle)
            let timings = try bench.race.run([
                .init("ThemeRuntime", cycling(images) { try $0.bytes().count }),
                .init(
                    "GResource", cycling(cStrings(corpus.entries.map { "/" + $0 })) { bundle.byteCount(of: $0) ?? 0 }),
            ])
            return Row(
                "bytes, checked before", on: corpus.name, ours: timings[0], peer: timings[1], target: .ratio(0.05))
        }
    }
}
