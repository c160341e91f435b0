import Foundation
import TestSupport
import Testing

@Suite("diff", .enabled(if: Tool.path(of: "git") != nil, "git is not installed"))
struct DiffCommandTests: SentenceTests {
    static let sentences = "commands-diff"
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
            try expect(themepack("diff", "year", side), 0, "no differences")
        }
    }

    @Test("Text has a line for each change, the breaking ones first")
    func text() throws {
        try change()
        try expect(themepack("diff", "v1:default", "default"), 1, "a change of each kind")
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
        try expect(same, 0, "the same color in another notation")
        #expect(try themepack("diff", "v1:default", "default").status == 1)
        let settings = try #require(try json("v1:default", "default")["settings"] as? [[String: Any]])
        #expect(settings.map { $0["sameColor"] as? Bool } == [true, true])
        try write("#f85826", "FFEEEEEE")
        let other = try themepack("diff", "v1:default", "default", "--fail-on", "visible")
        try expect(other, 1, "another color, and the same in another notation")
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
        try expect(themepack("diff", "v1:default", "default", "--report", "json=no/a.json"), 2, "an absent folder")
    }

    @Test(
        "What cannot be compared exits with 2, an absent theme with 64, and one error that says why",
        arguments: [
            ("v1:year default", 2), ("v9:year year", 2), ("--help:year year", 64), ("v1:yaer year", 2),
            ("v1: year", 2), (":year year", 2), ("year .", 2), ("themes/year/theme.json year", 2), ("yaer year", 64),
            ("year nobody", 64), ("v1:../year year", 2), ("assets year", 2),
        ])
    func errors(_ line: String, _ status: Int) throws {
        let arguments = ["diff"] + line.split(separator: " ").map(String.init)
        let result = try Tool.run(Tool.themepack, arguments, in: repository.path)
        try expect(result, status, line)
        #expect(line.hasPrefix("-") || result.errors.contains("hint: "), "\(result.errors)")
    }

    @Test("RR12 Two projects are compared theme by theme: only those that differ, and those of one side")
    func project() throws {
        try expect(themepack("diff", "v1:", "."), 0, "no differences")
        try repository.write("assets/common/new.png", PNGFile(3, 3, shade: 1).bytes)
        try FileManager.default.removeItem(atPath: "\(repository.path)/themes/year")
        try repository.write(
            "themes/sea/theme.json",
            Array(#"{"formatVersion": 1, "id": "sea", "name": "Sea", "version": "1.0.0"}"#.utf8))
        try expect(themepack("diff", "v1:", "."), 1, "two projects")
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
        try expect(themepack("diff", "v1:default", "default"), 1, "a damaged image")
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
        try expect(result, 1, "a damaged image of a pack")
    }

    @Test("A theme of a revision that is a submodule is named")
    func submodule() throws {
        let id = try repository.git("rev-parse", "HEAD").prefix { $0 != "\n" }
        try repository.git("rm", "-r", "-q", "--cached", "themes/year")
        try repository.git("update-index", "--add", "--cacheinfo", "160000,\(id),themes/year")
        try repository.git("-c", "user.name=T", "-c", "user.email=t@example.com", "commit", "-q", "-m", "submodule")
        try expect(themepack("diff", "HEAD:", "."), 0, "a submodule")
    }

    @Test("A revision without a colon is named")
    func revision() throws { try expect(themepack("diff", "HEAD"), 64, "a revision without a colon") }

    @Test("An error in a revision is shown with the revision before its path")
    func brokenRevision() throws {
        try repository.write("themes/year/theme.json", Array("{".utf8))
        try repository.commit("v2")
        try expect(themepack("diff", "v2:year", "year"), 2, "an error in a revision")
    }

    @Test("Files that verify reports are mentioned")
    func leftOut() throws {
        try repository.write("themes/year/common/button.png", PNGFile(44, 22).bytes)
        try expect(themepack("diff", "v1:year", "year"), 0, "a theme with an error")
    }
}
