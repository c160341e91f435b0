import Foundation
import TestSupport
import Testing

// One after another, because the first test can write what the others read.
@Suite("Packs and answers of docs/formats/conformance", .serialized)
struct ConformanceTests {
    static let folder = Tool.repository + "/docs/formats/conformance"

    @Test("The folder has the packs and the answers of the runtime; `make conformance` writes them")
    func files() throws {
        let wanted = try ConformanceSet().files()
        if ProcessInfo.processInfo.environment["THEMEPACK_WRITE_conformanceORMANCE"] != nil { try write(wanted) }
        let packs = try FileManager.default.contentsOfDirectory(atPath: Self.folder + "/packs").map { "packs/\($0)" }
        #expect(Set(packs + ["cases.json"]) == Set(wanted.keys))
        for (path, bytes) in wanted {
            let found = FileManager.default.contents(atPath: "\(Self.folder)/\(path)")
            #expect(found == Data(bytes), "conformance/\(path) differs: 'make conformance' writes it anew")
        }
    }

    private func write(_ files: [String: [UInt8]]) throws {
        let packs = Self.folder + "/packs"
        try? FileManager.default.removeItem(atPath: packs)
        try FileManager.default.createDirectory(atPath: packs, withIntermediateDirectories: true)
        for (path, bytes) in files { try Data(bytes).write(to: URL(fileURLWithPath: "\(Self.folder)/\(path)")) }
    }

    @Test(
        "A reader in Python that knows only the documents gives the same answers",
        .enabled(if: Tool.python != nil, "python3 is not installed"))
    func python() throws { try check(try #require(Tool.python), "check.py") }

    @Test(
        "A reader in JavaScript that knows only the documents gives the same answers",
        .enabled(if: Tool.path(of: "node") != nil, "node is not installed"))
    func javaScript() throws { try check(try #require(Tool.path(of: "node")), "check.mjs") }

    @Test(
        "AX2: a resolver in Python agrees on random themes along axes: images, scales and settings",
        .enabled(if: Tool.python != nil, "python3 is not installed"),
        arguments: (0..<Soak.rounds(6, soaking: 200)).map { UInt64($0) })
    func random(seed: UInt64) throws {
        var themes = RandomThemes(seed: seed)
        let sandbox = try Sandbox()
        for (path, bytes) in try themes.set().files() { try sandbox.write(path, bytes) }
        try check(try #require(Tool.python), "check.py", [sandbox.path])
    }

    private func check(_ program: String, _ script: String, _ arguments: [String] = []) throws {
        let result = try Tool.run(
            program, ["\(Self.folder)/\(script)"] + arguments,
            environment: ["PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"])
        #expect(result.status == 0 && result.output.contains("every answer of"), "\(result.output)\(result.errors)")
    }
}
