import Foundation
import TestSupport
import Testing

@Suite("keys")
struct KeysCommandTests: ToolTests, SentenceTests {
    static let sentences = "commands"
    let sandbox: Sandbox

    init() throws { sandbox = try Self.soundProject() }

    private func stamp(_ path: String) throws -> Date? {
        try FileManager.default.attributesOfItem(atPath: "\(sandbox.path)/\(path)")[.modificationDate] as? Date
    }

    @Test("ME17: keys prints Swift code, or writes it with -o, and writes the same file only once")
    func writes() throws {
        let printed = try themepack("keys", "--access", "public")
        #expect(printed.status == 0 && printed.errors.isEmpty, "\(printed)")
        #expect(printed.output.contains("public static var button: __ImageKey"))
        try expect(themepack("keys", "-o", "Keys.swift", "--access", "public"), 0, "a new file")
        #expect(try sandbox.text("Keys.swift") == printed.output)
        let first = try stamp("Keys.swift")
        try expect(themepack("keys", "-o", "Keys.swift", "--access", "public"), 0, "the same file")
        #expect(try stamp("Keys.swift") == first)
    }

    @Test("A default image that cannot be read is an error, not a key without a size")
    func unreadable() throws {
        try #require(chmod("\(sandbox.path)/assets/common/button.png", 0) == 0)
        let words = try #require(Tool.withinPermissions) + [Tool.themepack, "keys"]
        let result = try Tool.run(words[0], Array(words.dropFirst()), in: sandbox.path)
        try expect(result, 2, "keys of an image that cannot be read")
    }

    @Test(
        "verify and build refuse the rules that keys refuses",
        arguments: [
            #"{"names": {"common/button": "__button"}}"#, #"{"names": {"common/buton": "button"}}"#,
            #"{"types": {"Color.none": "color"}}"#, #"{"renamed": {"common/old": "common/none"}}"#,
        ])
    func refused(_ rules: String) throws {
        try sandbox.write("themepack.json", "{\"keys\": \(rules)}")
        let keys = try themepack("keys")
        try expect(keys, 2, rules)
        // The second run could have a result in the cache.
        for command in ["verify", "verify", "build"] {
            let result = try themepack(command)
            #expect(result.status == 2 && result.errors == keys.errors, "\(result)")
        }
        try sandbox.write("themepack.json", #"{"keys": {"names": {"common/button": "main"}}}"#)
        #expect(try themepack("verify").status == 0)
    }

    @Test("--check writes nothing, and exits with 1 if the file is stale or missing")
    func check() throws {
        try expect(themepack("keys", "-o", "Keys.swift", "--check"), 1, "--check of a missing file")
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/Keys.swift"))
        #expect(try themepack("keys", "-o", "Keys.swift").status == 0)
        #expect(try themepack("keys", "-o", "Keys.swift", "--check").status == 0)
        try sandbox.write("assets/common/second.png", PNGFile(8, 4).bytes)
        let before = try sandbox.listing()
        try expect(themepack("keys", "-o", "Keys.swift", "--check"), 1, "--check of a stale file")
        #expect(try sandbox.listing() == before)
        try expect(themepack("keys", "--check"), 64, "--check without a file")
        try expect(themepack("keys", "--access", "open"), 64, "--access open")
    }

    @Test("--from takes a project, its default pack, or a folder with themepack-keys.json")
    func from() throws {
        #expect(try themepack("build").status == 0)
        let folder = try themepack("keys").output
        let pack = try themepack("keys", "--from", "dist/default-1.0.0.themepack.zip")
        #expect(pack.status == 0, "\(pack)")
        #expect(folder.hasPrefix(pack.output.trimmingCharacters(in: .newlines)) && folder.contains("static var year"))
        try sandbox.write("App/themepack-keys.json", #"{"project": "..", "access": "package"}"#)
        let target = try themepack("keys", "--from", "App")
        #expect(target.status == 0 && target.output.contains("package static var button"), "\(target)")
        #expect(try themepack("keys", "--from", ".").output == folder)
        #expect(try themepack("keys", in: "assets/common").output == folder)
    }

    @Test("What is wrong is an error with path, place and hint, and nothing is written")
    func errors() throws {
        #expect(try themepack("build").status == 0)
        let other = try themepack("keys", "--from", "dist/year-1.2.0.themepack.zip", "-o", "Keys.swift")
        try expect(other, 2, "the pack of another theme")
        let outside = try Sandbox()
        try expect(Tool.themepack("keys", in: outside.path), 2, "no project")
        try expect(themepack("keys", "--from", "nothing.zip"), 2, "an absent pack")
        for arguments in [["--from", ""], ["-o", ""], ["-o", "", "--check"]] {
            let result = try Tool.run(Tool.themepack, ["keys"] + arguments, in: sandbox.path)
            try expect(result, 64, "\(arguments)")
        }
        try sandbox.write("themepack.json", "{\n  \"keys\": {\"types\": {\"Color.title\": \"number\"}}\n}")
        try expect(themepack("keys", "-o", "Keys.swift"), 2, "another type")
        try sandbox.write("themepack.json", "{}")
        try expect(themepack("keys", "-o", "missing/Keys.swift"), 2, "an absent folder")
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/Keys.swift"))
    }

    // Root may write to every file, so the tool runs as another user.
    @Test("A write-protected file or folder is an error, and the file stays", .enabled(if: !Tool.asNobody.isEmpty))
    func protected() throws {
        let old = "// Generated by themepack. Do not edit."
        try sandbox.write("Keys.swift", old)
        let words = Tool.asNobody + [Tool.themepack, "keys", "-o", "Keys.swift"]
        // The folder allows writing or not. A file of another user is write-protected in both cases.
        for mode in [0o777, 0o755] as [mode_t] {
            try #require(chmod(sandbox.path, mode) == 0)
            let result = try Tool.run(words[0], Array(words.dropFirst()), in: sandbox.path)
            #expect(result.status == 2 && result.errors.contains("Keys.swift: error: cannot be written: "), "\(result)")
            #expect(try sandbox.text("Keys.swift") == old)
        }
        let new = try Tool.run(words[0], Array(words.dropFirst().dropLast()) + ["New.swift"], in: sandbox.path)
        #expect(new.status == 2 && new.errors.contains("New.swift: error: cannot be written: Permission denied"))
    }
}
