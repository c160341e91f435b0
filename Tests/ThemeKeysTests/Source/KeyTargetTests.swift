import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemeKeys

@Suite("Keys of a target")
struct KeyTargetTests {
    private static func source(_ folder: Sandbox, isBuilding: Bool = true) throws -> KeySource {
        try KeyTarget(at: folder.path).source(isBuilding: isBuilding)
    }

    private static func error(_ folder: Sandbox, isBuilding: Bool = true) -> UserError? {
        do {
            _ = try source(folder, isBuilding: isBuilding)
            return nil
        } catch {
            return error as? UserError
        }
    }

    /// Writes the packs of a project.
    private static func packs(_ files: ProjectFiles = .sound) throws -> (project: TestProject, packs: [String: String])
    {
        let project = try TestProject()
        for (path, bytes) in files.files { try project.write(path, bytes) }
        return (project, try project.build())
    }

    @Test("A project and its pack have the same keys, apart from the ids of other themes")
    func samePack() throws {
        var files = ProjectFiles.sound
        files["themes/default/theme.json"] =
            #"{"id": "default", "version": "1.0.0", "config": "config.json", "resources": ["*.txt"]}"#
        files["themes/default/a.txt"] = "a"
        let (project, packs) = try Self.packs(files)
        let pack = try KeySource(ofPack: #require(packs["default"]), rules: KeyRules(file: "x.json"))
        var folder = try KeySource(of: Project(at: project.root))
        #expect(folder.themes.map(\.id.string) == ["year"])
        folder.themes = []
        #expect(try KeyFile(of: pack, access: .internal).text == KeyFile(of: folder, access: .internal).text)
    }

    @Test("A target has the keys of its only default pack, wherever it is, and the rules of themepack-keys.json")
    func pack() throws {
        let (project, packs) = try Self.packs()
        let folder = try Sandbox()
        let bytes = try Array(Self.read(#require(packs["default"])))
        try folder.write("Resources/Packs/default-1.0.0.themepack.zip", bytes)
        try folder.write("Resources/Packs/year-1.2.0.themepack.zip", try Self.read(#require(packs["year"])))
        #expect(try Self.source(folder).images.map(\.name.description) == ["common/button"])
        try folder.write("themepack-keys.json", #"{"access": "public", "keys": {"names": {"common/button": "b"}}}"#)
        #expect(try KeyTarget(at: folder.path).access == .public)
        #expect(try KeyFile(of: Self.source(folder), access: .public).text.contains("public static var b: "))
        try folder.write("default-2.0.0.themepack.zip", bytes)
        let error = try #require(Self.error(folder))
        #expect(error.message.contains("contains 2 default packs") && error.message.contains("default-2.0.0"))
        withExtendedLifetime(project) {}
    }

    /// Compares the message and the hint with a case of `Tests/Sentences`.
    private static func expect(_ error: UserError?, _ name: String) throws {
        #expect(try Sentences.mismatch(error?.sentence, of: name, in: "keys") == nil)
    }

    private static func read(_ path: String) throws -> [UInt8] {
        try DiskFileSystem().read(path, limit: .max)
    }

    @Test("A damaged, newer or other theme's pack, and a file that is none, are errors that say so")
    func badPacks() throws {
        let (project, packs) = try Self.packs()
        let bytes = try Self.read(#require(packs["default"]))
        let forge = PackForge(bytes)
        let settings = try #require(forge.entry("config.json"))
        var damagedSettings = forge
        damagedSettings.set(settings.dataStart + 3, bytes: 1, to: 0x7A)
        var damagedIndex = forge
        damagedIndex.set(PackForge.indexStart + 250, bytes: 1, to: 0xFF)
        var newer = forge
        newer.set(PackForge.indexStart + 8, bytes: 2, to: 99)
        newer.set(PackForge.indexStart + 10, bytes: 2, to: 99)
        newer.sealHeader()
        let cases: [(bytes: [UInt8], name: String)] = [
            (damagedSettings.bytes, "damaged settings"), (damagedIndex.bytes, "a damaged index"),
            (newer.bytes, "a newer pack"), (Array(bytes.dropLast()), "a truncated pack"),
            (try Self.read(#require(packs["year"])), "another theme's pack"),
            (Array("not a pack".utf8), "a file that is no pack"), ([], "an empty file"),
        ]
        for (bytes, name) in cases {
            let folder = try Sandbox()
            try folder.write("default-1.0.0.themepack.zip", bytes)
            let error = try #require(Self.error(folder), "\(name)")
            try Self.expect(error, name)
            #expect(error.path?.hasSuffix("default-1.0.0.themepack.zip") == true)
        }
        withExtendedLifetime(project) {}
    }

    @Test("A damaged pack gives an error or the same keys, whichever byte is damaged")
    func anyDamage() throws {
        let (project, packs) = try Self.packs()
        let path = try #require(packs["default"])
        let rules = KeyRules(file: "x.json")
        let text = try KeyFile(of: KeySource(ofPack: path, rules: rules), access: .internal).text
        let bytes = try Self.read(path)
        let settings = try #require(PackForge(bytes).entry("config.json"))
        let folder = try Sandbox()
        var refused = 0
        for position in 0..<settings.dataStart + settings.length where position % 7 == 0 {
            var damaged = bytes
            damaged[position] ^= 0x55
            try folder.write("x.zip", damaged)
            let source = try? KeySource(ofPack: "\(folder.path)/x.zip", rules: rules)
            let keys = try source.map { try KeyFile(of: $0, access: .internal).text }
            #expect(keys == nil || keys == text, "byte \(position)")
            if keys == nil { refused += 1 }
        }
        #expect(refused > 50)
        withExtendedLifetime(project) {}
    }

    @Test("A project inside of the target's folder has keys")
    func project() throws {
        let folder = try Sandbox()
        try ProjectFiles.sound.write(to: folder, at: "Theme")
        try folder.write("themepack-keys.json", #"{"project": "Theme"}"#)
        #expect(try Self.source(folder).themes.map(\.id.string) == ["year"])
    }

    @Test("A build refuses a project outside of the target's folder; a file to check in can come from there")
    func outside() throws {
        let root = try Sandbox()
        try ProjectFiles.sound.write(to: root, at: "Theme")
        let target = "\(root.path)/Sources"
        try root.write("Sources/themepack-keys.json", "{\n  \"project\": \"../Theme\"}")
        func error() -> UserError? {
            do {
                _ = try KeyTarget(at: target).source(isBuilding: true)
                return nil
            } catch {
                return error
            }
        }
        let refused = try #require(error())
        try Self.expect(refused, "a project outside of the target's folder")
        #expect(refused.position == SourcePosition(line: 2, column: 14))
        #expect(try KeyTarget(at: target).source(isBuilding: false).images.count == 1)
        // Even if a link hides it.
        _ = try Tool.run("/bin/ln", ["-s", "../Theme", "Sources/Link"], in: root.path)
        try root.write("Sources/themepack-keys.json", #"{"project": "Link"}"#)
        try Self.expect(error(), "a link to a project outside of the target's folder")
        // Even if only the default theme's folder is a link that the project allows.
        try ProjectFiles.project(["a"]).write(to: root, at: "Sources/Theme")
        try root.write("Sources/themepack-keys.json", #"{"project": "Theme"}"#)
        #expect(error() == nil)
        try root.write("Sources/Theme/themepack.json", #"{"links": ["themes/default"]}"#)
        _ = try Tool.run("/bin/mv", ["Sources/Theme/themes/default", "Default"], in: root.path)
        _ = try Tool.run("/bin/ln", ["-s", "../../../Default", "Sources/Theme/themes/default"], in: root.path)
        try Self.expect(error(), "a link to a default theme outside of the target's folder")
        #expect(try KeyTarget(at: target).source(isBuilding: false).images.count == 1)
    }

    @Test(
        "A wrong themepack-keys.json is an error with its position",
        arguments: [
            "{", #"{"projekt": "a"}"#, #"{"access": "open"}"#, #"{"project": 1}"#, #"{"project": "a", "keys": {}}"#,
            #"{"keys": {"types": {"a": "x"}}}"#,
        ])
    func configuration(_ text: String) throws {
        let folder = try Sandbox()
        try folder.write("themepack-keys.json", text)
        let error = try #require(Self.error(folder))
        try Self.expect(error, text)
        #expect(error.position != nil && error.path?.hasSuffix("themepack-keys.json") == true)
    }

    @Test("A target without a theme is an error that says what to add")
    func nothing() throws {
        try Self.expect(Self.error(Sandbox()), "no theme")
    }
}
