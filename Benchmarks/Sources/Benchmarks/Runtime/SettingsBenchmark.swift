import ThemeRuntime

/// The look-up of a setting by its key path, compared with a dictionary of the same strings.
struct SettingsBenchmark: Benchmark {
    let name = "settings"

    func rows(_ bench: Workbench) throws -> [Row] {
        // Synthetic projects have the same settings at every size. A real project has others.
        guard let corpus = bench.corpora.first(where: \.isSynthetic) else { return [] }
        let theme = try corpus.theme(of: corpus.library())
        var dictionary: [String: String] = [:]
        for path in SyntheticProject.settingPaths { dictionary[path] = try theme.string(SettingKey(path)) }
        guard dictionary.count == SyntheticProject.settingPaths.count else {
            throw BenchmarkFailure("the theme lacks settings")
        }
        let paths = SyntheticProject.settingPaths
        let peer = Race.Side("Dictionary", cycling(paths) { [dictionary] in dictionary[$0]?.utf8.count ?? 0 })
        func row(_ what: String, _ body: @escaping (Int) throws -> Int) throws -> Row {
            let timings = try bench.race.run([.init("ThemeRuntime", body), peer])
            return Row(what, on: "\(paths.count) paths", ours: timings[0], peer: timings[1], target: .ratio(1))
        }
        return [
            try row("setting by key", cycling(paths.map { SettingKey($0) }) { try theme.string($0)?.utf8.count ?? 0 }),
            try row("setting by string", cycling(paths) { try theme.string(SettingKey($0))?.utf8.count ?? 0 }),
            try row("color by key", cycling(paths.map { SettingKey($0) }) { Int(try theme.color($0)?.red ?? 0) }),
        ]
    }
}
