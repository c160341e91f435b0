import Foundation
import TestSupport
import Testing

@Suite("themepack import and export")
struct ExchangeCommandTests: ToolTests, SentenceTests {
    static let sentences = "commands-exchange"
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        for (name, shade) in [("a", UInt8(1)), ("d", 2)] {
            try sandbox.write("App/Media.xcassets/icon.imageset/\(name).png", PNGFile(8, 4, shade: shade).bytes)
        }
        try sandbox.write(
            "App/Media.xcassets/icon.imageset/Contents.json",
            """
            {"images": [{"idiom": "universal", "filename": "a.png"}, {"idiom": "universal", "filename": "d.png", \
            "appearances": [{"appearance": "luminosity", "value": "dark"}]}]}
            """)
        try sandbox.write(
            "App/Media.xcassets/title.colorset/Contents.json",
            #"{"colors": [{"idiom": "universal", "color": {"color-space": "display-p3", "components": "#
                + #"{"red": "0.500", "green": "0.500", "blue": "0.500", "alpha": "1.000"}}}]}"#)
        try sandbox.write("App/Media.xcassets/AppIcon.appiconset/Contents.json", "{}")
    }

    @Test(
        "A second import of the same sources takes its images from the cache, whatever is in it",
        .enabled(if: Tool.path(of: "rsvg-convert") != nil))
    func cache() throws {
        let set = "App/Media.xcassets/drawing.imageset"
        try sandbox.write(
            "\(set)/Contents.json", #"{"images": [{"idiom": "universal", "filename": "a.svg"}]}"#)
        try sandbox.write(
            "\(set)/a.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='4'><circle r='3'/></svg>")
        func imported(_ options: String...) throws -> [String: [UInt8]] {
            let command = ["import", "xcassets", "App", "--into", "project", "--force"] + options
            let result = try Tool.run(Tool.themepack, command, in: sandbox.path)
            #expect(result.status == 0, "\(result)")
            return try sandbox.listing(of: "project").filter { $0.key.hasSuffix(".png") }
        }
        let folder = "\(sandbox.path)/project/.themepack"
        func caches() -> [String] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.filter { $0.hasPrefix("import-") }
        }
        let first = try imported("--no-cache")
        #expect(caches() == [])
        #expect(try imported() == first)
        let cache = "project/.themepack/\(try #require(caches().first))"
        try sandbox.write("project/assets/drawing.png", PNGFile(4, 4).bytes)
        #expect(try imported() == first)
        // A damaged cache counts as missing.
        try sandbox.write(cache, Array(try sandbox.read(cache).dropLast()))
        #expect(try imported() == first)
    }

    @Test(
        "A source that does not exist is an error that names it, and nothing is written",
        arguments: ["xcassets", "android", "tokens", "swifttheme", "metheme"])
    func missing(_ format: String) throws {
        try expect(themepack("import", format, "nowhere", "--into", "project"), 2, "import \(format) from nowhere")
        #expect(throws: (any Error).self) { try sandbox.listing(of: "project") }
    }

    @Test("An app comes in, verifies, builds and goes out again in every format")
    func workflow() throws {
        try expect(themepack("import", "xcassets", "App", "--into", "project"), 0, "an app")
        #expect(try themepack("verify", "-C", "project").status == 0)
        #expect(try themepack("build", "-C", "project").status == 0)
        for format in ["xcassets", "android", "css", "tokens"] {
            let export = try themepack("export", format, "default", "dark", "-o", "../\(format)", "-C", "project")
            #expect(export.status == 0, "\(export)")
            let again = try themepack("export", format, "default", "dark", "-o", "../\(format)", "-C", "project")
            try expect(again, 2, "an export to an existing folder: \(format)")
        }
        let packs = try themepack(
            "export", "xcassets", "project/dist/default-1.0.0.themepack.zip", "project/dist/dark-1.0.0.themepack.zip",
            "-o", "packs")
        #expect(packs.status == 0, "\(packs)")
        #expect(try sandbox.listing(of: "packs") == sandbox.listing(of: "xcassets"))
        let back = try themepack("import", "xcassets", "packs", "--into", "back")
        #expect(back.status == 0, "\(back)")
    }

    @Test("An export says which resources it leaves out", arguments: ["xcassets", "android", "css", "tokens"])
    func resources(_ format: String) throws {
        let project = try TestProject()
        try project.theme("default", more: #", "resources": ["*.txt"]"#)
        try project.theme("dark", more: #", "resources": ["*.txt"]"#)
        try project.image("assets/icon.png")
        for (theme, names) in [("default", ["a"]), ("dark", ["a", "b"])] {
            for name in names { try project.write("themes/\(theme)/\(name).txt", name) }
        }
        let result = try themepack("export", format, "default", "dark", "-C", project.root, "-o", "out")
        try expect(result, 0, "resources: \(format)")
    }

    @Test("Every item of a made app adds up, as Python counts it, and three quarters of its drawables are usable")
    func count() throws {
        let script = "\(Tool.repository)/Scripts/check_imports.py"
        guard let python = Tool.python, Tool.path(of: "rsvg-convert") != nil else { return }
        let result = try Tool.run(python, [script, Tool.themepack, "made"], in: sandbox.path)
        #expect(result.status == 0, "\(result)")
        // The settings that name images by state and the vectors make a project that verifies.
        let verified = try themepack("verify", "-C", "made/from-android")
        #expect(verified.status == 0, "\(verified)")
    }

    @Test("The default theme is the base of an export wherever it is named, as in dist/*.zip")
    func base() throws {
        #expect(try themepack("import", "xcassets", "App", "--into", "project").status == 0)
        for format in ["xcassets", "android", "css", "tokens"] {
            for (output, themes) in [("first", ["default", "dark"]), ("last", ["dark", "default"])] {
                let arguments = ["export", format] + themes + ["-o", "../\(format)-\(output)", "-C", "project"]
                let result = try Tool.run(Tool.themepack, arguments, in: sandbox.path)
                #expect(result.status == 0, "\(result)")
            }
            let files = try sandbox.listing(of: "\(format)-first")
            #expect(try !files.isEmpty && files == sandbox.listing(of: "\(format)-last"))
        }
        let light = try themepack(
            "export", "xcassets", "dark", "default", "--themes", "light=default", "-o", "../light", "-C", "project")
        #expect(light.status == 0, "\(light)")
        let set = "light/Themes.xcassets/icon.imageset/Contents.json"
        #expect(String(decoding: try sandbox.read(set), as: UTF8.self).contains(#""value" : "light""#))
    }

    @Test("Exports say what is wrong with their arguments")
    func exportArguments() throws {
        #expect(try themepack("import", "xcassets", "App", "--into", "project").status == 0)
        let folder = "project/themes/default"
        try FileManager.default.copyItem(atPath: "\(sandbox.path)/project", toPath: "\(sandbox.path)/other")
        for (line, status) in [
            ("css \(folder) other/themes/default", 2), ("css nothing", 2), ("tokens \(folder) --themes dark=x", 64),
            ("android \(folder) --themes dark=x", 2),
            ("xcassets \(folder) project/themes/dark --themes dakr=dark", 2),
        ] {
            let arguments = line.split(separator: " ").map(String.init)
            try expect(Tool.run(Tool.themepack, ["export"] + arguments + ["-o", "o"], in: sandbox.path), status, line)
            #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/o"))
        }
        // Two names of one folder are one theme.
        let same = try themepack("export", "css", folder, "./\(folder)/", "-o", "o")
        let once = try themepack("export", "css", folder, "-o", "p")
        #expect(same.status == 0 && same.output == once.output, "\(same)")
    }

    @Test("A line of the table has at most five notes; JSON has all, and new names")
    func manyNotes() throws {
        for number in 0..<9 { try sandbox.write("App/Media.xcassets/icon.imageset/old\(number).png", [0]) }
        let text = try themepack("import", "xcassets", "App", "--into", "p", "--dry-run")
        try expect(text, 0, "nine notes about an image set")
        let json = try themepack("import", "xcassets", "App", "--into", "p", "--format", "json").output
        #expect(json.contains("old8.png"))
        let export = try themepack("export", "css", "p/themes/default", "-o", "o", "--format", "json").output
        #expect(export.contains(#""newName": "--image-icon""#), "\(export)")
    }

    @Test(
        "A file in the place of a source is named, with the way to get the source",
        arguments: [
            ("tokens", "t.json"), ("android", "res/values/colors.xml"), ("xcassets", "A.xcassets/i.imageset/i.png"),
            ("swifttheme", "t.json"), ("metheme", "t.json"),
        ],
        [
            ("a pointer", Array("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n".utf8)),
            ("UTF-16", [0xFF, 0xFE, 0x7B, 0, 0x7D, 0]), ("a conflict", Array("<<<<<<< a\n{}\n=======\n{}\n".utf8)),
        ] as [(String, [UInt8])])
    func standIns(_ source: (format: String, file: String), _ contents: (name: String, bytes: [UInt8])) throws {
        try sandbox.write(source.file, contents.bytes)
        try sandbox.write(
            "A.xcassets/i.imageset/Contents.json", #"{"images": [{"idiom": "universal", "filename": "i.png"}]}"#)
        let argument = String(source.file.split(separator: "/")[0])
        let result = try themepack("import", source.format, argument, "--into", "new")
        try expect(result, 1, "\(contents.name) in the place of \(source.file) for \(source.format)")
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/new"))
    }

    @Test(
        "A source without anything to take is an error, whatever its format",
        arguments: [
            ("tokens", "t.json", "{}"), ("xcassets", "E.xcassets/.hidden", ""), ("swifttheme", "E.bundle/a.txt", ""),
        ])
    func nothing(_ format: String, _ file: String, _ text: String) throws {
        try sandbox.write(file, text)
        let argument = String(file.split(separator: "/")[0])
        try expect(themepack("import", format, argument, "--into", "new"), 2, "nothing in \(file) for \(format)")
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/new"))
    }

    @Test("A folder of tokens is read without the packages that it uses")
    func packages() throws {
        try sandbox.write("T/a.json", ##"{"a": {"$value": "#fff", "$type": "color"}}"##)
        try sandbox.write("T/node_modules/x/b.json", ##"{"b": {"$value": "#fff", "$type": "color"}}"##)
        #expect(try themepack("import", "tokens", "T", "--into", "new").status == 0)
        #expect(!(try sandbox.text("new/themes/default/config.json").contains("\"b\"")))
    }

    @Test("A setting without a name is not taken", arguments: [[], ["--force"]])
    func noName(_ options: [String]) throws {
        try sandbox.write("t.json", ##"{"": {"$value": "#fff", "$type": "color"}}"##)
        let arguments = ["import", "tokens", "t.json", "--into", "new"] + options
        try expect(
            Tool.run(Tool.themepack, arguments, in: sandbox.path), 1, "no name" + options.map { " \($0)" }.joined())
    }

    @Test("A dry run writes nothing; JSON lists every item and file")
    func json() throws {
        let result = try themepack("import", "xcassets", "App", "--into", "p", "--dry-run", "--format", "json")
        #expect(result.status == 0, "\(result)")
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/p"))
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect((json["items"] as? [Any])?.count == 3 && (json["files"] as? [Any])?.count == 6)
        #expect(json["written"] as? Bool == false)
    }

    @Test("A defect gives status 1, and wrong usage says what to do")
    func failures() throws {
        try sandbox.write("App/Media.xcassets/bad.imageset/Contents.json", "{")
        let icon = "App/Media.xcassets/icon.imageset", other = "App/Media.xcassets/other.imageset"
        for file in ["Contents.json", "a.png"] {
            try sandbox.write("\(other)/\(file)", try sandbox.read("\(icon)/\(file)"))
        }
        try sandbox.write("\(other)/d.png", [0])
        try expect(themepack("import", "xcassets", "App", "--into", "p"), 1, "defects")
        try expect(themepack("import", "xcassets", "nowhere", "--into", "p"), 2, "an absent folder")
        try expect(themepack("import", "xcassets", "App", "--scales", "0"), 64, "--scales 0")
        try expect(themepack("import", "xcassets"), 64, "no folder")
        try expect(themepack("export", "css", "drak", "-o", "o", "-C", "p"), 64, "a misspelled theme")
    }
}
