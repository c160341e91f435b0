import ThemeModel
import PackFormat
import Foundation
import TestSupport
import Testing

@testable import ThemePackager
@testable import ThemeProject

@Suite("The folder of packs")
struct DistributionTests {
    let sandbox: Sandbox
    let distribution: Distribution

    init() throws {
        sandbox = try Sandbox()
        distribution = try Distribution(in: OutputPlace(folder: "\(sandbox.path)/dist", for: "packs"))
    }

    private func write(_ themes: [VerifiedTheme]) throws -> [Distribution.Pack] {
        try distribution.write(themes, from: MemoryFileSystem(), date: .earliest)
    }

    private func themes(_ version: String = "1.2.0") throws -> [VerifiedTheme] {
        try Packs.themes(
            ProjectFiles.sound.with { project in
                project["themes/year/theme.json"] = project["themes/year/theme.json"]?.replacing("1.2.0", with: version)
            })
    }

    @Test("The folder has only packs and checksums; a second run changes nothing")
    func writing() throws {
        let packs = try write(try themes())
        let first = try sandbox.listing(of: "dist")
        #expect(first.keys.sorted() == ["SHA256SUMS", "default-1.0.0.themepack.zip", "year-1.2.0.themepack.zip"])
        let lines = packs.map { "\($0.digest)  \($0.path.split(separator: "/").last ?? "")\n" }.joined()
        #expect(try sandbox.text("dist/SHA256SUMS") == lines)
        for pack in packs {
            let bytes = try #require(first[String(pack.path.split(separator: "/").last ?? "")])
            #expect(bytes.count == pack.byteCount && ContentDigest(of: bytes) == pack.digest)
        }
        _ = try write(try themes())
        #expect(try sandbox.listing(of: "dist") == first)
    }

    @Test("SHA256SUMS keeps existing packs, drops deleted ones and replaces new ones")
    func sums() throws {
        _ = try write(try themes())
        // Unicode takes the last two names for one.
        for name in ["other.zip", "\u{E9}.zip", "e\u{301}.zip"] { try sandbox.write("dist/\(name)", "x") }
        let digest = String(repeating: "a", count: 64)
        try sandbox.write(
            "dist/SHA256SUMS",
            "\(digest)  gone.zip\n\(digest) *other.zip\n\(digest)  year-1.2.0.themepack.zip\nnonsense\n\n"
                + "\(digest)  \u{E9}.zip\n\(digest)  e\u{301}.zip\n"
                + (try sandbox.text("dist/SHA256SUMS")))
        let new = try write(try themes("1.3.0"))
        let lines = try sandbox.text("dist/SHA256SUMS").split(separator: "\n").map(String.init)
        #expect(
            lines.map { String($0.dropFirst(66)) }
                == [
                    "default-1.0.0.themepack.zip", "e\u{301}.zip", "other.zip", "year-1.2.0.themepack.zip",
                    "year-1.3.0.themepack.zip", "\u{E9}.zip",
                ])
        #expect(lines[2] == "\(digest) *other.zip" && lines[4].hasPrefix(new[1].digest.description))
    }

    @Test("--check lists the files that a build would change, and writes nothing")
    func outOfDate() throws {
        func outOfDate() throws -> [String] {
            try distribution.outOfDateFiles(try themes(), from: MemoryFileSystem(), date: .earliest).map {
                String($0.split(separator: "/").last ?? "")
            }
        }
        #expect(try outOfDate() == ["default-1.0.0.themepack.zip", "year-1.2.0.themepack.zip", "SHA256SUMS"])
        #expect(try sandbox.listing() == [:])
        _ = try write(try themes())
        #expect(try outOfDate() == [])
        var bytes = try sandbox.read("dist/year-1.2.0.themepack.zip")
        bytes[100] ^= 1
        try sandbox.write("dist/year-1.2.0.themepack.zip", bytes)
        #expect(try outOfDate() == ["year-1.2.0.themepack.zip"])
        let sums = try sandbox.text("dist/SHA256SUMS")
        for surplus in ["dist.zip", "year-1.2.0.themepack.zip"] {
            try sandbox.write("dist/SHA256SUMS", sums + String(repeating: "a", count: 64) + "  \(surplus)\n")
            #expect(try outOfDate() == ["year-1.2.0.themepack.zip", "SHA256SUMS"])
        }
        try sandbox.write("dist/SHA256SUMS", "")
        #expect(try outOfDate() == ["year-1.2.0.themepack.zip", "SHA256SUMS"])
        #expect(
            try distribution.outOfDateFiles(try themes("9.0.0"), from: MemoryFileSystem(), date: .earliest).count == 2)
    }

    @Test(
        "A folder that cannot be written to is an error that names it, and no file stays",
        arguments: ["dist", "dist/year-1.2.0.themepack.zip/", "dist/SHA256SUMS/"])
    func obstacles(_ path: String) throws {
        try sandbox.write(path.hasSuffix("/") ? path + "x" : path, "in the way")
        let before = try sandbox.listing()
        #expect {
            try write(try themes())
        } throws: { error in
            let problem = error as? UserError
            return problem?.path == "\(sandbox.path)/\(path.hasSuffix("/") ? String(path.dropLast()) : path)"
                && problem?.hint != nil
        }
        #expect(try sandbox.listing() == before)
    }

    @Test(
        "A folder without room for a file is an error",
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self")))
    func notAFolderForFiles() throws {
        #expect(throws: UserError.self) {
            try Distribution(in: OutputPlace(folder: "/proc/self/packs", for: "packs")).write(
                try themes(), from: MemoryFileSystem(), date: .earliest)
        }
        #expect(throws: UserError.self) {
            try Distribution(in: OutputPlace(folder: "/proc/self", for: "packs")).write(
                try themes(), from: MemoryFileSystem(), date: .earliest)
        }
    }

    @Test("A failed build removes the folders that it made", arguments: ["dist", "a/b/c"])
    func newFolders(_ folder: String) throws {
        let gone = VerifiedBytes([1], keeping: MemoryBudget(0))
        let theme = VerifiedTheme(
            manifest: ThemeManifest(
                packTheme: PackTheme(
                    id: ThemeID("year"), name: "", version: try SemanticVersion("1.0.0"), extends: .default)),
            settings: nil,
            contractDigest: gone.digest, images: [],
            resources: [.init(path: try PortablePath("x"), content: gone, location: "/absent")],
            templates: .none, trees: try Packs.trees())
        #expect(throws: UserError.self) {
            try Distribution(in: OutputPlace(folder: "\(sandbox.path)/\(folder)", for: "packs")).write(
                [theme], from: MemoryFileSystem(), date: .earliest)
        }
        #expect(try sandbox.listing() == [:])
    }
}
