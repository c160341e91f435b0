import Foundation
import TestSupport
import Testing
import ThemeManagement
import ThemeManagementTesting
import ThemeModel

@Suite("Stores")
struct StoreTests {
    @Test("ME15: every kind of store keeps the laws of stores")
    func laws() throws {
        let folder = try Sandbox()
        let memory = MemoryStore()
        #expect(StoreLaws.breaches { memory } == [])
        #expect(StoreLaws.breaches { FileStore("\(folder.path)/deep/er/choice") } == [])
        #if canImport(Darwin)
            let name = "themepack-test-\(UUID().uuidString)"
            #expect(StoreLaws.breaches { UserDefaultsStore(try #require(UserDefaults(suiteName: name))) } == [])
            UserDefaults.standard.removePersistentDomain(forName: name)
        #endif
    }

    @Test("The laws find a store that breaks them")
    func breaches() {
        struct Forgetful: ThemeStore {
            func load() -> String? { nil }
            func save(_ text: String?) {}
        }
        struct Broken: ThemeStore {
            func load() throws -> String? { throw StoreError(place: "here", reason: "is broken") }
            func save(_ text: String?) {}
        }
        #expect(StoreLaws.breaches { Forgetful() }.count > 10)
        #expect(StoreLaws.breaches { Broken() }.allSatisfy { $0.description.hasSuffix("threw here: is broken") })
    }

    @Test("A file that cannot be written or parsed is an error that names the file, and no temporary file stays")
    func badFiles() throws {
        let folder = try Sandbox()
        let path = "\(folder.path)/choice"
        let store = FileStore(path)
        for bytes in [[0xFF, 0x0A], Array("a\nb\n".utf8), [], [0x0A], [UInt8](repeating: 0x61, count: 5000)] {
            try folder.write("choice", bytes)
            #expect(throws: StoreError.self) { try store.load() }
        }
        for text in ["", "a\nb", String(repeating: "a", count: 4096)] {
            #expect(throws: StoreError.self) { try store.save(text) }
        }
        try store.save("year")
        #expect(try store.load() == "year" && folder.listing().count == 1)
        try folder.write("folder/x", "")
        #expect(throws: StoreError.self) { try FileStore("\(folder.path)/folder").save("year") }
        #expect(throws: StoreError.self) { try FileStore("\(folder.path)/folder").load() }
        #expect(throws: StoreError.self) { try FileStore("\(path)/below-a-file").save("year") }
        #expect(try folder.listing().keys.sorted() == ["choice", "folder", "folder/x"])
        #expect(mkfifo("\(folder.path)/fifo", 0o600) == 0)
        #expect(throws: StoreError.self) { try FileStore("\(folder.path)/fifo").load() }
    }

    @Test(
        "A link stays, and its destination is replaced, created or removed", arguments: ["real", "deep/../new"])
    func links(_ target: String) throws {
        let folder = try Sandbox()
        try folder.write("files/real", "year\n")
        try folder.write("files/deep/x", "")
        let path = "\(folder.path)/choice"
        func link(_ name: String, _ target: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder.path)/\(name)", withDestinationPath: target)
        }
        try link("choice", "again")
        try link("again", "files/\(target)")
        let store = FileStore(path)
        #expect(try store.load() == (target == "real" ? "year" : nil))
        try store.save("dark")
        #expect(try store.load() == "dark" && folder.text("files/\(target)") == "dark\n")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "again")
        try store.save(nil)
        #expect(try store.load() == nil)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "again")
        try link("circle", "circle")
        #expect(throws: StoreError.self) { try FileStore("\(folder.path)/circle").save("dark") }
    }

    @Test("A saved choice is one line with any line ending", arguments: ["year", "year\n", "year\r\n", "year\r"])
    func lineEnds(_ text: String) throws {
        let folder = try Sandbox()
        try folder.write("choice", text)
        #expect(try FileStore("\(folder.path)/choice").load() == "year")
    }

    @Test("ME15, TM4: the choice is saved and restored; without one the default theme is in force")
    @MainActor
    func restoring() throws {
        let store = MemoryStore()
        let first = try LookManager(.looks(), default: .red)
        #expect(try !first.restore(from: store))
        try first.select(.green)
        let second = try LookManager(.looks(), default: .red)
        #expect(try second.restore(from: store))
        #expect(second.id == .green && second.chosenID == .green)
    }

    @Test("ME15: an id that no longer exists falls back to the default, and stays saved")
    @MainActor
    func vanished() throws {
        let packs = try LookPacks(["year": "{}"])
        for saved in ["gone", "../no id", "année"] {
            let store = MemoryStore(saved)
            let manager = try ThemeManager(packs.library)
            #expect(try !manager.restore(from: store))
            #expect(manager.id == .default && store.load() == saved)
            try manager.select("year")
            #expect(store.load() == "year")
        }
    }

    @Test("If the store fails, the theme does not change and an error is thrown")
    @MainActor
    func failing() throws {
        struct Full: ThemeStore {
            func load() -> String? { "green" }
            func save(_ text: String?) throws { throw StoreError(place: "disk", reason: "is full") }
        }
        let manager = try LookManager(.looks(), default: .red)
        try manager.restore(from: Full())
        let label = Label()
        var notified = 0
        try manager.bind(label, \.text, to: .background)
        manager.observe(label) { _, _ in notified += 1 }
        do {
            try manager.select(.blue)
            Issue.record("selected")
        } catch {
            #expect(error.reason.contains("'blue'") && error.reason.hasSuffix("disk: is full"))
            let text = [error.reason, error.hint ?? ""].joined(separator: "\n")
            #expect(try Sentences.mismatch(text, of: "a choice that cannot be saved", in: "runtime") == nil)
        }
        #expect(manager.id == .green && manager.chosenID == .green && label.text == "green" && notified == 0)
        try manager.select(.blue, saving: false)
        #expect(manager.id == .blue && manager.chosenID == .green && notified == 1)
    }

    @Test("A store that cannot be read leaves the theme in force, and is used for later choices")
    @MainActor
    func unreadable() throws {
        let folder = try Sandbox()
        try folder.write("choice", [0xFF])
        let manager = try LookManager(.looks(), default: .red)
        #expect(throws: ManagerError.self) { try manager.restore(from: FileStore("\(folder.path)/choice")) }
        try manager.select(.blue)
        #expect(try folder.text("choice") == "blue\n")
    }
}
