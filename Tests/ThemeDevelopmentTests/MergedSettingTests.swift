import TestSupport
import Testing
import ThemeModel
import ThemeProject
import ThemeRuntime

@Suite("Merged settings")
struct MergedSettingTests {
    /// A random tree over few keys, so that chains often have the same ones.
    private static func tree(_ random: inout SeededRandom, depth: Int) -> SettingValue {
        let scalars: [SettingValue] = [
            .null, .string(""), .string("x"), .number(1), .boolean(true), .list([.number(2)]),
        ]
        guard depth > 0, Int.random(in: 0..<4, using: &random) > 0 else {
            return scalars[Int.random(in: 0..<scalars.count, using: &random)]
        }
        var members: [String: SettingValue] = [:]
        for key in ["a", "b", "a b", "é"] where Bool.random(using: &random) {
            members[key] = tree(&random, depth: depth - 1)
        }
        return .object(members)
    }

    @Test("A project's settings merge as the runtime merges them", arguments: 0..<4 as Range<UInt64>)
    func agreement(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var found = 0
        for _ in 0..<250 {
            let layers = (0..<3).map { _ in
                Bool.random(using: &random) ? Settings(Self.tree(&random, depth: 3).object ?? [:]) : nil
            }
            let merged = MergedSetting(layers, WorkBudget())
            let table = SettingsTable(layers.map { ($0, .argb) })
            var paths: Set<SettingPath> = []
            for layer in layers { layer?.forEach { path, _ in paths.insert(path) } }
            for path in paths {
                let (own, other) = (merged?.setting(at: path), table.setting(SettingKey(path)))
                #expect(own?.value == other?.setting.value && own?.layer == other?.link, "\(path) of \(layers)")
                if own != nil { found += 1 }
            }
        }
        #expect(found > 1000)
    }

    @Test("Keys can contain dots, and Unicode forms are different keys")
    func keys() {
        let merged = MergedSetting(
            [
                Settings(["a.b": .number(1), "e\u{301}": .number(2)]), Settings(["a.b": .object(["c": .number(3)])]),
                Settings(["é": .number(4), "a": .object(["d.e": .number(5)])]),
            ], WorkBudget())
        func number(_ path: String) -> Double? {
            if case .number(let number)? = merged?.setting(at: SettingPath([path]))?.value { number } else { nil }
        }
        #expect(
            ["a.b", "e\u{301}", "a.b.c", "é", "a.d.e", "a.d", "", "."].map(number) == [1, 2, nil, 4, 5, nil, nil, nil])
    }
}
