import TestSupport
import Testing

@_spi(Chain) @testable import ThemeModel

/// A resolver that is written naively says the same as the functions that the runtime, verification and reports share.
@Suite("What a chain answers")
struct ChainTests {
    /// A theme of the naive ones, as a link of a chain.
    private struct Link: ImageLink {
        let theme: NaiveThemes.Theme

        var hasOtherContract: Bool { theme.hasOtherContract }

        func variants(of name: String) -> Result<VariantList?, Never> {
            // In any order, as in a damaged file.
            .success(VariantList((theme.images[name] ?? [:]).map { .init($0.key, $0.value) }))
        }
    }

    private static let seeds = Array(UInt64(0)..<400)

    private func chain(of theme: String, in themes: NaiveThemes) -> ThemeChain<String> {
        ThemeChain(of: theme, default: "default") {
            themes.themes[$0] != nil
        } parent: {
            themes.themes[$0]?.extends
        }
    }

    @Test("Themes answer in the order of their chain", arguments: seeds)
    func order(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let themes = NaiveThemes.random(&random)
        for theme in themes.themes.keys {
            let chain = chain(of: theme, in: themes)
            #expect(chain.themes == themes.chain(of: theme))
            #expect(chain.missingParent.map { themes.themes[$0] == nil } ?? true)
            if let cycle = chain.cycle {
                #expect(cycle.count > 1 && cycle.first == cycle.last)
                for (member, next) in zip(cycle, cycle.dropFirst()) { #expect(themes.themes[member]?.extends == next) }
            }
            let last = chain.themes.last { $0 != "default" } ?? "default"
            let isWhole = last == "default" || [nil, "default"].contains(themes.themes[last]?.extends)
            let hasDefault = themes.themes["default"] != nil
            let isComplete = chain.cycle == nil && chain.missingParent == nil
            #expect(isComplete == (isWhole && (hasDefault || last == "default")))
        }
    }

    @Test("An image comes from the theme and has the scale of the naive resolver", arguments: seeds)
    func images(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let themes = NaiveThemes.random(&random)
        for theme in themes.themes.keys {
            let chain = chain(of: theme, in: themes).themes
            let links = chain.compactMap { themes.themes[$0].map(Link.init) }
            for name in NaiveThemes.imageNames + ["none"] {
                let answer = ImageLookup.answer(for: name, in: links).get()
                for scale in NaiveThemes.scales {
                    let expected = themes.image(name, at: scale, of: theme)
                    #expect(answer.map { chain[$0.link] } == expected?.theme)
                    #expect(answer?.variants.best(for: scale).scale == expected?.scale)
                }
                check(ImageLookup.trace(for: name, in: links), name, chain, themes, answer?.link)
            }
        }
    }

    private func check(
        _ trace: [ImageOutcome<VariantList>], _ name: String, _ chain: [String], _ themes: NaiveThemes,
        _ answer: Int?
    ) {
        for (number, outcome) in trace.enumerated() {
            switch outcome {
            case .chosen: #expect(number == answer)
            case .absent: #expect(!themes.has(name, chain[number]))
            case .hidden: #expect(themes.has(name, chain[number]) && number > answer ?? .max)
            case .disagrees: #expect(themes.disagrees(name, of: chain[number]) && number < answer ?? .max)
            case .broken: Issue.record("nothing is damaged")
            }
        }
    }

    @Test("The scale is the next larger, else the largest, for every set of scales")
    func scales() {
        let all = (1...9).compactMap { Scale($0) }
        for bits in 1..<(1 << 9) {
            let available = all.filter { bits & 1 << (Int($0.factor) - 1) != 0 }
            for scale in all {
                #expect(scale.best(of: available) == (available.first { $0 >= scale } ?? available.last))
                #expect(scale.best(of: available.reversed()) == scale.best(of: available))
            }
        }
    }

    @Test("Settings are merged as the naive resolver merges them", arguments: seeds)
    func settings(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let themes = NaiveThemes.random(&random)
        for theme in themes.themes.keys {
            let chain = themes.chain(of: theme)
            let merged = MergedSetting(chain.map { themes.themes[$0]?.settings?.object.map { Settings($0) } })
            let expected = themes.settings(of: theme)
            #expect(merged?.value == expected)
            var visited: [SettingPath: SettingValue] = [:]
            merged?.visit { path, _, value in #expect(visited.updateValue(value, forKey: path) == nil) }
            for path in NaiveThemes.paths {
                let setting = merged?.setting(at: SettingPath([path]))
                let value = NaiveThemes.setting(at: path, in: expected)
                #expect(setting?.value == value && visited[SettingPath([path])] == value, "\(path)")
                guard let setting else { continue }
                #expect(setting.isSet(by: setting.layer) && setting.isObject == (value?.object != nil))
                #expect(chain.indices.contains(setting.layer))
            }
        }
    }
}
