import PackFormat
import TestSupport
import ThemeModel

/// Packs of random themes along up to four axes, with combinations and parents, and what is asked of selections.
struct RandomThemes {
    private var random: SeededRandom
    private let axes: [ThemeAxis]
    /// The ids of the themes that can be selected, on each axis; at first those without an axis.
    private var choices: [[ThemeID]] = []

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        axes = ["brand", "mode", "contrast", "density"].shuffled(using: &random).dropLast(
            Int.random(in: 0...3, using: &random))
    }

    mutating func set() throws -> ConformanceSet {
        var packs = [try pack("default", axis: nil, extends: nil)]
        packs[0].theme.axes = axes
        for (number, axis) in ([nil] + axes.map(Optional.some)).enumerated() {
            var ids: [ThemeID] = []
            for member in 0..<Int.random(in: 0...6, using: &random) {
                let id = "t\(number)\(member)"
                let parent = Bool.random(using: &random) ? ids.randomElement(using: &random)?.string : nil
                packs.append(try pack(id, axis: axis, extends: parent ?? "default"))
                ids.append(try ThemeID(id))
            }
            choices.append(ids)
        }
        for number in 0..<Int.random(in: 0...8, using: &random) {
            let members = selection().sorted()
            guard members.count > 1 else { continue }
            var combination = try pack("c\(number)", axis: nil, extends: nil)
            combination.theme.combinedThemes = members
            packs.append(combination)
        }
        let selections = (0..<12).map { _ in selection().map(\.string) }
        let selectable = selections + choices.joined().map { [$0.string] }
        return try ConformanceSet(packs, selections: selectable, asking: Self.questions)
    }

    /// At most one theme of each axis, in any order.
    private mutating func selection() -> [ThemeID] {
        var ids: [ThemeID] = []
        for choice in choices where Int.random(in: 0...2, using: &random) > 0 {
            if let id = choice.randomElement(using: &random) { ids.append(id) }
        }
        return ids.shuffled(using: &random)
    }

    private static let questions: [ConformanceCase.Question] =
        NaiveThemes.imageNames.flatMap { name in (1...4).map { .image(name, scale: $0) } }
        + NaiveThemes.paths.map { .setting($0, .value) }

    private mutating func pack(_ id: String, axis: ThemeAxis?, extends: String?) throws -> ForgedPack {
        var pack = try ForgedPack(id, extends: extends)
        pack.theme.axis = axis
        pack.contract = ContentDigest(of: Bool.random(using: &random) ? [] : [1])
        let settings = CanonicalJSON.encode(NaiveThemes.setting(depth: 0, &random))
        pack.settings = Bool.random(using: &random) ? settings : nil
        for name in NaiveThemes.imageNames where Int.random(in: 0...3, using: &random) == 0 {
            let scales = (1...4).shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)).sorted()
            let extra = Int.random(in: 0...5, using: &random) == 0 ? [scales[0]: 3] : [:]
            try pack.add(image: name, ConformanceSet.image(8, 4, at: scales, extra: extra))
        }
        return pack
    }
}
