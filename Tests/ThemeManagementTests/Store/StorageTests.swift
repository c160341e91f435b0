import Foundation
import TestSupport
import Testing
import ThemeDevelopment
import ThemeManagement
import ThemeManagementTesting
import ThemeModel
import ThemeProject

@Suite("Storages")
struct StorageTests {
    private func images(_ sample: StorageLaws.Sample) -> SettingsStorage.ImageSource {
        let (name, png) = (sample.imageName, sample.png)
        return { wanted, _ in wanted == name ? png : nil }
    }

    private func project(_ sample: StorageLaws.Sample) throws -> TestProject {
        let project = try TestProject()
        try project.write("assets/\(sample.imageName).png", Array(sample.png))
        try project.theme("default", config: String(decoding: sample.json, as: UTF8.self))
        return project
    }

    @Test("DD8, DD6: dictionary, JSON, property list, folder and pack keep the same laws")
    func laws() throws {
        #expect(StorageLaws.breaches { SettingsStorage($0.settings, images: images($0)) } == [])
        #expect(StorageLaws.breaches { try SettingsStorage(json: $0.json, images: images($0)) } == [])
        #expect(StorageLaws.breaches { try SettingsStorage(propertyList: $0.propertyList, images: images($0)) } == [])
        #expect(
            StorageLaws.breaches { sample in
                let project = try project(sample)
                return try ThemeLibrary(default: ThemePack(theme: .default, inProject: project.root)).defaultTheme
            } == [])
        #expect(
            StorageLaws.breaches { sample in
                let project = try project(sample)
                let pack = try #require(try project.build()["default"])
                return try ThemeLibrary(default: ThemePack(mounting: pack, mode: .resident)).defaultTheme
            } == [])
    }

    @Test("DD8: an app's own storage needs three members, and the laws find its mistakes")
    func ownStorage() {
        struct Flat: ThemeStorage {
            let sample: StorageLaws.Sample
            let finds: Bool
            let label = "flat"

            func setting(_ key: SettingKey) -> ResolvedSetting? {
                var value: SettingValue? = .object(sample.settings)
                for part in key.path.split(separator: ".") { value = value?.object?[String(part)] }
                return value.map { ResolvedSetting($0) }
            }
            func image(_ key: ImageKey, scale: Scale) -> Data? {
                finds && key.name == sample.imageName ? sample.png : nil
            }
        }
        #expect(StorageLaws.breaches { Flat(sample: $0, finds: true) } == [])
        #expect(StorageLaws.breaches { Flat(sample: $0, finds: false) }.count == 1)
        #expect(StorageLaws.breaches { _ in SettingsStorage([:]) }.count > 10)
    }

    @Test("DD9: settings inherit to any depth through super; a cycle and a missing parent are errors")
    func inheritance() throws {
        let files: [String: [String: SettingValue]] = [
            "a": ["super": .string("b"), "x": .number(1)],
            "b": ["super": .string("c"), "x": .number(2), "y": .number(2)],
            "c": ["super": .string(""), "z": .number(3)], "circle": ["super": .string("round")],
            "round": ["super": .string("circle")], "orphan": ["super": .string("nobody")], "odd": ["super": .number(1)],
        ]
        let storage = try SettingsStorage.inheriting("a") { files[$0] }
        #expect(try [storage.number("x"), storage.number("y"), storage.number("z")] == [1, 2, 3])
        #expect(storage.setting("super") == nil)
        for name in ["circle", "orphan", "odd", "none"] {
            do {
                _ = try SettingsStorage.inheriting(name) { files[$0] }
                Issue.record("\(name) was accepted")
            } catch {
                #expect(try Sentences.mismatch("\(error)", of: "inheriting settings: \(name)", in: "runtime") == nil)
            }
        }
        let parents = (0..<200).reduce(nil as SettingsStorage?) { parent, number in
            SettingsStorage(["k\(number)": .number(Double(number))], extends: parent)
        }
        #expect(try parents?.number("k0") == 0)
    }

    @Test("DD6: the error of a wrong type names the parent that sets the value")
    func wrongTypeOfParent() throws {
        let settings: [String: SettingValue] = ["size": .string("big"), "title": .string("no color")]
        let root = SettingsStorage(settings, label: "root")
        let storage = SettingsStorage(
            ["own": .number(1)], label: "leaf", extends: SettingsStorage([:], label: "middle", extends: root))
        do {
            _ = try storage.number("size")
            Issue.record("read")
        } catch {
            #expect("\(error)".hasPrefix("root: size: "))
        }
        #expect(throws: ThemeError.self) { try storage.color("title") }
        do { _ = try storage.color("title") } catch { #expect(error.path == "root") }
        do { _ = try storage.string("own") } catch { #expect("\(error)".hasPrefix("leaf: own")) }
    }

    @Test("DD7: an image is made on first use")
    func lazily() throws {
        let counter = Counter()
        let storage = SettingsStorage(["Images": .object(["a": .string("a")])]) { _, _ in
            counter.increase()
            return Data([1])
        }
        let value: ThemeValue<SettingsStorage, Data> = .image(forKey: "Images.a", at: .two)
        #expect(try storage.string("Images.a") == "a" && counter.value == 0)
        #expect(try value.value(in: storage) == Data([1]) && counter.value == 1)
    }

    @Test("Text that contains no settings is an error with a reason")
    func badText() {
        let deep = String(repeating: "<array>", count: 100_000)
        let marks = HostileText.referencedMarks(20_000)
        for text in [
            "{\"a\": \"\(HostileText.escapedMarks(31))\"}", "{\"\(HostileText.marks(31))\": 1}",
            "", "{", "[1]", "{\"a\": 1, \"a\": 2}", String(repeating: "[", count: 100_000),
        ] {
            #expect(throws: ThemeError.self) { try SettingsStorage(json: Data(text.utf8)) }
        }
        for text in [
            "<plist><dict><key>\(marks)</key><true/></dict></plist>",
            "<plist><dict><key>a</key><string>\(marks)</string></dict></plist>",
            "<plist><dict><key>\(HostileText.marks(31))</key><true/></dict></plist>",
            "<plist><dict><key>" + String(repeating: "<![CDATA[\u{301}\u{316}]]>", count: 20)
                + "</key><true/></dict></plist>",
            "<plist><dict><key>" + String(repeating: "\u{301}<!-- </key> -->\u{316}", count: 20)
                + "</key><true/></dict></plist>",
            "", "bplist00", "<plist>", "<plist><array/></plist>", "<plist><dict><key>a</key>" + deep,
            "<!DOCTYPE x [<!ENTITY a \"<dict>\">]><plist><dict/></plist>",
            "<plist><dict><!-- </array> --><key>a</key>" + String(repeating: "<!-- </array> --><array>", count: 50_000),
            "<plist><!-->" + String(repeating: "</array>", count: 100_000) + "--><dict><key>a</key>" + deep,
            "<plist><!--><dict><key>a</key>" + deep, "<plist><?><dict><key>a</key>" + deep,
            "<plist><dict><key>a</key>" + String(repeating: "<array><!--></array>-->", count: 100_000),
            "<plist><dict><key>a</key>" + String(repeating: "<array a=\"></array>\">", count: 100_000),
            "<plist><?a >" + String(repeating: "</array>", count: 100_000) + "?><dict><key>a</key>" + deep,
            "<plist><dict><key>d</key><date>2024-01-01T00:00:00Z</date></dict></plist>",
        ] {
            #expect(throws: ThemeError.self) { try SettingsStorage(propertyList: Data(text.utf8)) }
        }
    }

    @Test("DD8, QM10: a manager works over an app's own storages")
    @MainActor
    func managed() throws {
        let table = ThemeTable<String, SettingsStorage>()
        for (id, color) in ["red": "F00", "blue": "#00F"] {
            try table.add(id, SettingsStorage(["Color": .object(["title": .string(color)])], label: id))
        }
        let manager = try ThemeSourceManager(table, default: "red")
        let label = Label()
        try manager.bind(label, \.text, to: .color("Color.title").map { "\($0.red) \($0.blue)" })
        try manager.select("blue")
        #expect(label.text == "0 255")
    }
}
