import Foundation
import TestSupport
import Testing

@Suite("diff", .enabled(if: Tool.path(of: "git") != nil, "git is not installed"))
struct DiffCommandTests {
    let repository: TestRepository

    init() throws {
        repository = try TestRepository()
        for (path, bytes) in ProjectFiles.sound.files { try repository.write(path, bytes) }
        try repository.write("themes/default/config.json", Array(ProjectFiles.defaultConfig.utf8))
        try repository.commit("v1")
    }

    private func themepack(_ arguments: String...) throws -> Tool.Result {
        try Tool.run(Tool.themepack, arguments, in: repository.path)
    }

    private func json(_ arguments: String...) throws -> [String: Any] {
        let result = try Tool.run(Tool.themepack, ["diff"] + arguments + ["--format", "json"], in: repository.path)
        return try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    }

    private func change() throws {
        try repository.write("assets/common/button.png", PNGFile(44, 22, shade: 0x41).bytes)
        try repository.write("assets/common/button@2x.png", PNGFile(88, 44, shade: 0x40, interlaced: true).bytes)
        try repository.write("assets/common/button@3x.png", PNGFile(3, 3).bytes)
        try repository.write("assets/common/new.png", PNGFile(3, 3, shade: 1).bytes)
        let config = ProjectFiles.defaultConfig.replacingOccurrences(of: "\"radius\": 6", with: "\"radius\": \"6\"")
        try repository.write("themes/default/config.json", Array(config.utf8))
    }

    @Test("Without differences nothing is printed and the status is 0: folder, id, pack and revision")
    func same() throws {
        #expect(try themepack("build").status == 0)
        let sides = ["themes/year", "year", "v1:year", "HEAD:themes/year/", "dist/year-1.2.0.themepack.zip"]
        for side in sides {
            let result = try themepack("diff", "year", side)
            #expect(result.status == 0 && result.output.isEmpty, "\(side): \(result)")
            #expect(result.errors == "no differences\n")
        }
    }

    @Test("Text has a line for each change, the breaking ones first")
    func text() throws {
        try change()
        let result = try themepack("diff", "v1:default", "default")
        #expect(result.status == 1)
        #expect(
            result.output == """
                default 1.0.0, version unchanged  (v1:default -> default)

                settings
                  ~ Metrics.radius  6 -> "6" (string, was number)  [breaking]

                images
                  ~ common/button@3x  3x3 px, was 132x66 px  [breaking]
                  ~ common/button     968 of 968 pixels (100%) differ, by 0.4% on average, within 44x22 px at 0,0
                  + common/new        new, 3x3 px, 107 bytes
                  = common/button@2x  the same pixels; 15639 bytes, was 15600

                """)
        #expect(
            result.errors
                == "5 changes, 2 breaking; images: 1 added, 1 resized, 1 changed, 1 with the same pixels; 1 setting; "
                + "next version 2.0.0\n")
    }

    @Test("An optimizer is lossless if nothing visible has changed")
    func visible() throws {
        let image = PNGFile(88, 44, shade: 0x40, interlaced: true)
        try repository.write("assets/common/button@2x.png", image.bytes)
        #expect(try themepack("diff", "v1:default", "default").status == 1)
        #expect(try themepack("diff", "v1:default", "default", "--fail-on", "visible").status == 0)
        let other = image.inserting(.init("gAMA", [0, 0, 0, 1]), before: "IDAT")
        try repository.write("assets/common/button@2x.png", other.bytes)
        #expect(try themepack("diff", "v1:default", "default", "--fail-on", "visible").status == 1)
    }

    @Test("The same color in another notation is a change, and not a visible one")
    func sameColor() throws {
        func write(_ title: String, _ highlighted: String) throws {
            let config = ProjectFiles.defaultConfig.replacingOccurrences(of: #""F85825""#, with: "\"\(title)\"")
                .replacingOccurrences(of: #""highlighted": "EEE""#, with: "\"highlighted\": \"\(highlighted)\"")
            try repository.write("themes/default/config.json", Array(config.utf8))
        }
        try write("#f85825", "FFEEEEEE")
        let same = try themepack("diff", "v1:default", "default", "--fail-on", "visible")
        #expect(same.status == 0, "\(same)")
        #expect(same.output.contains(##""F85825" -> "#f85825" (the same color)"##), "\(same)")
        #expect(try themepack("diff", "v1:default", "default").status == 1)
        let settings = try #require(try json("v1:default", "default")["settings"] as? [[String: Any]])
        #expect(settings.map { $0["sameColor"] as? Bool } == [true, true])
        try write("#f85826", "FFEEEEEE")
        let other = try themepack("diff", "v1:default", "default", "--fail-on", "visible")
        #expect(other.status == 1 && other.output.contains(#"~ Color.title "#), "\(other)")
    }

    @Test("The status is 1 for any change, with --fail-on breaking only for a breaking one")
    func failOn() throws {
        try repository.write("themes/year/config.json", Array(#"{"Color": {"title": "FFF"}}"#.utf8))
        #expect(try themepack("diff", "v1:year", "year").status == 1)
        #expect(try themepack("diff", "v1:year", "year", "--fail-on", "breaking").status == 0)
        try change()
        #expect(try themepack("diff", "v1:default", "default", "--fail-on", "breaking").status == 1)
    }

    @Test("JSON has the same changes, in the same bytes with any number of threads")
    func jsonFields() throws {
        try change()
        let report = try json("v1:default", "default")
        #expect(
            Set(report.keys) == [
                "schemaVersion", "theme", "old", "new", "summary", "properties", "images", "settings", "resources",
            ])
        let summary = try #require(report["summary"] as? [String: Any])
        #expect(summary["breaking"] as? Int == 2 && summary["nextVersion"] as? String == "2.0.0")
        #expect(
            summary["images"] as? [String: Int] == [
                "added": 1, "removed": 0, "renamed": 0, "resized": 1, "changed": 1, "samePixels": 1,
            ])
        let images = try #require(report["images"] as? [[String: Any]])
        #expect(images.compactMap { $0["change"] as? String } == ["pixels", "bytes", "resized", "added"])
        let pixels = try #require(images[0]["pixels"] as? [String: Any])
        #expect(pixels["differing"] as? Int == 968 && pixels["all"] as? Int == 968)
        #expect(pixels["bounds"] as? [String: Int] == ["x": 0, "y": 0, "width": 44, "height": 22])
        let settings = try #require(report["settings"] as? [[String: Any]])
        #expect(settings[0]["oldType"] as? String == "number" && settings[0]["newType"] as? String == "string")
        let outputs = try (1...3).map {
            try themepack("diff", "v1:default", "default", "--format", "json", "--jobs", "\($0)").output
        }
        #expect(Set(outputs).count == 1)
    }

    @Test("--report writes files besides the printed format")
    func reports() throws {
        try change()
        let result = try themepack(
            "diff", "v1:default", "default", "-q", "--report", "json=a.json", "--report", "markdown=a.md", "--report",
            "html=a.html")
        #expect(result.status == 1 && result.errors.isEmpty && result.output.hasPrefix("default 1.0.0"))
        let markdown = try String(contentsOfFile: "\(repository.path)/a.md", encoding: .utf8)
        #expect(markdown.hasPrefix("### default 1.0.0, version unchanged\n"))
        #expect(markdown.contains("| **breaking** &#126; |"))
        #expect(FileManager.default.fileExists(atPath: "\(repository.path)/a.json"))
        let page = try String(contentsOfFile: "\(repository.path)/a.html", encoding: .utf8)
        #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("2 of 5 changes can break an app."))
        let lost = try themepack("diff", "v1:default", "default", "--report", "json=no/a.json")
        #expect(lost.status == 2 && lost.errors.contains("no/a.json: error: cannot be written: No such file"))
    }

    @Test(
        "What cannot be compared exits with 2, an absent theme with 64, and one error that says why",
        arguments: [
            (["v1:year", "default"], "v1:year is the theme 'year', default is 'default'"),
            (["v9:year", "year"], "the repository has no revision 'v9'"),
            (["--help:year", "year"], "unknown"), (["v1:yaer", "year"], "there is no theme 'yaer'"),
            (["v1:", "year"], "v1: is a project, year is a theme"), ([":year", "year"], "'' is not a revision"),
            (["year", "."], ". is a project, year is a theme"), (["themes/year/theme.json", "year"], "pack"),
            (["yaer", "year"], "there is no theme and no file 'yaer'"),
            (["year", "nobody"], "there is no theme and no file 'nobody'"),
            (["v1:../year", "year"], "there is no theme"), (["assets", "year"], "is not a theme"),
        ])
    func errors(_ arguments: [String], _ message: String) throws {
        let result = try Tool.run(Tool.themepack, ["diff"] + arguments, in: repository.path)
        let isOption = arguments[0].hasPrefix("-")
        let isUsage = isOption || message.hasPrefix("there is no theme and no file")
        #expect(result.status == (isUsage ? 64 : 2) && result.output.isEmpty, "\(result)")
        #expect(isOption || result.errors.contains(message), "\(result.errors)")
        #expect(isOption || result.errors.contains("hint: "), "\(result.errors)")
    }

    @Test("RR12 Two projects are compared theme by theme: only those that differ, and those of one side")
    func project() throws {
        #expect(try themepack("diff", "v1:", ".").errors == "no differences\n")
        try repository.write("assets/common/new.png", PNGFile(3, 3, shade: 1).bytes)
        try FileManager.default.removeItem(atPath: "\(repository.path)/themes/year")
        try repository.write(
            "themes/sea/theme.json",
            Array(#"{"formatVersion": 1, "id": "sea", "name": "Sea", "version": "1.0.0"}"#.utf8))
        let result = try themepack("diff", "v1:", ".")
        #expect(result.status == 1)
        #expect(
            result.output.hasPrefix(
                """
                default 1.0.0, version unchanged  (v1:default -> themes/default)

                images
                  + common/new  new, 3x3 px, 107 bytes

                sea  (v1: -> themes/sea)

                theme
                  ~ theme  none -> sea

                year  (v1:year -> .)

                theme
                  ~ theme  year -> none  [breaking]

                """), "\(result.output)")
        #expect(result.errors.contains(" in 3 of 3 themes, 1 breaking; images: 1 added, "), "\(result.errors)")
        let report = try json("v1:", ".")
        let themes = try #require(report["themes"] as? [[String: Any]])
        #expect(themes.map { $0["theme"] as? String } == ["default", "sea", "year"])
        #expect(themes.map { $0["old"] == nil } == [false, true, false])
        #expect(themes.map { $0["new"] == nil } == [false, false, true])
        #expect((report["summary"] as? [String: Any])?["step"] as? String == "major")
        #expect((report["old"] as? [String: String]) == ["source": "v1:"])
    }

    @Test("RR12 Pictures of changed images and of their defaults are copied, and shown in Markdown")
    func pictures() throws {
        try repository.write("themes/year/common/year_button.png", PNGFile(44, 22, shade: 9).bytes)
        let result = try themepack(
            "diff", "v1:", ".", "--format", "markdown", "--pictures", "shown=https://example.com/p/")
        #expect(result.status == 1 && result.output.contains("| | name | old | new | default | change |"))
        let names = result.output.matches(
            of: /!\[(old|new|default)\]\(https:\/\/example\.com\/p\/([0-9a-f]{64}\.png)\)/)
        #expect(names.map(\.1) == ["old", "new", "default"])
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(repository.path)/shown")
        #expect(Set(files) == Set(names.map { String($0.2) }))
        let new = try Data(contentsOf: URL(fileURLWithPath: "\(repository.path)/shown/\(names[1].2)"))
        #expect(Array(new) == PNGFile(44, 22, shade: 9).bytes)
        for address in ["ftp://a", "https://a)b", "https://a b", "https://a\"b", "https://a|b", "a"] {
            #expect(try themepack("diff", "v1:", ".", "--pictures", "shown=\(address)").status == 64, "\(address)")
        }
    }

    @Test("An image that does not decode is named with the reason, and all others are compared")
    func damaged() throws {
        try repository.write("assets/common/button.png", Array(PNGFile(44, 22, shade: 3).bytes.dropLast(30)))
        try repository.write("assets/common/button@2x.png", PNGFile(88, 44, shade: 3).bytes)
        let result = try themepack("diff", "v1:default", "default")
        #expect(result.status == 1)
        #expect(result.output.contains("the new image is damaged: the file ends too early"))
        #expect(result.output.contains("3872 of 3872 pixels (100%) differ"))
    }

    @Test("A damaged image of a pack is not compared with others")
    func damagedPack() throws {
        #expect(try themepack("build").status == 0)
        let path = "\(repository.path)/dist/year-1.2.0.themepack.zip"
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        let image = PNGFile(44, 22, shade: 0x80).bytes
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: image) })
        bytes[start + 60] ^= 1
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        try repository.write("themes/year/common/year_button.png", PNGFile(44, 22, shade: 3).bytes)
        let result = try themepack("diff", "dist/year-1.2.0.themepack.zip", "year")
        #expect(result.status == 1 && result.output.contains("the old image has a SHA-256 that differs"), "\(result)")
    }

    @Test("A theme of a revision that is a submodule is named")
    func submodule() throws {
        let id = try repository.git("rev-parse", "HEAD").prefix { $0 != "\n" }
        try repository.git("rm", "-r", "-q", "--cached", "themes/year")
        try repository.git("update-index", "--add", "--cacheinfo", "160000,\(id),themes/year")
        try repository.git("-c", "user.name=T", "-c", "user.email=t@example.com", "commit", "-q", "-m", "submodule")
        let result = try themepack("diff", "HEAD:", ".")
        #expect(
            result.status == 2 && result.errors.hasPrefix("HEAD:themes/year: error: is a submodule, not a folder\n"),
            "\(result)")
    }

    @Test("An error in a revision is shown with the revision before its path")
    func brokenRevision() throws {
        try repository.write("themes/year/theme.json", Array("{".utf8))
        try repository.commit("v2")
        let result = try themepack("diff", "v2:year", "year")
        #expect(result.status == 2 && result.errors.hasPrefix("v2:themes/year/theme.json:1:1: error: "), "\(result)")
    }

    @Test("Files that verify reports are mentioned")
    func leftOut() throws {
        try repository.write("themes/year/common/button.png", PNGFile(44, 22).bytes)
        let result = try themepack("diff", "v1:year", "year")
        #expect(result.errors.hasPrefix("note: year has 1 error; what 'themepack verify' reports is not compared\n"))
    }
}
