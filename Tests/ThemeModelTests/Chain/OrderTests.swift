import TestSupport
import Testing

@testable import ThemeModel

/// A naive order, written from the rule, says the same as the one that the runtime and verification share.
@Suite("The order of a selection")
struct OrderTests {
    private typealias Order = ThemeOrder<String>

    private static func place(
        _ axis: ThemeAxis? = nil, extends: String? = nil, for members: [String] = []
    ) -> Order.Place { Order.Place(parent: extends, axis: axis, members: members) }

    private static let shop = Order(
        default: "default", axes: ["brand", "mode", "contrast"],
        places: [
            "default": place(), "plain": place(), "house": place(), "acme": place("brand", extends: "house"),
            "dark": place("mode"), "night": place("mode", extends: "dark"), "high": place("contrast"),
            "acme-dark": place(for: ["acme", "dark"]), "acme-high": place(for: ["acme", "high"]),
            "dark-high": place(for: ["dark", "high"]), "all": place(for: ["acme", "dark", "high"]),
        ])

    @Test(
        "AX2: combinations come first, then axes from strong to weak, each with what it extends, the default last",
        arguments: [
            ([], ["default"]), (["default"], ["default"]), (["dark"], ["dark", "default"]),
            (["acme"], ["acme", "house", "default"]),
            (["dark", "acme"], ["acme-dark", "dark", "acme", "house", "default"]),
            (["acme", "night"], ["night", "dark", "acme", "house", "default"]),
            (["plain", "acme"], ["acme", "house", "plain", "default"]),
            (["acme-dark"], ["acme-dark", "dark", "acme", "house", "default"]),
            (
                ["acme", "dark", "high"],
                ["all", "dark-high", "acme-high", "acme-dark", "high", "dark", "acme", "house", "default"]
            ),
            (["house", "acme"], ["acme", "house", "default"]),
        ])
    func order(_ asked: [String], _ expected: [String]) throws {
        #expect(Self.shop.chain(of: try Self.shop.selection(of: asked)).themes == expected)
        #expect(Self.shop.chain(of: try Self.shop.selection(of: asked.reversed())).themes == expected)
    }

    @Test("AX2: two themes of one axis are an error, also of the axis without a name; one of them twice is none")
    func sharedAxis() throws {
        #expect(throws: Order.SharedAxis(first: "dark", second: "night", axis: "mode")) {
            try Self.shop.selection(of: ["dark", "acme", "night"])
        }
        #expect(throws: Order.SharedAxis(first: "plain", second: "house", axis: nil)) {
            try Self.shop.selection(of: ["plain", "house"])
        }
        #expect(try Self.shop.selection(of: ["dark", "acme-dark", "dark"]) == ["acme", "dark"])
    }

    @Test("AX3: a theme takes the place of the one of its axis; the default theme clears the selection")
    func replacing() {
        #expect(Self.shop.selection(of: "night", after: ["acme", "dark"]) == ["acme", "night"])
        #expect(Self.shop.selection(of: "plain", after: ["acme", "dark"]) == ["plain", "acme", "dark"])
        #expect(Self.shop.selection(of: "acme-high", after: ["dark"]) == ["acme", "dark", "high"])
        #expect(Self.shop.selection(of: "default", after: ["acme", "dark"]) == [])
    }

    @Test("AX2: a naive resolver agrees on random themes", arguments: UInt64(0)..<300)
    func random(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        // One of the four is unknown, and so without a name.
        let all: [ThemeAxis] = ["brand", "mode", "contrast", "size"]
        let axes = Array(all.shuffled(using: &random).prefix(3))
        let ids = (0..<9).map { "t\($0)" }
        var places: [String: Order.Place] = ["default": Self.place()]
        for (number, id) in ids.enumerated() {
            let axis = Bool.random(using: &random) ? all.randomElement(using: &random) : nil
            places[id] = Self.place(axis, extends: number > 0 && Bool.random(using: &random) ? "t\(number / 2)" : nil)
        }
        for number in 0..<5 {
            let members = ids.shuffled(using: &random).prefix(Int.random(in: 2...3, using: &random)).sorted()
            places["c\(number)"] = Self.place(for: members)
        }
        let order = Order(default: "default", axes: axes, places: places)
        var count = 1 + order.choices.reduce(0) { $0 + $1.count }
        order.forEachSelection(of: ids.firstIndex) { numbers in
            count += 1
            let selection = numbers.map { ids[$0] }
            #expect(order.chain(of: selection.reversed()).themes == Self.naive(selection, axes, places))
        }
        #expect(order.selectionCount() == count)
        let wanted = Set(ids.shuffled(using: &random).prefix(2))
        var others: [[Int]] = []
        var found: [[Int]] = []
        let number = { (id: String) in id == "t1" ? nil : ids.firstIndex(of: id) }
        order.forEachSelection(of: number) { others.append($0) }
        order.forEachSelection(of: number, containing: wanted.contains) { found.append($0) }
        #expect(found == others.filter { $0.contains { wanted.contains(ids[$0]) } } && !others.joined().contains(1))
        var counted = 1 + order.choices.joined().count { wanted.contains($0) }
        order.forEachSelection(of: ids.firstIndex, containing: wanted.contains) { _ in counted += 1 }
        #expect(order.selectionCount(containing: wanted.contains) == counted)
    }

    private static func naive(
        _ selection: [String], _ axes: [ThemeAxis], _ places: [String: Order.Place]
    ) -> [String] {
        func rank(_ id: String) -> Int { places[id]?.axis.flatMap { axes.firstIndex(of: $0) } ?? -1 }
        func ranks(_ id: String) -> [Int] { (places[id]?.members ?? []).map(rank).sorted().reversed() }
        let held = places.keys.filter { id in
            let members = places[id]?.members ?? []
            return !members.isEmpty && members.allSatisfy(selection.contains)
        }
        func isBefore(_ left: String, _ right: String) -> Bool {
            let (own, other) = (ranks(left), ranks(right))
            if own.count != other.count { return own.count > other.count }
            for (own, other) in zip(own, other) where own != other { return own > other }
            return left < right
        }
        var all = held.sorted(by: isBefore)
        for id in selection.sorted(by: { rank($0) > rank($1) }) {
            var next: String? = id
            while let theme = next {
                all.append(theme)
                next = places[theme]?.parent
            }
        }
        all.append("default")
        return all.enumerated().filter { !all[($0.offset + 1)...].contains($0.element) }.map(\.element)
    }
}
