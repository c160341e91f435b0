import Foundation
import TestSupport
import Testing

@Suite("Commands")
struct CommandTests: ToolTests, SentenceTests {
    static let sentences = "commands"
    let sandbox: Sandbox

    init() throws { sandbox = try Self.soundProject() }

    @Test("Every command says what it does, and help.txt is about no other")
    func help() throws {
        var named: Set<String> = []
        func visit(_ command: [String: Any]) throws {
            let name = try #require(command["commandName"] as? String)
            guard name != "help" else { return }
            named.insert(name)
            #expect((command["abstract"] as? String)?.hasSuffix(".") == true, "\(name)")
            for other in command["subcommands"] as? [[String: Any]] ?? [] { try visit(other) }
        }
        try visit(Tool.description())
        let file = try String(
            contentsOfFile: "\(Tool.repository)/Sources/Tool/ThemepackCLI/Commands/help.txt", encoding: .utf8)
        let titles = file.split(separator: "\n").filter { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
        #expect(named.isSuperset(of: titles) && titles.count > 20, "\(titles)")
    }

    @Test(
        "Every command that a text for people names exists, with the options that it names",
        .disabled(if: ProcessInfo.processInfo.environment["THEMEPACK_WRITE_SENTENCES"] != nil, "they are being written")
    )
    func namedCommands() throws {
        let commands = try spellings()
        let folder = "\(Tool.repository)/Tests/Sentences"
        var count = 0
        for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            for match in text.matches(of: /(?:hint: .*: |')themepack ([a-z]+)((?: [^' \n]+)*)/) {
                let known = commands[String(match.1)]
                #expect(known != nil, "\(file): \(match.0)")
                let options = match.2.split(separator: " ").filter { $0.hasPrefix("-") }
                for option in options { #expect(known?.contains(String(option)) == true, "\(file): \(match.0)") }
                count += 1
            }
        }
        #expect(count > 50)
    }

    /// The options of each command, in all their spellings.
    private func spellings() throws -> [String: Set<String>] {
        var commands: [String: Set<String>] = [:]
        for command in try Tool.description()["subcommands"] as? [[String: Any]] ?? [] {
            let arguments = command["arguments"] as? [[String: Any]] ?? []
            let names: [[String: String]] = arguments.flatMap { $0["names"] as? [[String: String]] ?? [] }
            let name = command["commandName"] as? String ?? ""
            commands[name] = Set(names.map { ($0["kind"] == "long" ? "--" : "-") + ($0["name"] ?? "") })
        }
        return commands
    }

    @Test("verify prints nothing to stdout and a summary to stderr for a valid project, and exits with 0")
    func verifySound() throws {
        try expect(themepack("verify"), 0, "verify of a sound project")
    }

    @Test("verify prints findings to stdout and exits with 1")
    func verifyBroken() throws {
        try breakImage()
        try expect(themepack("verify"), 1, "verify of a broken image")
    }

    @Test("The fixture of a broken theme has the README's finding")
    func fixture() throws {
        let result = try Tool.themepack("verify", in: "\(Tool.repository)/Tests/Fixtures/broken-theme")
        #expect(result.status == 1)
        #expect(result.output.contains("themes/year/common/year_buttonImage@2x.png\n  error: 90x44 px"))
        try expect(result.output, "verify of the fixture of a broken theme")
    }

    @Test("The sample in the repository has no error")
    func sample() throws {
        let result = try Tool.themepack("verify", "--fail-on", "warning", in: Tool.repository)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    @Test("verify of one theme ignores another broken theme")
    func selection() throws {
        try breakImage()
        #expect(try themepack("verify", "default").status == 0)
        #expect(try themepack("verify", "year").status == 1)
        #expect(try themepack("verify", "themes/year").status == 1)
        #expect(try themepack("verify", "themes/default/").status == 0)
        #expect(try themepack("verify", ".").status == 1)
        #expect(try themepack("verify", "default", "year").status == 1)
    }

    @Test(
        "From a subfolder the nearest project is used, and paths are relative to the subfolder",
        arguments: [("assets", "../themes/year/"), ("assets/common", "../../themes/year/"), ("themes", "year/")])
    func walkingUp(_ folder: String, _ year: String) throws {
        try breakImage()
        let result = try themepack("verify", in: folder)
        #expect(result.status == 1 && result.output.hasPrefix("\(year)common/year_button@2x.png\n"), "\(result)")
    }

    @Test("-C changes the folder first")
    func otherFolder() throws {
        let outside = try Sandbox()
        let result = try Tool.themepack("verify", "-C", sandbox.path, in: outside.path)
        #expect(result.status == 0)
        #expect(try Tool.themepack("verify", "-C", "absent", in: outside.path).status == 2)
        #expect(try Tool.themepack("build", "-C", sandbox.path, in: outside.path).status == 0)
        #expect(try outside.listing().isEmpty)
    }

    @Test("-q prints errors and the summary alone")
    func quiet() throws {
        try sandbox.write("themes/year/config.json", #"{"Color": {"title": "00"}}"#)
        let warned = try themepack("verify", "-q")
        #expect(warned.status == 0 && warned.output.isEmpty && warned.errors.hasSuffix("0 errors, 1 warning\n"))
        try breakImage()
        let result = try themepack("verify", "-q")
        #expect(result.status == 1 && result.output == Self.brokenImageLines, "\(result)")
        #expect(result.errors.hasSuffix("1 error, 1 warning\n"), "\(result)")
    }

    @Test("--fail-on warning makes a warning a failure")
    func failOn() throws {
        try sandbox.write("themes/year/config.json", #"{"Color": {"title": "00"}}"#)
        #expect(try themepack("verify").status == 0)
        try expect(themepack("verify", "--fail-on", "warning"), 1, "verify --fail-on warning")
        #expect(try themepack("build", "--fail-on", "warning").status == 1)
        #expect(try themepack("build").status == 0)
    }

    @Test("Color is for terminals or on request; NO_COLOR is obeyed")
    func color() throws {
        try breakImage()
        let escape = "\u{1B}["
        #expect(try !themepack("verify").output.contains(escape))
        #expect(try themepack("verify", "--color", "always").output.contains("\u{1B}[1;31merror:\u{1B}[0m"))
        #expect(try !themepack("verify", "--color", "never").output.contains(escape))
        #expect(try !themepack("verify", environment: ["NO_COLOR": "1"]).output.contains(escape))
        #expect(try !themepack("verify", "--format", "json", "--color", "always").output.contains(escape))
    }

    @Test(
        "Wrong usage exits with 64 and prints to stderr, with a suggestion if there is one",
        arguments: [
            "verfy", "xyzzy", "verify yaer", "build yaer", "report yaer -o out/", "preview yaer", "diff yaer year",
            "bump yaer", "resolve common/button --theme yaer", "explain common/button --theme yaer",
            "export css yaer -o out", "verify qqqqqq", "verify --fromat json", "verify --format xml",
            "verify --jobs 0", "verify --report json", "verify --report =x", "verify --fail-on note",
            "build --report pdf=x", "diff year year --report x=y", "inspect", "report -o -",
            "inspect x --format sarif", "build /bin/sh", "verify --color sometimes",
            "verify --jobs 99999999999999999999",
        ])
    func usage(_ line: String) throws {
        let result = try Tool.run(Tool.themepack, line.split(separator: " ").map(String.init), in: sandbox.path)
        try expect(result, 64, line)
        #expect(result.output.isEmpty && result.errors.hasPrefix("error: "))
    }

    @Test("A project whose list of ignored files hides all themes is no verified project")
    func everythingIgnored() throws {
        try sandbox.write("themepack.json", #"{"ignore": ["**"]}"#)
        for command in ["verify", "build"] {
            try expect(themepack(command), 2, "every theme is ignored")
        }
    }

    @Test("-C works before the command as well")
    func folderFirst() throws {
        let elsewhere = try Sandbox()
        for arguments in [["-C", sandbox.path, "verify", "-q"], ["verify", "-q", "-C", sandbox.path]] {
            #expect(try Tool.run(Tool.themepack, arguments, in: elsewhere.path).status == 0)
        }
        try expect(Tool.themepack("-C", sandbox.path, "verfy", in: elsewhere.path), 64, "verfy")
        try expect(Tool.themepack("-C", "absent", "verify", in: elsewhere.path), 2, "-C absent verify")
    }

    @Test(
        "A command that cannot run exits with 2 and a hint",
        arguments: [
            "inspect absent.zip", "inspect themes/year/theme.json", "verify /", "verify assets",
            "verify --report json=no/such/folder", "verify --report json=.",
            "verify --report json=a.json --report sarif=./a.json", "init",
        ])
    func cannotRun(_ line: String) throws {
        if line == "init" { try sandbox.write("themepack.json", "{}") }
        let result = try Tool.run(Tool.themepack, line.split(separator: " ").map(String.init), in: sandbox.path)
        try expect(result, 2, line)
        #expect(result.errors.contains("error: ") && result.errors.contains("hint: "))
    }

    @Test("A folder without a project exits with 2 and names init")
    func noProject() throws {
        let empty = try Sandbox()
        for command in ["verify", "build"] {
            try expect(Tool.themepack(command, in: empty.path), 2, "\(command) without a project")
            #expect(try empty.listing().isEmpty)
        }
        // git does not keep empty folders.
        try empty.write("themes/year/theme.json", #"{"id": "year", "version": "1.0.0"}"#)
        try expect(Tool.themepack("verify", in: empty.path), 2, "verify of a clone without its empty assets/")
    }

    @Test("A mistake in themepack.json exits with 2 and prints line, column and suggestion")
    func projectFile() throws {
        try sandbox.write("themepack.json", "{\n  \"rules\": {\"image-alfa\": \"off\"}\n}")
        try expect(themepack("verify"), 2, "a mistake in themepack.json")
    }

    @Test(
        "Without a command, three lines say what is here, what the last run found, and what to type")
    func withoutCommand() throws {
        let empty = try Sandbox()
        try expect(Tool.themepack("init", "new", in: empty.path), 0, "init new")
        let before = try Tool.themepack(in: "\(empty.path)/new")
        try expect(before, 64, "no command in a new project")
        #expect(before.output.isEmpty && before.errors.split(separator: "\n").count == 3)
        try empty.write("new/themes/dark/common/dark_button.png", PNGFile(3, 3).bytes)
        #expect(try Tool.themepack("verify", in: "\(empty.path)/new").status == 1)
        try expect(Tool.themepack(in: "\(empty.path)/new/themes"), 64, "no command after a run")
    }

    @Test("init, verify, build and verify of the packs succeed and name the next step")
    func beginning() throws {
        let empty = try Sandbox()
        try expect(Tool.themepack("init", "new", in: empty.path), 0, "init new")
        let verified = try Tool.themepack("verify", "--fail-on", "warning", in: "\(empty.path)/new")
        #expect(verified.status == 0 && verified.output.isEmpty, "\(verified)")
        let built = try Tool.themepack("build", in: "\(empty.path)/new")
        let names = built.output.split(separator: "\n").map(String.init)
        let ids = ["acme", "dark", "dark-high-contrast", "default", "high-contrast"]
        #expect(built.status == 0 && names == ids.map { "dist/\($0)-1.0.0.themepack.zip" }, "\(built)")
        let packs = try Tool.run(Tool.themepack, ["verify"] + names, in: "\(empty.path)/new")
        try expect(packs, 0, "verify of the packs of a new project")
        let before = try empty.listing()
        #expect(try Tool.themepack("init", "new", in: empty.path).status == 2)
        #expect(try empty.listing() == before)
    }

    #if os(Linux)
        // Apple's file systems reject such names.
        @Test(
            "A path that is not UTF-8 is rejected, as Swift would replace its bytes",
            arguments: [
                ("exec \"$0\" build -o \"$1\"", 64, "argument 3 "),
                ("mkdir \"$1\"; cd \"$1\"; exec \"$0\" init", 2, "current folder "),
                ("mkdir \"$1\"; ln -s \"$1\" x; exec \"$0\" init -C x", 2, "current folder "),
            ])
        func unreadablePath(_ script: String, _ status: Int32, _ says: String) throws {
            let folder = try Sandbox()
            let script = "set -- \"$(printf 'o\\377')\"; \(script)"
            let result = try Tool.run("/bin/sh", ["-c", script, Tool.themepack], in: folder.path)
            #expect(result.status == status && result.output.isEmpty, "\(result)")
            let words = ["error: ", says, "o\u{FFFD}'\nhint: "]
            #expect(words.allSatisfy { result.errors.contains($0) }, "\(result)")
            let found = try Tool.run("/bin/sh", ["-c", "find . ! -type l | wc -l"], in: folder.path)
            #expect(Int(found.output.filter(\.isNumber)) == (status == 64 ? 1 : 2), "\(found)")
        }
    #endif

    @Test(
        "Help and version go to stdout and exit with 0",
        arguments: [["--help"], ["--version"], ["help", "build"], ["verify", "-h"]])
    func help(_ arguments: [String]) throws {
        let result = try Tool.run(Tool.themepack, arguments, in: sandbox.path)
        #expect(result.status == 0 && !result.output.isEmpty && result.errors.isEmpty)
    }

    @Test("Shell completions are printed", arguments: ["bash", "zsh", "fish"])
    func completions(_ shell: String) throws {
        let result = try themepack("--generate-completion-script", shell)
        #expect(result.status == 0 && result.output.contains("verify"))
    }

    @Test("Every argument and option that is not a text of its own has completions, of all commands")
    func completionKinds() throws {
        let texts: Set = ["n", "n,n", "name", "url", "time", "percent", "subcommands"]
        func check(_ command: [String: Any]) {
            for argument in command["arguments"] as? [[String: Any]] ?? [] where argument["kind"] as? String != "flag" {
                let name = argument["valueName"] as? String ?? ""
                #expect(
                    argument["completionKind"] != nil || texts.contains(name),
                    "\(command["commandName"] ?? ""): \(argument)")
            }
            for inner in command["subcommands"] as? [[String: Any]] ?? [] { check(inner) }
        }
        check(try Tool.description())
    }

    @Test(
        "Commands that take themes offer them, and a command after -C folders",
        arguments: [
            ("verify", "default year"), ("build", "default year"), ("bump", "default year"),
            ("export css", "default year"), ("report", "default year"), ("preview", "default year"),
            ("diff", "default year"), ("diff year", "default year"), ("diff --theme", "default year"),
            ("explain --theme", "default year"), ("-C", "assets themes"), ("verify -C", "assets themes"),
            ("-C . build", "default year"), ("verify --report", "text= concise= json= github= sarif= junit= gitlab="),
        ])
    func themeCompletions(_ command: String, _ names: String) throws {
        let script = """
            source <("$0" --generate-completion-script bash)
            COMP_WORDS=(themepack $1 "") COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE="themepack $1 "
            COMP_POINT=${#COMP_LINE}
            _themepack themepack "" "${COMP_WORDS[COMP_CWORD - 1]}"
            echo "${COMPREPLY[@]}"
            """
        let bash = try #require(Tool.path(of: "bash"))
        let folder = URL(fileURLWithPath: Tool.themepack).deletingLastPathComponent().path
        let result = try Tool.run(
            "/usr/bin/env", ["PATH=\(folder):/usr/bin:/bin", bash, "-c", script, Tool.themepack, command],
            in: sandbox.path)
        let offered = result.output.split(whereSeparator: \.isWhitespace)
        #expect(Set(names.split(separator: " ")).isSubset(of: offered), "\(result)")
    }

    @Test("Completing a name in bash runs nothing and changes no name")
    func hostileCompletions() throws {
        let names = ["$(touch ran)", "`touch ran`", "it's", "two words", "${HOME}", "a\\b", "{x,y}", "\"q\"", "~", "*"]
        for name in names { try sandbox.write("files/\(name)", []) }
        let script = """
            source <("$0" --generate-completion-script bash)
            COMP_WORDS=(themepack verify files/) COMP_CWORD=2 COMP_LINE="themepack verify files/"
            COMP_POINT=${#COMP_LINE}
            _themepack
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let bash = try #require(Tool.path(of: "bash"))
        let folder = URL(fileURLWithPath: Tool.themepack).deletingLastPathComponent().path
        let result = try Tool.run(
            "/usr/bin/env", ["PATH=\(folder):/usr/bin:/bin", bash, "-c", script, Tool.themepack], in: sandbox.path)
        let offered = result.output.split(separator: "\n").map(String.init)
        #expect(offered.sorted() == names.map { "files/\($0)" }.sorted(), "\(result)")
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/ran"))
    }

    @Test(
        "A full standard output exits with 2", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
        arguments: ["verify", "--help", "build -h", "help build", "--version", "--generate-completion-script zsh"])
    func fullOutput(_ command: String) throws {
        try breakImage()
        let result = try Tool.run(
            "/bin/sh", ["-c", "exec \"$0\" \(command) > /dev/full", Tool.themepack], in: sandbox.path)
        #expect(result.status == 2 && result.errors.contains("standard output cannot be written to"), "\(result)")
    }

    @Test("Names with control characters cannot write to the terminal")
    func hostileNames() throws {
        try sandbox.write("assets/a\u{1B}[31mb\nc.png", PNGFile(1, 1).bytes)
        for format in ["text", "github"] {
            let result = try themepack("verify", "--format", format)
            #expect(result.status == 1 && !result.output.contains("\u{1B}"), "\(format): \(result)")
            #expect(result.output.split(separator: "\n").count <= 3, "\(format): \(result)")
        }
    }

    #if os(Linux)
        @Test("Progress is not printed to a file")
        func progress() throws {
            #expect(try !themepack("verify", "-v").errors.contains("\r"))
        }
    #endif
}
