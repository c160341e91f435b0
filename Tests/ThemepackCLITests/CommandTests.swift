import Foundation
import TestSupport
import Testing

/// The built executable, from outside.
@Suite("Commands")
struct CommandTests: ToolTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Self.soundProject() }

    /// Makes one image of the theme a pixel too wide.
    func spoil() throws { try sandbox.write("themes/year/common/year_button@2x.png", PNGFile(90, 44, shade: 9).bytes) }

    static let errorLines = """
        themes/year/common/year_button@2x.png: error: 90x44 px, its default is 88x44 px [image-dimensions]
        assets/common/button@2x.png: note: the default is here

        """

    @Test("verify: nothing on stdout for what is fine, one summary line on stderr, exit 0")
    func verifySound() throws {
        let result = try themepack("verify")
        #expect(result.status == 0 && result.output.isEmpty)
        #expect(
            result.errors.wholeMatch(of: /verified 6 images of 2 themes in \d+\.\d\d s: 0 errors, 0 warnings\n/) != nil,
            "\(result)")
    }

    @Test("verify: the issue's lines, word for word, exit 1")
    func verifyBroken() throws {
        try spoil()
        let result = try themepack("verify")
        #expect(result.status == 1)
        let scale = "themes/year/common/year_button@2x.png: warning: "
        #expect(result.output.hasPrefix(Self.errorLines), "\(result)")
        #expect(result.output.dropFirst(Self.errorLines.count).hasPrefix(scale) || result.output == Self.errorLines)
        #expect(result.errors.contains(": 1 error, "))
    }

    @Test("The sample project's sentence: the fixture of a broken theme is told as the README shows it")
    func fixture() throws {
        let result = try Tool.themepack("verify", in: "\(Tool.repository)/Tests/Fixtures/broken-theme")
        #expect(result.status == 1)
        #expect(
            result.output.contains(
                """
                themes/year/common/year_buttonImage@2x.png: error: 90x44 px, its default is 88x44 px [image-dimensions]
                assets/common/buttonImage@2x.png: note: the default is here

                """), "\(result.output)")
    }

    @Test("The sample in the repository has no error")
    func sample() throws {
        let result = try Tool.themepack("verify", "--fail-on", "warning", in: Tool.repository)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    @Test("One broken theme of two: naming the other is fine")
    func selection() throws {
        try spoil()
        #expect(try themepack("verify", "default").status == 0)
        #expect(try themepack("verify", "year").status == 1)
        #expect(try themepack("verify", "themes/year").status == 1)
        #expect(try themepack("verify", "themes/default/").status == 0)
        #expect(try themepack("verify", ".").status == 1)
        #expect(try themepack("verify", "default", "year").status == 1)
    }

    @Test(
        "From any folder below, the nearest project is worked on, and paths are relative to it",
        arguments: ["assets", "assets/common", "themes/year", "themes"])
    func walkingUp(_ folder: String) throws {
        try spoil()
        let result = try themepack("verify", in: folder)
        #expect(result.status == 1 && result.output.hasPrefix(Self.errorLines), "\(result)")
    }

    @Test("-C works as if started there")
    func otherFolder() throws {
        let outside = try Sandbox()
        let result = try Tool.themepack("verify", "-C", sandbox.path, in: outside.path)
        #expect(result.status == 0)
        #expect(try Tool.themepack("verify", "-C", "absent", in: outside.path).status == 2)
        #expect(try Tool.themepack("build", "-C", sandbox.path, in: outside.path).status == 0)
        #expect(try outside.listing().isEmpty)
    }

    @Test("-q leaves no summary, the findings stay")
    func quiet() throws {
        #expect(try themepack("verify", "-q").errors.isEmpty)
        try spoil()
        let result = try themepack("verify", "-q")
        #expect(result.status == 1 && result.errors.isEmpty && result.output.hasPrefix(Self.errorLines))
    }

    @Test("--fail-on warning makes a warning a failure")
    func failOn() throws {
        try sandbox.write("themes/year/config.json", #"{"Color": {"title": "00"}}"#)
        #expect(try themepack("verify").status == 0)
        let result = try themepack("verify", "--fail-on", "warning")
        #expect(
            result.status == 1 && result.output.contains("themes/year/config.json:1:21: warning: Color.title: "),
            "\(result)")
        #expect(try themepack("build", "--fail-on", "warning").status == 1)
        #expect(try themepack("build").status == 0)
    }

    @Test("Colour is for terminals, or for who asks; NO_COLOR is obeyed")
    func colour() throws {
        try spoil()
        let escape = "\u{1B}["
        #expect(try !themepack("verify").output.contains(escape))
        #expect(try themepack("verify", "--color", "always").output.contains("\u{1B}[1;31merror:\u{1B}[0m"))
        #expect(try !themepack("verify", "--color", "never").output.contains(escape))
        #expect(try !themepack("verify", environment: ["NO_COLOR": "1"]).output.contains(escape))
        #expect(try !themepack("verify", "--format", "json", "--color", "always").output.contains(escape))
    }

    @Test(
        "Wrong usage is 64, on stderr, with a suggestion where there is one",
        arguments: [
            (["verfy"], "did you mean 'verify'?"), (["xyzzy"], "commands are"),
            (["verify", "yaer"], "Did you mean 'year'?"),
            (["verify", "qqqqqq"], "Themes are default, year."), (["verify", "--fromat", "json"], "--fromat"),
            (["verify", "--format", "xml"], "xml"), (["verify", "--jobs", "0"], "--jobs"),
            (["verify", "--report", "json"], "json"),
            (["verify", "--report", "=x"], "=x"), (["verify", "--fail-on", "note"], "note"),
            (["build", "--report", "pdf=x"], "pdf"),
            (["inspect"], "pack"), (["inspect", "x", "--format", "sarif"], "text or json"),
            (["build", "themes/year/theme.json"], "themes are built"),
            (["verify", "--color", "sometimes"], "sometimes"), (["verify", "--jobs", "99999999999999999999"], "jobs"),
        ])
    func usage(_ arguments: [String], _ says: String) throws {
        let result = try Tool.run(Tool.themepack, arguments, in: sandbox.path)
        #expect(result.status == 64, "\(result)")
        #expect(result.output.isEmpty && result.errors.contains(says), "\(result)")
    }

    @Test(
        "What cannot be done at all is 2, with what to do",
        arguments: [
            (["inspect", "absent.zip"], "absent.zip: error: does not exist"),
            (["inspect", "themes/year/theme.json"], "hint: run 'themepack verify'"),
            (["verify", "/"], "lies in no project"), (["verify", "assets"], "is no theme"),
            (["verify", "--report", "json=no/such/folder"], "cannot be written: No such file or directory"),
            (["verify", "--report", "json=themes"], "cannot be written: Is a directory"),
            (["init"], "is there already; nothing was written"),
        ])
    func cannotRun(_ arguments: [String], _ says: String) throws {
        if arguments == ["init"] { try sandbox.write("themepack.json", "{}") }
        let result = try Tool.run(Tool.themepack, arguments, in: sandbox.path)
        #expect(result.status == 2 && result.errors.contains(says), "\(result)")
        #expect(result.errors.contains("error: ") && result.errors.contains("hint: "))
    }

    @Test("A folder without a project is 2, and init is named")
    func noProject() throws {
        let empty = try Sandbox()
        for command in ["verify", "build"] {
            let result = try Tool.themepack(command, in: empty.path)
            #expect(result.status == 2 && result.errors.contains("themepack init"), "\(result)")
            #expect(try empty.listing().isEmpty)
        }
    }

    @Test("A mistake in themepack.json is 2, with line, column and suggestion")
    func projectFile() throws {
        try sandbox.write("themepack.json", "{\n  \"rules\": {\"image-alfa\": \"off\"}\n}")
        let result = try themepack("verify")
        #expect(result.status == 2)
        #expect(
            result.errors
                == "themepack.json:2:13: error: rules.image-alfa: there is no key 'image-alfa' here\nhint: did you mean 'image-alpha'?\n"
        )
    }

    @Test("init, verify, build, verify the packs: each is fine and says where to go on")
    func beginning() throws {
        let empty = try Sandbox()
        let begun = try Tool.themepack("init", "new", in: empty.path)
        #expect(
            begun.status == 0 && begun.output.contains("themes/dark/theme.json\n")
                && begun.errors.hasPrefix("next: themepack verify"))
        let verified = try Tool.themepack("verify", "--fail-on", "warning", in: "\(empty.path)/new")
        #expect(verified.status == 0 && verified.output.isEmpty, "\(verified)")
        let built = try Tool.themepack("build", in: "\(empty.path)/new")
        #expect(
            built.status == 0 && built.output == "dist/dark-1.0.0.themepack.zip\ndist/default-1.0.0.themepack.zip\n",
            "\(built)")
        let packs = try Tool.themepack(
            "verify", "dist/dark-1.0.0.themepack.zip", "dist/default-1.0.0.themepack.zip", in: "\(empty.path)/new")
        #expect(packs.status == 0 && packs.errors.contains("verified 6 images of 2 themes"), "\(packs)")
        let before = try empty.listing()
        #expect(try Tool.themepack("init", "new", in: empty.path).status == 2)
        #expect(try empty.listing() == before)
    }

    @Test("build: the packs' paths on stdout, the findings and the summary on stderr")
    func build() throws {
        try sandbox.write("themes/year/config.json", #"{"Color": {"title": "00"}}"#)
        let result = try themepack("build")
        #expect(
            result.status == 0 && result.output == "dist/default-1.0.0.themepack.zip\ndist/year-1.2.0.themepack.zip\n")
        #expect(
            result.errors.contains("[config-colour]")
                && result.errors.contains(": 0 errors, 1 warning; wrote 2 packs\n"), "\(result)")
        #expect(
            try sandbox.listing(of: "dist").keys.sorted() == [
                "SHA256SUMS", "default-1.0.0.themepack.zip", "year-1.2.0.themepack.zip",
            ])
    }

    @Test("build of one theme, elsewhere")
    func buildOne() throws {
        let result = try themepack("build", "year", "-o", "out/packs")
        #expect(result.status == 0 && result.output == "out/packs/year-1.2.0.themepack.zip\n", "\(result)")
        #expect(try sandbox.listing(of: "out/packs").keys.sorted() == ["SHA256SUMS", "year-1.2.0.themepack.zip"])
    }

    @Test("With an error nothing is written, and what was there stays as it was")
    func buildBroken() throws {
        try spoil()
        var before = try sandbox.listing()
        let first = try themepack("build")
        #expect(first.status == 1 && first.output.isEmpty && first.errors.hasPrefix(Self.errorLines), "\(first)")
        #expect(try sandbox.listing() == before)
        try sandbox.write("dist/year-1.2.0.themepack.zip", "old")
        try sandbox.write("dist/SHA256SUMS", "old")
        before = try sandbox.listing()
        #expect(try themepack("build").status == 1)
        #expect(try themepack("build", "-o", "other").status == 1)
        #expect(try sandbox.listing() == before)
    }

    @Test(
        "An output folder that cannot be written is 2, named, and nothing is left", arguments: ["file", "file/below"])
    func noOutput(_ folder: String) throws {
        try sandbox.write("file", "x")
        let before = try sandbox.listing()
        let result = try themepack("build", "-o", folder)
        #expect(
            result.status == 2 && result.errors.contains("\(folder): error: ") && result.errors.contains("hint: "),
            "\(result)")
        #expect(try sandbox.listing() == before)
    }

    @Test("What is no file where one is to be written is told before anything is written", .timeLimit(.minutes(1)))
    func fifoInTheWay() throws {
        for name in ["SHA256SUMS", "year-1.2.0.themepack.zip"] {
            let path = "\(sandbox.path)/dist/\(name)"
            try FileManager.default.createDirectory(atPath: "\(sandbox.path)/dist", withIntermediateDirectories: true)
            #expect(mkfifo(path, 0o600) == 0)
            #expect(try themepack("build", "--check").status == 1)
            let result = try themepack("build")
            #expect(
                result.status == 2
                    && result.errors
                        == "dist/\(name): error: is a FIFO, where a file is to be written\nhint: move it away\n",
                "\(result)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.path)/dist") == [name])
            try FileManager.default.removeItem(atPath: path)
        }
    }

    #if os(Linux)
        // Apple's file systems take no such names.
        @Test(
            "A path that is not UTF-8 is refused: Swift would make another one of it",
            arguments: [
                ("exec \"$0\" build -o \"$1\"", 64, "error: argument 3 is not UTF-8: 'o\u{FFFD}'\nhint: "),
                (
                    "mkdir \"$1\"; cd \"$1\"; exec \"$0\" init", 2,
                    "error: the path of the current folder is not UTF-8: "
                ),
                ("mkdir \"$1\"; ln -s \"$1\" x; exec \"$0\" init -C x", 2, "error: the path of the current folder"),
            ])
        func unreadablePath(_ script: String, _ status: Int32, _ says: String) throws {
            let folder = try Sandbox()
            let script = "set -- \"$(printf 'o\\377')\"; \(script)"
            let result = try Tool.run("/bin/sh", ["-c", script, Tool.themepack], in: folder.path)
            #expect(result.status == status && result.output.isEmpty, "\(result)")
            #expect(result.errors.hasPrefix(says) && result.errors.contains("hint: "), "\(result)")
            // Neither a file nor a second folder, of the repaired name.
            let found = try Tool.run("/bin/sh", ["-c", "find . ! -type l | wc -l"], in: folder.path)
            #expect(Int(found.output.filter(\.isNumber)) == (status == 64 ? 1 : 2), "\(found)")
        }
    #endif

    @Test("build --check: 1 before, 0 after, 1 when a source or a pack changed; it writes nothing")
    func check() throws {
        let before = try sandbox.listing()
        let first = try themepack("build", "--check")
        #expect(first.status == 1 && first.output.contains("out of date: dist/year-1.2.0.themepack.zip\n"), "\(first)")
        #expect(try sandbox.listing() == before)
        #expect(try themepack("build").status == 0)
        #expect(try themepack("build", "--check").status == 0)
        try sandbox.write("themes/year/common/year_button.png", PNGFile(44, 22, shade: 0x77).bytes)
        let built = try sandbox.listing()
        let changed = try themepack("build", "--check")
        #expect(
            changed.status == 1
                && changed.output == "out of date: dist/year-1.2.0.themepack.zip\nout of date: dist/SHA256SUMS\n",
            "\(changed)")
        #expect(try sandbox.listing() == built)
    }

    @Test("Two builds are equal over time zones, umasks, folders and orders of creation")
    func reproducible() throws {
        var packs: Set<[UInt8]> = []
        for (round, (zone, mask)) in [
            ("UTC", "022"), ("Asia/Tokyo", "077"), ("America/St_Johns", "000"), ("EST5EDT", "027"),
        ].enumerated() {
            let other = try Sandbox()
            try ProjectFiles.sound.write(to: other, at: "p\(round)") { round % 2 == 0 ? $0 : $0.reversed() }
            let result = try Tool.run(
                "/bin/sh", ["-c", "umask \(mask) && exec \"$0\" build --jobs \(round + 1)", Tool.themepack],
                in: "\(other.path)/p\(round)",
                environment: ["TZ": zone, "LANG": round == 1 ? "tr_TR.UTF-8" : "C", "HOME": other.path])
            #expect(result.status == 0, "\(result)")
            packs.insert(try other.read("p\(round)/dist/year-1.2.0.themepack.zip"))
        }
        #expect(packs.count == 1)
    }

    @Test("SOURCE_DATE_EPOCH is honoured in every zone, and refused where it is nonsense")
    func sourceDate() throws {
        var packs: Set<[UInt8]> = []
        for zone in ["UTC", "Asia/Tokyo"] {
            #expect(try themepack("build", environment: ["SOURCE_DATE_EPOCH": "1700000000", "TZ": zone]).status == 0)
            packs.insert(try sandbox.read("dist/year-1.2.0.themepack.zip"))
        }
        #expect(packs.count == 1)
        // 2023-11-14 22:13:20, in the two numbers of zip.
        #expect(packs.first.map { Array($0[10..<14]) } == [0xAA, 0xB1, 0x6E, 0x57])
        for text in ["yesterday", "-1", "1e9", "99999999999999999999"] {
            let result = try themepack("build", environment: ["SOURCE_DATE_EPOCH": text])
            #expect(result.status == 2 && result.errors.contains("SOURCE_DATE_EPOCH is '\(text)'"), "\(result)")
        }
    }

    @Test("verify of a damaged pack is 1 and names the entry")
    func damagedPack() throws {
        #expect(try themepack("build").status == 0)
        var bytes = try sandbox.read("dist/year-1.2.0.themepack.zip")
        let image = PNGFile(132, 66, shade: 0x80).bytes
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: image) })
        bytes[start + 60] ^= 1
        try sandbox.write("dist/year-1.2.0.themepack.zip", bytes)
        let result = try themepack("verify", "dist/year-1.2.0.themepack.zip")
        #expect(result.status == 1, "\(result)")
        #expect(
            result.output.contains(
                "dist/year-1.2.0.themepack.zip!/images/common/year_button@3x.png: error: has another SHA-256 than the index lists [pack-contents]\n"
            ))
    }

    @Test("inspect shows a table and JSON of the same")
    func inspect() throws {
        #expect(try themepack("build").status == 0)
        let table = try themepack("inspect", "dist/year-1.2.0.themepack.zip")
        #expect(table.status == 0 && table.errors.isEmpty)
        let lines = table.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines.first == "New Year (year) 1.2.0")
        #expect(lines.contains("image name prefix year_") && lines.contains("extends           default"))
        #expect(lines.contains("images            1, in 3 files") && lines.contains("Color.title = \"F85825\""))
        #expect(table.output.contains(/common\/button +@2x +88x44 +\d+ +[0-9a-f]{16}\n/))
        let json = try themepack("inspect", "dist/year-1.2.0.themepack.zip", "--format", "json")
        let object = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect(object["schemaVersion"] as? Int == 1 && object["formatVersion"] as? Int == 1)
        #expect((object["theme"] as? [String: String])?["id"] == "year")
        let images = try #require(object["images"] as? [[String: Any]])
        #expect(
            images.map { $0["scale"] as? Int } == [1, 2, 3] && images.map { $0["width"] as? Int } == [44, 88, 132])
        let pack = try sandbox.read("dist/year-1.2.0.themepack.zip")
        for (factor, image) in zip(1..., images) {
            let offset = try #require(image["offset"] as? Int)
            #expect(
                pack[offset..<offset + (try #require(image["bytes"] as? Int))].elementsEqual(
                    PNGFile(44 * factor, 22 * factor, shade: 0x80).bytes))
            #expect(table.output.contains(String((image["sha256"] as? String ?? "?").prefix(16))))
        }
    }

    @Test(
        "Help and version are products: on stdout, exit 0",
        arguments: [["--help"], ["--version"], ["help", "build"], ["verify", "-h"]])
    func help(_ arguments: [String]) throws {
        let result = try Tool.run(Tool.themepack, arguments, in: sandbox.path)
        #expect(result.status == 0 && !result.output.isEmpty && result.errors.isEmpty)
    }

    @Test("Shell completions come", arguments: ["bash", "zsh", "fish"])
    func completions(_ shell: String) throws {
        let result = try themepack("--generate-completion-script", shell)
        #expect(result.status == 0 && result.output.contains("verify"))
    }

    @Test(
        "A closed stdout or a full one is not fine", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func fullOutput() throws {
        try spoil()
        let result = try Tool.run(
            "/bin/sh", ["-c", "exec \"$0\" verify > /dev/full", Tool.themepack], in: sandbox.path)
        #expect(result.status == 2 && result.errors.contains("standard output cannot be written to"), "\(result)")
    }

    @Test("Names that hold control characters cannot write to the terminal")
    func hostileNames() throws {
        try sandbox.write("assets/a\u{1B}[31mb\nc.png", PNGFile(1, 1).bytes)
        for format in ["text", "github"] {
            let result = try themepack("verify", "--format", format)
            #expect(result.status == 1 && !result.output.contains("\u{1B}"), "\(format): \(result)")
            #expect(result.output.split(separator: "\n").count <= 2, "\(format): \(result)")
        }
    }

    #if os(Linux)
        @Test("Progress is for terminals: none in a file")
        func progress() throws {
            #expect(try !themepack("verify", "-v").errors.contains("\r"))
        }
    #endif
}
