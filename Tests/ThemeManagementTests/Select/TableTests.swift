import ThemeSystem
import Foundation
import TestSupport
import Testing
import ThemeManagement
import ThemeProject

@Suite("Tables of an app's own themes")
struct TableTests {
    private final class ThemeType: Sendable {
        let name: String
        init(_ name: String) { self.name = name }
    }

    @Test("QM1: ids and themes are unique; adding one twice is an error and changes nothing")
    func unique() throws {
        let table = ThemeTable<String, ThemeType>()
        let (red, blue) = (ThemeType("red"), ThemeType("blue"))
        try table.add("red", red)
        for (id, theme) in [("red", blue), ("blue", red)] {
            do throws(ManagerError) {
                try table.add(id, theme)
                Issue.record("added")
            } catch {
                #expect(error.reason.contains("'red'"))
                #expect(try Sentences.mismatch("\(error)", of: "adding \(id) twice", in: "runtime") == nil)
            }
        }
        #expect(table.ids == ["red"] && table.themes.map(\.name) == ["red"])
        // Equatable themes are compared by value, others are not compared.
        let texts = ThemeTable<Int, String>()
        try texts.add(1, "a")
        #expect(throws: ManagerError.self) { try texts.add(2, "a") }
        struct Opaque: Sendable {}
        let opaque = ThemeTable<Int, Opaque>()
        try opaque.add(1, Opaque())
        try opaque.add(2, Opaque())
        #expect(try opaque.ids == [1, 2] && opaque.id(of: Opaque()) == nil)
    }

    @Test("QM2: add, remove by id and by theme, list, look up both ways")
    func changes() throws {
        let table = ThemeTable<String, ThemeType>()
        let skins = ["c", "a", "b"].map { ThemeType($0) }
        for skin in skins { try table.add(skin.name, skin) }
        #expect(table.ids == ["c", "a", "b"] && table.themes.map(\.name) == table.ids)
        #expect(try table.theme("a") === skins[1] && table.id(of: skins[2]) == "b")
        try table.remove("c")
        #expect(table.remove(theme: skins[1]) == "a" && table.remove(theme: skins[1]) == nil)
        #expect(throws: ManagerError.self) { try table.remove("c") }
        #expect(try table.ids == ["b"] && table.theme("a") == nil && table.id(of: skins[1]) == nil)
    }

    @Test("QM4: a theme is made once, on first use, also under concurrent calls")
    func generator() async throws {
        let calls = Counter()
        let table = ThemeTable<Int, ThemeType> { id in
            calls.increase()
            Thread.sleep(forTimeInterval: 0.05)
            return id < 3 ? ThemeType("\(id)") : nil
        }
        #expect(calls.value == 0 && table.ids.isEmpty)
        let group = DispatchGroup()
        let found = Lock<[ObjectIdentifier]>([])
        for _ in 0..<8 {
            group.enter()
            Thread.detachNewThread {
                if let theme = try? table.theme(1) { found.withLock { $0.append(ObjectIdentifier(theme)) } }
                group.leave()
            }
        }
        await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
        #expect(calls.value == 1 && found.withLock { Set($0).count == 1 && $0.count == 8 })
        #expect(try table.theme(3) == nil && table.theme(3) == nil && calls.value == 3)
        #expect(table.ids == [1])
    }

    @Test("QM4: the id of a theme is made when it is first selected")
    @MainActor
    func identifierGenerator() throws {
        let table = ThemeTable<String, ThemeType>(identifierGenerator: { $0.name == "none" ? nil : $0.name })
        let red = ThemeType("red")
        try table.add("red", red)
        let manager = try ThemeSourceManager(table, default: "red")
        let blue = ThemeType("blue")
        try manager.select(theme: blue)
        #expect(try manager.id == "blue" && table.theme("blue") === blue)
        #expect(throws: ManagerError.self) { try manager.select(theme: ThemeType("none")) }
        do {
            try manager.select(theme: ThemeType("red"))
            Issue.record("another theme has taken the id")
        } catch {
            #expect(try Sentences.mismatch("\(error)", of: "selecting a theme whose id is taken", in: "runtime") == nil)
        }
        #expect(manager.theme === blue && manager.id == "blue")
    }

    @Test("A generator that throws or returns a taken theme changes nothing, and is called again")
    @MainActor
    func badGenerators() throws {
        struct Missing: Error {}
        let only = ThemeType("only")
        let isWilling = AtomicFlag()
        let table = ThemeTable<String, ThemeType> { id in
            guard id != "throws" || isWilling.isRaised else { throw Missing() }
            return id == "throws" ? ThemeType(id) : id == "nil" ? nil : only
        }
        let manager = try ThemeSourceManager(table, default: "first")
        for id in ["throws", "nil", "second"] {
            do {
                try manager.select(id)
                Issue.record("selected \(id)")
            } catch {
                #expect(try Sentences.mismatch("\(error)", of: "a generator: \(id)", in: "runtime") == nil)
            }
        }
        #expect(manager.theme === only && table.ids == ["first"])
        isWilling.raise()
        try manager.select("throws")
        #expect(manager.theme.name == "throws")
    }

    @Test("A theme that is added while the generator makes another one of its id stays")
    func addedMeanwhile() throws {
        let added = ThemeType("added")
        let table = Lock<ThemeTable<String, ThemeType>?>(nil)
        let made = ThemeTable<String, ThemeType> { id in
            try table.withLock(\.self)?.add(id, added)
            return ThemeType("made")
        }
        table.withLock { $0 = made }
        #expect(try made.theme("a") === added && made.theme("a") === added && made.ids == ["a"])
    }

    @Test("The deinit of a removed theme may call the table")
    func releasedTheme() throws {
        final class Themed: Sendable, Equatable {
            let ended: @Sendable () -> Void
            init(_ ended: @escaping @Sendable () -> Void) { self.ended = ended }
            deinit { ended() }
            static func == (left: Themed, right: Themed) -> Bool { true }
        }
        let (table, ended) = (ThemeTable<String, Themed>(), Counter())
        for remove in [{ _ = table.remove(theme: Themed {}) }, { try? table.remove("a") }] {
            try table.add("a", Themed { if table.ids.isEmpty { ended.increase() } })
            remove()
        }
        #expect(ended.value == 2)
    }

    @Test("A generator may use other themes; a cycle of generators is an error, not a deadlock")
    func circles() throws {
        let table = Lock<ThemeTable<String, ThemeType>?>(nil)
        let made = ThemeTable<String, ThemeType> { id in
            let parent = ["child": "parent", "a": "b", "b": "a", "self": "self"][id]
            let found = try parent.flatMap { parent in try table.withLock(\.self)?.theme(parent) }
            return ThemeType(id + (found.map { " of \($0.name)" } ?? ""))
        }
        table.withLock { $0 = made }
        #expect(try made.theme("child")?.name == "child of parent")
        for id in ["a", "self"] { #expect(throws: ManagerError.self) { try made.theme(id) } }
        #expect(throws: ManagerError.self) { try made.theme("b") }
        let group = DispatchGroup()
        for id in ["a", "b"] {
            group.enter()
            Thread.detachNewThread {
                for _ in 0..<200 { _ = try? made.theme(id) }
                group.leave()
            }
        }
        #expect(group.wait(timeout: .now() + 600) == .success)
    }

    @Test("A thread that made a theme may use a theme whose generator waited for it")
    func noCircle() throws {
        final class Asked: Sendable { let table = Lock<ThemeTable<String, ThemeType>?>(nil) }
        for _ in 0..<50 {
            let (made, waiting) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let asked = Asked()
            let table = ThemeTable<String, ThemeType>(generator: { id in
                if id == "first" {
                    made.signal()
                    waiting.wait()
                    // Lets the other thread begin to wait.
                    Thread.sleep(forTimeInterval: 0.001)
                } else {
                    waiting.signal()
                    _ = try asked.table.withLock { $0 }?.theme("first")
                }
                return ThemeType(id)
            })
            asked.table.withLock { $0 = table }
            let group = DispatchGroup()
            group.enter()
            Thread.detachNewThread {
                made.wait()
                #expect(throws: Never.self) { try table.theme("second") }
                group.leave()
            }
            #expect(throws: Never.self) { for id in ["first", "second"] { _ = try table.theme(id) } }
            #expect(group.wait(timeout: .now() + 600) == .success)
            asked.table.withLock { $0 = nil }
        }
    }

    @Test("QM10, CE1, CE2: a protocol of colors, and an enum as the factory of six themes")
    @MainActor
    func protocols() throws {
        let table = ThemeTable<LookID, any Look>(LookID.self) { $0.look }
        let manager = try ThemeSourceManager(table, default: .red)
        let label = Label()
        try manager.bind(label, \.text, to: ThemeValue { $0.background })
        for id in LookID.allCases {
            try manager.select(id)
            #expect(label.text == id.rawValue)
        }
        #expect(table.ids == LookID.allCases)
    }

    @Test("A removed theme stays in force until the manager is refreshed to the default")
    @MainActor
    func removal() throws {
        let table = ThemeTable<String, ThemeType>()
        let skins = ["red", "blue"].map { ThemeType($0) }
        for skin in skins { try table.add(skin.name, skin) }
        let manager = try ThemeSourceManager(table, default: "red")
        try manager.select("blue")
        try table.remove("blue")
        #expect(manager.theme === skins[1])
        try manager.refresh()
        #expect(manager.id == "red" && manager.chosenID == "blue")
        let other = ThemeType("other red")
        try table.remove("red")
        #expect(throws: ManagerError.self) { try manager.refresh() }
        try table.add("red", other)
        try manager.refresh()
        #expect(manager.theme === other)
    }
}
