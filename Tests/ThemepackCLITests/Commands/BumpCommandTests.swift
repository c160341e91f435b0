import Foundation
import TestSupport
import Testing

@Suite("bump", .enabled(if: Tool.path(of: "git") != nil, "git is not installed"))
struct BumpCommandTests {
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
        #expect(dry.status == 0 && dry.output == "year 1.2.0 -> \(version) (not written)\n", "\(dry)")
        #expect(try manifest() == Self.manifest)
        let result = try themepack("bump", "themes/year")
        #expect(result.status == 0 && result.output == "year 1.2.0 -> \(version)\n", "\(result)")
        // A new default is a change of what the theme is verified against.
        let count = path.hasSuffix("new.png") ? "2 changes" : "1 change"
        #expect(result.errors.hasPrefix("compared with v1.2.0:year (1.2.0): \(count)"), "\(result)")
        #expect(try manifest() == Self.manifest.replacingOccurrences(of: "1.2.0", with: version))
        let again = try themepack("bump", "year")
        #expect(again.status == 0 && again.output == "year \(version) is already the next version\n", "\(again)")
    }

    @Test("A default that is gone raises the first number of the default theme")
    func contract() throws {
        try repository.git("rm", "-q", "assets/common/button@3x.png")
        try repository.commit("later")
        let result = try themepack("bump", "default", "--base", "v1.2.0")
        #expect(result.output == "default 1.0.0 -> 2.0.0\n")
        #expect(result.errors.contains("- common/button@3x  gone, was 132x66 px"), "\(result)")
        #expect(try manifest("default") == #"{"id": "default", "version": "2.0.0", "config": "config.json"}"#)
    }

    @Test("An image with the name of a property is among the reasons")
    func imageNamedVersion() throws {
        try repository.write("assets/version.png", PNGFile(4, 4).bytes)
        try repository.commit("later")
        try repository.write("assets/version.png", PNGFile(4, 4, shade: 3).bytes)
        let result = try themepack("bump", "default", "--base", "HEAD", "--dry-run")
        #expect(result.errors.contains("\n  ~ version  "), "\(result)")
    }

    @Test("A theme needs a new version if only its defaults have changed, as --against says")
    func otherDefaults() throws {
        try #require(themepack("build", "-q").status == 0)
        let pack = "dist/year-1.2.0.themepack.zip"
        try repository.write("assets/common/new.png", PNGFile(5, 5).bytes)
        let refused = try themepack("verify", "year", "--against", pack)
        #expect(refused.status == 1 && refused.output.contains("'themepack bump year --base \(pack)'"), "\(refused)")
        for base in [["--base", pack], []] {
            let dry = try Tool.run(Tool.themepack, ["bump", "year", "--dry-run"] + base, in: repository.path)
            #expect(dry.output == "year 1.2.0 -> 1.2.1 (not written)\n", "\(dry)")
            #expect(dry.errors.contains("~ contract  "), "\(dry)")
        }
        try #require(themepack("bump", "year", "--base", pack).status == 0)
        #expect(try themepack("verify", "year", "--against", pack).status == 0)
    }

    @Test("Nothing is written if nothing has changed, if the version is past the next one, or if the theme is new")
    func unchanged() throws {
        let same = try themepack("bump", "year")
        #expect(same.status == 0 && same.output == "year 1.2.0 has not changed: its version stays\n")
        let later = Self.manifest.replacingOccurrences(of: "1.2.0", with: "3.0.0")
        try repository.write("themes/year/theme.json", Array(later.utf8))
        try repository.write("themes/year/common/year_button.png", PNGFile(44, 22, shade: 3).bytes)
        #expect(try themepack("bump", "year").output == "year 3.0.0 is already past the next version\n")
        #expect(try manifest() == later)
        try repository.write("themes/moon/theme.json", Array(#"{"id": "moon", "version": "0.1.0"}"#.utf8))
        let new = try themepack("bump", "moon")
        #expect(new.status == 0 && new.output == "moon 0.1.0 is new since then: its version stays\n", "\(new)")
    }

    @Test("The base can be a pack; without a tag it is HEAD")
    func bases() throws {
        #expect(try themepack("build").status == 0)
        try repository.write("themes/year/common/year_button.png", PNGFile(44, 22, shade: 3).bytes)
        let pack = try themepack("bump", "year", "--base", "dist/year-1.2.0.themepack.zip", "--dry-run")
        #expect(pack.output == "year 1.2.0 -> 1.2.1 (not written)\n", "\(pack)")
        try repository.git("tag", "-d", "v1.2.0")
        let head = try themepack("bump", "year", "--dry-run")
        #expect(head.errors.hasPrefix("compared with HEAD:year"), "\(head)")
    }

    @Test(
        "Mistakes are errors, and nothing is written",
        arguments: [
            (["bump", "yaer"], 64, "no theme"), (["bump", "year", "--base", "nope"], 2, "no revision 'nope'"),
            (["bump", "year", "--base", "dist/default-1.0.0.themepack.zip"], 2, "is the theme 'default'"),
            (["bump", "v1.2.0:year"], 64, "is not a theme of a project"), (["bump", "."], 2, "several themes"),
        ])
    func mistakes(_ arguments: [String], _ status: Int32, _ message: String) throws {
        #expect(try themepack("build").status == 0)
        let result = try Tool.run(Tool.themepack, arguments, in: repository.path)
        #expect(result.status == status && result.errors.contains(message), "\(result)")
        #expect(try manifest() == Self.manifest)
    }

    @Test("A theme with errors gets no version, because files of it would be left out")
    func broken() throws {
        try repository.write("themes/year/common/button.png", PNGFile(44, 22).bytes)
        let result = try themepack("bump", "year")
        #expect(result.status == 2 && result.errors.contains("has 1 error, so files of it are left out"), "\(result)")
    }
}
