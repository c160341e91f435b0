import Foundation
import TestSupport
import Testing

@Suite("Commands on mounted packs")
struct MountedCommandTests: ToolTests, SentenceTests {
    static let sentences = "commands-packs"
    let sandbox: Sandbox
    static let packs = ["dist/default-1.0.0.themepack.zip", "dist/year-1.2.0.themepack.zip"]

    init() throws { sandbox = try Self.builtProject() }

    func themepack(_ arguments: [String]) throws -> Tool.Result {
        try Tool.run(Tool.themepack, arguments, in: sandbox.path)
    }

    @Test("explain names the file of the answer and every step")
    func explain() throws {
        let result = try themepack(["explain", "common/button", "--scale", "2"] + Self.packs)
        try expect(result, 0, "explain an image")
    }

    @Test("explain prints JSON, and exits with 1 if no theme has the image")
    func explainJSON() throws {
        let result = try themepack(["explain", "common/absent", "--format", "json"] + Self.packs)
        #expect(result.status == 1)
        let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        #expect((value?["steps"] as? [Any])?.count == 2 && value?["answer"] == nil)
    }

    @Test("resolve -o writes the bytes of the theme's own file")
    func resolve() throws {
        let result = try themepack(["resolve", "common/button", "--scale", "2", "-o", "out.png"] + Self.packs)
        #expect(result.status == 0)
        let source = try Data(contentsOf: URL(fileURLWithPath: "\(sandbox.path)/themes/year/common/year_button@2x.png"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: "\(sandbox.path)/out.png")) == source)
    }

    @Test("resolve names what has a similar name", arguments: ["Color.titel", "common/buton", "nothing"])
    func similar(_ name: String) throws {
        try expect(themepack(["resolve", name] + Self.packs), 1, "resolve \(name)")
    }

    @Test("A damaged image of a folder is an error, and an exempt one is in no answer, as in the pack")
    func damaged() throws {
        let name = "themes/year/common/year_button@2x.png"
        try sandbox.write(name, try sandbox.read(name).dropLast(20))
        let (lookUp, export) = (["resolve", "common/button", "--scale", "2", "-o"], ["export", "css", "-o"])
        for words in [lookUp + ["out"], ["explain", "common/button"], export + ["out"]] {
            let result = try themepack(words + ["themes/default", "themes/year"])
            try expect(result, 2, "\(words[0]) with a damaged image")
        }
        try sandbox.write(
            "themepack.json",
            "{\"rules\": {\"image-scale-missing\": \"off\"},"
                + " \"exemptions\": [{\"rule\": \"image-corrupt\", \"path\": \"\(name)\"}]}")
        try #require(themepack(["build"]).status == 0)
        try sandbox.write("resolve/kept", "")
        for words in [lookUp, export] {
            for (output, sources) in [("packed", Self.packs), ("read", ["themes/default", "themes/year"])] {
                let result = try themepack(words + ["\(words[0])/\(output)"] + sources)
                #expect(result.status == 0, "\(result)")
            }
        }
        #expect(try sandbox.read("resolve/read") == sandbox.read("resolve/packed"))
        #expect(try sandbox.listing(of: "export/read") == sandbox.listing(of: "export/packed"))
    }

    @Test("An error in a folder's file begins with the file's path and line")
    func place() throws {
        try sandbox.write("themes/year/config.json", "{\n  \"Color\": }")
        try expect(themepack(["explain", "common/button", "themes/year"]), 2, "explain in a damaged folder")
    }

    @Test("resolve -o writes to a pipe or through a link, and replaces neither")
    func resolveToOthers() throws {
        let name = "themes/year/common/year_button@2x.png"
        let resolve = "\"$0\" resolve common/button --scale 2 \(Self.packs.joined(separator: " ")) -o"
        let script = """
            mkfifo pipe && { timeout 600 cat pipe > copy & \(resolve) pipe && wait && [ -p pipe ] && cmp copy \(name) &&
            echo old > real && ln -s real link && \(resolve) link && [ -L link ] && cmp real \(name); }
            """
        let result = try Tool.run("/bin/sh", ["-c", script, Tool.themepack], in: sandbox.path)
        #expect(result.status == 0, "\(result)")
    }

    @Test("resolve writes nothing and exits with 1 if no theme has the image")
    func absent() throws {
        let result = try themepack(["resolve", "common/absent", "-o", "out.png"] + Self.packs)
        try expect(result, 1, "resolve an absent image")
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/out.png"))
    }

    @Test("An unknown theme gets a suggestion, a missing default pack a hint")
    func wrong() throws {
        let misspelt = try themepack(["explain", "common/button", "--theme", "yaer"] + Self.packs)
        try expect(misspelt, 64, "explain with a misspelled theme")
        try expect(themepack(["explain", "common/button", Self.packs[1]]), 2, "explain without the default pack")
    }

    @Test(
        "A theme's folder answers as its pack does, with the themes that it extends; a project with all of its themes",
        arguments: [
            (["themes/year"], "themes/year/common/year_button@2x.png"),
            (["themes/year/", "themes/default"], "assets/common/button@2x.png"),
            (["themes/default", "themes/year"], "themes/year/common/year_button@2x.png"),
            ([packs[0], "themes/year"], "themes/year/common/year_button@2x.png"),
            (["themes/year", packs[0]], "assets/common/button@2x.png"),
            ([".", "--theme", "year"], "themes/year/common/year_button@2x.png"),
            (["."], "assets/common/button@2x.png"),
        ])
    func folders(_ arguments: [String], _ source: String) throws {
        let expected = try sandbox.read(source)
        let resolved = try themepack(["resolve", "common/button", "--scale", "2", "-o", "out.png"] + arguments)
        #expect(resolved.status == 0, "\(resolved)")
        #expect(try sandbox.read("out.png") == expected)
        let explained = try themepack(["explain", "common/button", "--scale", "2"] + arguments)
        #expect(explained.status == 0 && !explained.output.contains(sandbox.path), "\(explained)")
    }

    @Test("The answer from a folder names the file, relative to the current folder")
    func folderOrigin() throws {
        let result = try themepack(["explain", "common/button", "--scale", "2", "themes/year"])
        #expect(result.output.contains(": themes/year/common/year_button@2x.png\n"), "\(result)")
        #expect(!result.output.contains(sandbox.path), "\(result)")
    }

    @Test(
        "A folder that cannot be mounted exits with 2 and a hint",
        arguments: ["assets", "/", "themes/empty"])
    func badFolder(_ folder: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(sandbox.path)/themes/empty", withIntermediateDirectories: true)
        try expect(themepack(["explain", "common/button", folder]), 2, "explain in the folder \(folder)")
        #expect(try themepack(["explain", "common/button", "."]).status == 0)
    }

    @Test(
        "What a person has in hand is taken: a file's path, a name with scale and extension, one without its folder",
        arguments: [
            ("assets/common/button@2x.png", "assets/common/button@2x.png"),
            ("./assets/common/button.png", "assets/common/button.png"),
            ("themes/year/common/year_button@2x.png", "themes/year/common/year_button@2x.png"),
            ("year_button.png", "themes/year/common/year_button.png"),
            ("common/button@3x.png", "assets/common/button@3x.png"), ("button@2x", "assets/common/button@2x.png"),
            ("button", "assets/common/button.png"), ("button --theme year", "themes/year/common/year_button.png"),
            ("assets/common/button.png year", "themes/year/common/year_button.png"),
            ("button@2x --scale 3", "assets/common/button@3x.png"),
        ])
    func inHand(_ line: String, _ source: String) throws {
        let words = line.split(separator: " ").map(String.init)
        let resolved = try themepack(["resolve", "-o", "out.png"] + words)
        #expect(resolved.status == 0, "\(resolved)")
        #expect(try sandbox.read("out.png") == sandbox.read(source))
        #expect(resolved.errors.hasPrefix("note: '\(words[0])' is taken as 'common/button' at @"), "\(resolved)")
        let explained = try themepack(["explain"] + words)
        #expect(explained.status == 0 && explained.output.contains(": \(source)\n"), "\(explained)")
    }

    @Test("The name of a file is that of the theme that has it, not of one that extends it")
    func inherited() throws {
        try sandbox.write("themes/child/theme.json", #"{"id": "child", "version": "1.0.0", "extends": "year"}"#)
        let result = try themepack(["explain", "year_button.png"])
        #expect(result.errors.contains(" in 'year'\n"), "\(result)")
    }

    @Test("The end of one setting's path is taken as well; the end of several names is none of them")
    func ends() throws {
        let title = try themepack(["resolve", "title", "--theme", "year"])
        let whole = try themepack(["resolve", "Color.title", "--theme", "year"])
        #expect(title.status == 0 && title.output == whole.output, "\(title)")
        try sandbox.write("assets/other/button.png", PNGFile(4, 4).bytes)
        for command in ["resolve", "explain"] {
            let result = try themepack([command, "button"])
            #expect(result.status == 64, "\(result)")
            #expect(result.errors.contains("hint: name one of common/button, other/button\n"), "\(result)")
        }
        #expect(try themepack(["explain", "other/button"]).errors.isEmpty)
    }

    @Test("Two names of one folder are one theme, and list takes themes and their files")
    func twoNames() throws {
        let one = try themepack(["explain", "common/button", "themes/year"])
        let link = "\(sandbox.path)/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "themes/year")
        for names in [["themes/year", "./themes/year/"], ["year", "themes/year"], ["themes/year", "link"]] {
            let both = try themepack(["explain", "common/button"] + names)
            #expect(both.status == 0 && both.output == one.output, "\(both)")
        }
        // A link among the themes has a name of its own.
        for target in ["year", sandbox.path] {
            let link = "\(sandbox.path)/themes/night"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            for command in [["verify", "-q"], ["list"], ["explain", "x"]] {
                let (id, path) = (try themepack(command + ["night"]), try themepack(command + ["./themes/night/"]))
                let errors = [id.errors, path.errors].map { $0.replacing(/in [\d.]+ s/, with: "") }
                #expect(id.output == path.output && errors[0] == errors[1] && id.status == path.status, "\(path)")
                #expect(command == ["list"] || id.status > 0, "\(id)")
            }
            try FileManager.default.removeItem(atPath: link)
        }
        let list = try themepack(["list", "year"])
        #expect(list.status == 0 && list.output.split(separator: "\n").count == 2, "\(list)")
        for name in ["themes/year/", "themes/year/common/year_button.png", "./themes/year/theme.json"] {
            #expect(try themepack(["list", name]).output == list.output)
        }
        #expect(try themepack(["list", Self.packs[0]]).errors.contains("'themepack inspect'"))
    }
}
