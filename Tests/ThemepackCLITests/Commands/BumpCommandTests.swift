import Foundation
import TestSupport
import Testing

@Suite("bump", .enabled(if: Tool.path(of: "git") != nil, "git is not installed"))
struct BumpCommandTests: SentenceTests {
    static let sentences = "commands-bump"
    static let manifest = "{\n\t\"id\" : \"year\",\n\t\"version\" : \"1.2.0\", \"imageNamePrefix\":\"year_\"\n}"

    let repository: TestRepository

    init() throws {
        repository = try TestRepository()
        for (path, bytes) in ProjectFiles.sound.files { try repository.write(path, bytes) }
        try repository.write("themes/year/theme.json", Array(Self.manifest.utf8))
        try repository.commit("v1.2.0")
    }

    private func themepack(_ arguments: String...) throws -> Tool.Result {
        try Tool.run(Tool.themepack, arguments, in: repository.path)
    }

    private func manifest(_ theme: String = "year") throws -> String {
        try String(contentsOfFile: "\(repository.path)/themes/\(theme)/theme.json", encoding: .utf8)
    }

    @Test(
        "The version follows the greatest change, and the rest of theme.json stays",
        arguments: [
            ("themes/year/common/year_button.png", PNGFile(44, 22, shade: 3).bytes, "1.2.1"),
            ("themes/year/common/year_new.png", PNGFile(5, 5, shade: 3).bytes, "1.3.0"),
            ("themes/year/common/year_button.png", PNGFile(45, 22, shade: 3).bytes, "2.0.0"),
            ("themes/year/config.json", Array(#"{"Color": {"title": "000"}}"#.utf8), "1.2.1"),
            ("themes/year/config.json", Array(#"{"Color": {"title": 1}}"#.utf8), "2.0.0"),
        ])
    func steps(_ path: String, _ bytes: [UInt8], _ version: String) throws {
        try repository.write(path, bytes)
        if path.hasSuffix("new.png") { try repository.write("assets/common/new.png", PNGFile(5, 5).bytes) }
        let dry = try themepack("bump", "year", "--dry-run")
        try expect(dry, 0, "\(version) for \(path) --dry-run")
        #expect(try manifest() == Self.manifest)
        let result = try themepack("bump", "themes/year")
        // A new default is a change of what the theme is verified against.
        try expect(result, 0, "\(version) for \(path)")
        #expect(try manifest() == Self.manifest.replacingOccurrences(of: "1.2.0", with: version))
        try expect(themepack("bump", "year"), 0, "\(version) for \(path), again")
    }

    @Test("A default that is gone raises the first number of the default theme")
    func contract() throws {
        try repository.git("rm", "-q", "assets/common/button@3x.png")
        try repository.commit("later")
        try expect(themepack("bump", "default", "--base", "v1.2.0"), 0, "a default that is gone")
        #expect(try manifest("default") == #"{"id": "default", "version": "2.0.0", "config": "config.json"}"#)
    }

    @Test("An image with the name of a property is among the reasons")
    func imageNamedVersion() throws {
        try repository.write("assets/version.png", PNGFile(4, 4).bytes)
        try repository.commit("later")
        try repository.write("assets/version.png", PNGFile(4, 4, shade: 3).bytes)
        let result = try themepack("bump", "default", "--base", "HEAD", "--dry-run")
        try expect(result, 0, "an image with the name of a property")
    }

    @Test("A theme needs a new version if only its defaults have changed, as --against says")
    func otherDefaults() throws {
        try #require(themepack("build", "-q").status == 0)
        let pack = "dist/year-1.2.0.themepack.zip"
        try repository.write("assets/common/new.png", PNGFile(5, 5).bytes)
        try expect(themepack("verify", "year", "--against", pack), 1, "verify --against of other defaults")
        for base in [["--base", pack], []] {
            let dry = try Tool.run(Tool.themepack, ["bump", "year", "--dry-run"] + base, in: repository.path)
            try expect(dry, 0, "other defaults \(base)")
        }
        try #require(themepack("bump", "year", "--base", pack).status == 0)
        #expect(try themepack("verify", "year", "--against", pack).status == 0)
    }

    @Test("Nothing is written if nothing has changed, if the version is past the next one, or if the theme is new")
    func unchanged() throws {
        try expect(themepack("bump", "year"), 0, "no change")
        let later = Self.manifest.replacingOccurrences(of: "1.2.0", with: "3.0.0")
        try repository.write("themes/year/theme.json", Array(later.utf8))
        try repository.write("themes/year/common/year_button.png", PNGFile(44, 22, shade: 3).bytes)
        try expect(themepack("bump", "year"), 0, "a version past the next one")
        #expect(try manifest() == later)
        try repository.write("themes/moon/theme.json", Array(#"{"id": "moon", "version": "0.1.0"}"#.utf8))
        try expect(themepack("bump", "moon"), 0, "a new theme")
    }

    @Test("The base can be a pack; without a tag it is HEAD")
    func bases() throws {
        #expect(try themepack("build").status == 0)
        try repository.write("themes/year/common/year_button.png", PNGFile(44, 22, shade: 3).bytes)
        let pack = try themepack("bump", "year", "--base", "dist/year-1.2.0.themepack.zip", "--dry-run")
        try expect(pack, 0, "a pack is the base")
        try repository.git("tag", "-d", "v1.2.0")
        try expect(themepack("bump", "year", "--dry-run"), 0, "HEAD is the base")
    }

    @Test(
        "Mistakes are errors, and nothing is written",
        arguments: [
            ("yaer", 64), ("year --base nope", 2), ("year --base dist/no.zip", 2),
            ("year --base dist/default-1.0.0.themepack.zip", 2),
            ("v1.2.0:year", 64), ("README", 64),
        ])
    func mistakes(_ line: String, _ status: Int) throws {
        #expect(try themepack("build").status == 0)
        let arguments = ["bump"] + line.split(separator: " ").map(String.init)
        try expect(Tool.run(Tool.themepack, arguments, in: repository.path), status, line)
        #expect(try manifest() == Self.manifest)
    }

    @Test("A theme with errors gets no version, because files of it would be left out")
    func broken() throws {
        try repository.write("themes/year/common/button.png", PNGFile(44, 22).bytes)
        try expect(themepack("bump", "year"), 2, "a theme with an error")
    }

    @Test("--all and several names bump what has changed, against tags, revisions, and a folder of packs")
    func several() throws {
        try #require(themepack("build", "-q", "-o", "released").status == 0)
        try repository.write("themes/moon/theme.json", Array(#"{"id": "moon", "version": "0.1.0"}"#.utf8))
        try repository.write("themes/year/common/year_button.png", PNGFile(44, 22, shade: 3).bytes)
        let changed = "year 1.2.0 -> 1.2.1"
        for names in ["--all", "year themes/default moon", "./themes/year/ year default moon"] {
            let arguments = names.split(separator: " ").map(String.init)
            for base in [[], ["--base", "HEAD"], ["--base", "released"]] {
                let dry = try Tool.run(
                    Tool.themepack, ["bump", "--dry-run"] + arguments + base, in: repository.path)
                #expect(dry.status == 0 && dry.output == "\(changed) (not written)\n", "\(dry)")
                #expect(dry.errors == "a new version for 1 of 3 themes; released for the first time: 1\n", "\(dry)")
            }
        }
        #expect(try manifest() == Self.manifest)
        #expect(try themepack("bump", "--all", "--base", "released").output == "\(changed)\n")
        #expect(try manifest() == Self.manifest.replacingOccurrences(of: "1.2.0", with: "1.2.1"))
        try expect(themepack("bump", "--all"), 0, "--all, again")
    }

    @Test("A tag of one theme is the base of that theme alone")
    func ownTags() throws {
        try repository.write("themes/year/common/year_button.png", PNGFile(44, 22, shade: 3).bytes)
        try repository.write("themes/default/config.json", Array(#"{"Color": {"title": "000"}}"#.utf8))
        try repository.commit("year-1.2.0")
        let result = try themepack("bump", "--all", "--dry-run")
        #expect(result.status == 0 && result.output == "default 1.0.0 -> 2.0.0 (not written)\n", "\(result)")
    }

    @Test("A submodule keeps its version: --all bumps the others, and its name is an error")
    func submodule() throws {
        try #require(themepack("build", "-q", "-o", "released").status == 0)
        try repository.write(".gitignore", Array("/released".utf8))
        let id = try repository.git("rev-parse", "HEAD").prefix { $0 != "\n" }
        try repository.git("rm", "-r", "-q", "--cached", "themes/year")
        try repository.git("update-index", "--add", "--cacheinfo", "160000,\(id),themes/year")
        try repository.git("-c", "user.name=T", "-c", "user.email=t@example.com", "commit", "-q", "-m", "submodule")
        try repository.write("themes/default/config.json", Array(#"{"Color": {"title": "000"}}"#.utf8))
        try expect(themepack("bump", "--all", "--base", "HEAD"), 0, "--all with a submodule")
        try expect(themepack("bump", "year", "--base", "HEAD"), 2, "a submodule")
        try expect(themepack("bump", "year", "--base", "released", "--dry-run"), 0, "a submodule and its packs")
    }

    @Test("A version below the released one is raised above it, even if nothing else has changed")
    func lower() throws {
        try repository.write(
            "themes/year/theme.json", Array(Self.manifest.replacingOccurrences(of: "1.2.0", with: "1.10.0").utf8))
        try #require(themepack("build", "-q", "-o", "released").status == 0)
        try repository.write(
            "themes/year/theme.json", Array(Self.manifest.replacingOccurrences(of: "1.2.0", with: "1.9.0").utf8))
        try expect(themepack("bump", "year", "--base", "released"), 0, "a version below the released one")
        #expect(try themepack("verify", "--against", "released").status == 0)
    }

    @Test("A theme that was broken at its last release is not taken for a new one")
    func brokenRelease() throws {
        try repository.write("themes/year/theme.json", Array("{".utf8))
        try repository.commit("v1.3.0")
        try repository.write("themes/year/theme.json", Array(Self.manifest.utf8))
        let result = try themepack("bump", "--all")
        #expect(result.status == 2 && result.errors.contains("v1.3.0:themes/year/"), "\(result)")
        #expect(try manifest() == Self.manifest)
    }

    @Test(
        "If one of several themes cannot be bumped, none is",
        arguments: ["year moon", "--all", "--all year", "--all --base released/year-1.2.0.themepack.zip", ""])
    func allOrNone(_ line: String) throws {
        try #require(themepack("build", "-q", "-o", "released").status == 0)
        try repository.write("themes/year/common/year_button.png", PNGFile(44, 22, shade: 3).bytes)
        try repository.write("themes/moon/theme.json", Array("{".utf8))
        let arguments = ["bump"] + line.split(separator: " ").map(String.init)
        let result = try Tool.run(Tool.themepack, arguments, in: repository.path)
        #expect([2, 64].contains(result.status) && result.output.isEmpty, "\(result)")
        #expect(try manifest() == Self.manifest)
    }
}
