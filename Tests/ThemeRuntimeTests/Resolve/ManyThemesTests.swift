import CountingMalloc
import PackFormat
import TestSupport
import Testing
import ThemeModel

@testable import ThemeRuntime

/// Changes of a library share what they do not change.
@Suite("Many themes in a library")
struct ManyThemesTests {
    private static func pack(_ id: String, _ change: (inout PackTheme) -> Void = { _ in }) throws -> ThemePack {
        var pack = try ForgedPack(id, extends: nil)
        change(&pack.theme)
        pack.settings = Array("{}".utf8)
        return try ThemePack(copying: pack.bytes(), path: "\(id).zip")
    }

    private static func base() throws -> ThemePack { try pack("default") { $0.axes = ["brand", "mode"] } }

    private static let ids: [ThemeID] = ["a", "b", "c", "d", "e", "f", "g", "h"]

    /// A pack with a random parent or axis, or of a random combination.
    private static func pack(_ number: Int, using random: inout SeededRandom) throws -> ThemePack {
        let (kind, other, axis) = (Int.random(in: 0..<3, using: &random), ids[number / 2], Bool.random(using: &random))
        return try pack(ids[number].string) { theme in
            switch kind {
            case 0 where number > 5: theme.combinedThemes = [ids[number % 3], ids[number - 3]]
            case 1 where number > 0 && number < 6: theme.extends = other
            default: theme.axis = axis ? "brand" : "mode"
            }
        }
    }

    @Test("After any changes, each theme has the chain of a library that is made at once", arguments: UInt64(0)..<60)
    func sharing(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let library = try ThemeLibrary(default: Self.base())
        for _ in 0..<40 {
            let number = Int.random(in: 0..<8, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: try? library.remove(Self.ids[number])
            case 1: try library.mount(Self.base())
            default: try library.mount(Self.pack(number, using: &random))
            }
            let snapshot = library.snapshot
            let other = try ThemeLibrary(default: try #require(snapshot.pack(.default)))
            try other.updatePacks { $0 = snapshot.packs }
            for id in Self.ids where Bool.random(using: &random) {
                #expect(Self.chain(library.theme(id)) == Self.chain(other.theme(id)))
                #expect(library.theme(id) === snapshot.theme(id))
                for second in Self.ids where second != id {
                    let theme = try? library.theme(selecting: id, second)
                    #expect(Self.chain(theme) == Self.chain(try? other.theme(selecting: second, id)))
                }
            }
        }
    }

    private static func chain(_ theme: Theme?) -> [String]? {
        theme.map { theme in
            theme.links.map { "\($0.pack.theme.id) \(ObjectIdentifier($0.pack))" } + theme.selection.map(\.string)
                + ["\(theme.missingParent?.string ?? "")"]
        }
    }

    @Test("Mounting n packs costs n, one at a time, side by side and in a chain", arguments: [false, true])
    func growth(isChain: Bool) throws {
        guard themepack_allocation_count() >= 0 else { return }
        func cost(_ count: Int) throws -> Int {
            let packs = try (0..<count).map { number in
                try Self.pack("t\(number)") { if isChain, number > 0 { $0.extends = try? ThemeID("t\(number - 1)") } }
            }
            let library = try ThemeLibrary(default: Self.base())
            let before = themepack_allocation_count()
            for pack in packs { try library.add(pack) }
            return themepack_allocation_count() - before
        }
        let (small, large) = (try cost(50), try cost(200))
        #expect(large <= small * 6, "\(small) allocations for 50, \(large) for 200")
    }

    @Test("Replacing one of many packs links that theme alone, and themes of others stay the same objects")
    func replacing() throws {
        let library = try ThemeLibrary(default: Self.base())
        for number in 0..<100 { try library.add(Self.pack("t\(number)")) }
        let before = try (0..<100).map { try #require(library.theme(ThemeID("t\($0)"))) }
        try library.replace(Self.pack("t7"))
        #expect(library.snapshot.changedIDs == ["t7"])
        for number in 0..<100 {
            #expect((library.theme(try ThemeID("t\(number)")) === before[number]) == (number != 7))
        }
    }
}
