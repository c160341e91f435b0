import ThemeProject

/// The colors of declared pairs in each theme, for selections of several themes.
///
/// The settings of each theme are read once. A selection then costs a look at the themes of its chain that decide about
/// a color, and nothing is merged.
struct SelectionColors {
    /// The colors of a pair by the themes that decide about them; `nil` if no theme does.
    struct Shown: Hashable {
        let pair: Int
        let text: Int?
        let ground: Int?
    }

    private let pairs: [ContrastPair]
    private let themes: SurveyedThemes
    /// By theme. Empty if the budget does not pay.
    let chains: [[Int]]
    /// By theme, the text and the ground of each pair; `nil` where the next theme of a chain decides. Empty for a theme
    /// that decides about nothing, or for whose pairs the budget does not pay.
    private let sides: [[ContrastResult.Side?]]
    /// By theme, see ``SurveyedTheme/isUncertain``.
    private let isUncertain: [Bool]
    /// By theme, the themes of its chain that decide, without the default theme; `nil` for the default theme, for a
    /// theme of whose chain something cannot be read, and for a combination.
    private let layers: [[Int]?]
    /// The members of the combinations that decide or cannot be read, and of those that are in the run's scope.
    private let members: (deciding: Set<Int>, selected: Set<Int>)
    /// Whether chains of two axes have a theme that decides. Its place in a selection depends on all of them.
    private let isShared: Bool

    init(_ pairs: [ContrastPair], of themes: SurveyedThemes) {
        self.pairs = pairs
        self.themes = themes
        let budget = themes.project.budget
        let chains = themes.indices.map { theme -> [Int] in
            let chain = budget.rest(of: .chains) > 0 ? themes.chain(of: theme) : []
            return budget.spend(chain.count, on: .chains) ? chain : []
        }
        self.chains = chains
        let paths = pairs.flatMap { [$0.text.keys, $0.ground.keys] }
        let sides = themes.indices.map { theme -> [ContrastResult.Side?] in
            guard let settings = themes.sources[theme].settings, budget.spend(pairs.count, on: .contrast)
            else { return [] }
            let name = themes.name(theme)
            let order = themes.sources[theme].manifest?.colorOrder ?? .argb
            let sides = paths.map { settings.side(at: $0, in: name, order) }
            return sides.contains { $0 != nil } ? sides : []
        }
        self.sides = sides
        var layers = [[Int]?](repeating: nil, count: themes.count)
        var members: (deciding: Set<Int>, selected: Set<Int>) = ([], [])
        let base = themes.defaultTheme
        let isUncertain = themes.indices.map { themes.sources[$0].isUncertain }
        self.isUncertain = isUncertain
        for theme in themes.indices where theme != base {
            let combined = themes.sources[theme].manifest?.combinedThemes ?? []
            guard combined.isEmpty else {
                let combined = combined.compactMap { themes.number(of: $0.string) }
                if themes.selected.contains(theme) { members.selected.formUnion(combined) }
                if !sides[theme].isEmpty || isUncertain[theme] { members.deciding.formUnion(combined) }
                continue
            }
            guard !chains[theme].contains(where: { isUncertain[$0] }) else { continue }
            layers[theme] = chains[theme].filter { !sides[$0].isEmpty && $0 != base }
        }
        var axes: [Int: String] = [:]
        isShared = themes.indices.contains { theme in
            guard let layer = layers[theme], !layer.isEmpty else { return false }
            let axis = themes.order.axis(of: themes.sources[theme].folderName)?.string ?? ""
            return layer.contains { axes.updateValue(axis, forKey: $0) ?? axis != axis }
        }
        self.layers = layers
        self.members = members
    }

    /// Whether the run's findings can be about a selection because of this theme.
    func isWanted(_ folder: String) -> Bool {
        guard themes.selectedDefault == nil else { return true }
        guard let theme = themes.number(of: folder) else { return false }
        return members.selected.contains(theme) || layers[theme]?.contains(where: themes.selected.contains) == true
    }

    /// Calls `body` with each selection that can show other colors than smaller ones, and its chain.
    func forEach(_ body: (_ selection: [Int], _ chain: [Int]) -> Void) {
        let base = [themes.defaultTheme].compactMap(\.self)
        // Two themes decide about two colors, and show them without the others of a selection, unless a combination
        // decides, or a theme that chains of two axes have.
        let countMax = isShared || !members.deciding.isEmpty ? Int.max : 2
        themes.order.forEachSelection(
            upTo: countMax,
            of: { folder in
                guard let theme = themes.number(of: folder), let layer = layers[theme] else { return nil }
                return layer.isEmpty && !members.deciding.contains(theme) ? nil : theme
            },
            containing: isWanted
        ) { selection in
            guard selection.count(where: members.deciding.contains) < 2 else {
                let chain = themes.chain(selecting: selection.map { themes.sources[$0].folderName })
                if isCertain(chain) { body(selection, chain) }
                return
            }
            let chain = selection.reversed().flatMap { layers[$0] ?? [] } + base
            guard themes.project.budget.spend(chain.count, on: .chains) else { return }
            guard isShared else { return body(selection, chain) }
            // A theme that is reached twice stands at its last place.
            var known: Set<Int> = []
            body(selection, chain.reversed().filter { known.insert($0).inserted }.reversed())
        }
    }

    /// Whether it is known what a chain answers.
    func isCertain(_ chain: [Int]) -> Bool { !chain.contains { isUncertain[$0] } }

    func decides(_ theme: Int) -> Bool { !sides[theme].isEmpty }

    /// Returns the colors of all pairs in a chain.
    func shown(by chain: [Int]) -> [Shown] {
        pairs.indices.map { pair in
            Shown(
                pair: pair, text: chain.first { decides($0) && sides[$0][2 * pair] != nil },
                ground: chain.first { decides($0) && sides[$0][2 * pair + 1] != nil })
        }
    }

    func result(_ shown: Shown) -> ContrastResult {
        func side(_ theme: Int?, _ number: Int) -> ContrastResult.Side {
            theme.flatMap { sides[$0][number] } ?? ContrastResult.Side()
        }
        return ContrastResult(
            pair: pairs[shown.pair], text: side(shown.text, 2 * shown.pair),
            ground: side(shown.ground, 2 * shown.pair + 1))
    }
}

extension Settings {
    /// Returns the color that this theme decides on; `nil` if the next theme of a chain decides. A value in place of an
    /// object hides the settings of all themes after it.
    fileprivate func side(
        at keys: [String], in theme: String, _ order: ThemeColor.Order
    ) -> ContrastResult.Side? {
        var value = value
        for key in keys {
            guard let members = value.object else { return ContrastResult.Side() }
            guard let member = members[key], member.isSet else { return nil }
            value = member
        }
        return ContrastResult.Side(color: value.string.flatMap { try? ThemeColor($0, order: order) }, origin: theme)
    }
}
