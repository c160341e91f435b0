import PackFormat
import Foundation
import TestSupport
import Testing
import ThemeDevelopment
import ThemeSystem
import ThemeModel
import ThemeRuntime

@Suite("A library of mounted packs")
struct LibraryTests {
    private let packs: [String: ThemePack]
    private let library: ThemeLibrary

    init() throws {
        let project = try TestProject()
        try project.image("assets/a.png")
        for (id, parent) in [("one", nil), ("two", "one"), ("three", "two"), ("other", nil)] as [(String, String?)] {
            try project.image("themes/\(id)/\(id)_a.png")
            try project.theme(id, prefix: "\(id)_", extends: parent, config: "{\"id\": \"\(id)\", \"of\(id)\": 1}")
        }
        try project.theme("default")
        packs = try project.build().mapValues { try ThemePack(mounting: $0, mode: .resident) }
        library = try ThemeLibrary(default: #require(packs["default"]))
    }

    private func pack(_ id: String) throws -> ThemePack { try #require(packs[id]) }

    /// A pack of a theme with another parent than in the project.
    private func pack(_ id: String, extends parent: String) throws -> ThemePack {
        let project = try TestProject()
        try project.image("assets/a.png")
        try project.theme("default")
        for other in Set(["one", "two", "three", "missing"]).subtracting([id]) { try project.theme(other) }
        try project.theme(id, extends: parent)
        return try ThemePack(mounting: #require(try project.build(id)[id]), mode: .resident)
    }

    @Test("Themes are added, replaced and removed; repetitions are errors")
    func changes() throws {
        let one = ThemeID("one")
        #expect(library.theme(one) == nil)
        try library.add(pack("one"))
        #expect(library.theme(one)?.id == one)
        #expect(throws: ThemeError.alreadyMounted(one, path: try pack("one").path)) { try library.add(pack("one")) }
        try library.replace(pack("one"))
        #expect(throws: ThemeError.notMounted(ThemeID("two"))) { try library.replace(pack("two")) }
        try library.add(pack("two"))
        #expect(library.snapshot.ids.map(\.string) == ["default", "one", "two"])
        try library.remove(one)
        #expect(throws: ThemeError.notMounted(one)) { try library.remove(one) }
        #expect(throws: ThemeError.defaultRequired(found: nil)) { try library.remove(.default) }
        #expect(throws: ThemeError.defaultRequired(found: one)) { try ThemeLibrary(default: pack("one")) }
        #expect(library.snapshot.ids.map(\.string) == ["default", "two"])
    }

    @Test("DD9: a theme inherits to any depth")
    func chain() throws {
        for id in ["three", "two", "one"] { try library.add(pack(id)) }
        let theme = try #require(library.theme("three"))
        #expect(theme.chain.map(\.string) == ["three", "two", "one", "default"])
        #expect(try theme.string("id") == "three")
        #expect(try theme.number("ofone") == 1)
        #expect(try theme.origin(of: "oftwo")?.theme.string == "two")
    }

    @Test("A parent that is not mounted is skipped, and the explanation says so")
    func missingParent() throws {
        try library.add(pack("three"))
        let theme = try #require(library.theme("three"))
        #expect(theme.missingParent?.string == "two")
        #expect(theme.chain.map(\.string) == ["three", "default"])
        let explanation = theme.explain("a", scale: .one)
        #expect(explanation.steps.map(\.theme.string) == ["three", "two", "default"])
        #expect(explanation.steps[1].outcome == .notMounted)
        // The parent may be added later. A retained theme keeps its chain; a new look-up has the new chain.
        try library.updatePacks { packs throws(ThemeError) in
            for id in ["one", "two"] {
                let pack = self.packs[id]
                if let pack { packs[pack.theme.id] = pack }
            }
        }
        #expect(theme.chain.count == 2)
        #expect(library.theme(theme.id)?.chain.count == 4)
    }

    @Test("DD9: themes that extend each other in a cycle are rejected, and nothing changes")
    func cycle() throws {
        try library.add(pack("three"))
        try library.add(pack("two"))
        let cycle = try ["one", "three", "two", "one"].map { try ThemeID($0) }
        let closing = try pack("one", extends: "three")
        do throws(ThemeError) {
            try library.add(closing)
            Issue.record("added")
        } catch {
            guard case .chainCycle(let ids) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(Set(ids) == Set(cycle) && ids.first == ids.last && ids.count == 4)
        }
        #expect(library.snapshot.ids.map(\.string) == ["default", "three", "two"])
        #expect(library.theme("three")?.missingParent?.string == "one")
    }

    @Test("Several changes take effect together, or none if one fails")
    func batch() throws {
        let (one, strange, two) = (ThemeID("one"), ThemeID("x"), try pack("two"))
        let error = ThemeError.wrongTheme(path: two.path, expected: strange, found: two.theme.id)
        #expect(throws: error) {
            try library.updatePacks { packs throws(ThemeError) in
                packs[one] = self.packs["one"]
                packs[strange] = two
            }
        }
        #expect(error.path == two.path)
        #expect(
            try Sentences.mismatch(
                [error.reason, error.hint ?? ""].joined(separator: "\n"), of: "a pack of another theme", in: "runtime")
                == nil)
        #expect(library.snapshot.ids == [.default])
    }

    @Test("Themes with an unchanged chain keep their parsed settings")
    func takeOver() throws {
        try library.add(pack("one"))
        let one = library.theme("one")
        try library.add(pack("other"))
        #expect(library.theme("one") === one)
        let project = try TestProject()
        try library.replace(ThemePack(theme: .default, inProject: project.root))
        #expect(library.theme("one") !== one)
    }

    @Test("TM4: an unknown id is nil, and the default theme exists")
    func saved() throws {
        let saved = "deleted-meanwhile"
        let theme = library.theme(try ThemeID(saved)) ?? library.defaultTheme
        #expect(theme.id == .default)
    }

    @Test("Readers never see a mixture while themes are swapped")
    func swapping() throws {
        let (one, other) = (try pack("one"), try pack("one", extends: "missing"))
        try library.add(one)
        let (id, library, done, group) = (one.theme.id, library, Flag(), DispatchGroup())
        let digests = try [one, other].map { try $0.contents().images.first?.variants.first?.stored.digest }
        // Threads, because readers that never pause would keep a task of the writer from running.
        for _ in 0..<2 {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                while !done.flag.isRaised {
                    guard let theme = library.theme(id) else {
                        Issue.record("the theme was gone")
                        return
                    }
                    let isOne = theme.pack === one
                    let image = try? theme.image("a", scale: .one)
                    let agree = [
                        image?.origin.theme == (isOne ? id : .default), (image?.digest == digests[0]) == isOne,
                        (try? theme.string("id")) == (isOne ? "one" : nil), (theme.missingParent == nil) == isOne,
                    ]
                    if agree.contains(false) { Issue.record("a mixture") }
                    _ = try? image?.bytes().count
                }
            }
        }
        for number in 0..<2000 { try library.replace(number % 2 == 0 ? other : one) }
        done.flag.raise()
        group.wait()
    }

    @Test("Chains that readers ask for while packs are added and removed are those of one moment")
    func adding() throws {
        let packs = try ["three", "two", "one"].map(pack)
        let (library, done, group) = (library, Flag(), DispatchGroup())
        for _ in 0..<2 {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                while !done.flag.isRaised {
                    let snapshot = library.snapshot
                    for pack in packs {
                        guard let theme = snapshot.theme(pack.theme.id) else { continue }
                        let isWhole = theme.missingParent.map { snapshot.pack($0) == nil } ?? true
                        if !isWhole || theme !== snapshot.theme(pack.theme.id) { Issue.record("a mixture") }
                    }
                }
            }
        }
        for _ in 0..<100 {
            for pack in packs { try library.add(pack) }
            for pack in packs { try library.remove(pack.theme.id) }
        }
        done.flag.raise()
        group.wait()
    }
}

private final class Flag: Sendable {
    let flag = AtomicFlag()
}
