import TestSupport
import Testing

@Suite("Options of commands")
struct OptionTests {
    private static let reporting: Set = [
        "--format", "--report", "--fail-on", "--quiet", "--verbose", "--color", "--jobs", "--no-cache", "--watch",
        "--against", "--select", "--ignore", "--statistics", "--all",
    ]
    private static let commands: [(name: String, arguments: [String], options: Set<String>)] = [
        (
            "verify", [],
            reporting.union(["--write-baseline", "--fix", "--dry-run", "--signed-by", "--identity", "--revoked"])
        ),
        ("build", [], reporting.union(["--output", "--check", "--prune", "--oci"])),
        ("inspect", ["x"], ["--format"]), ("explain", ["x", "y"], ["--format", "--theme", "--scale"]),
        ("resolve", ["x", "y"], ["--output", "--theme", "--scale"]), ("init", [], ["--quiet", "--ci"]),
        ("list", [], ["--format"]),
        ("clean", [], ["--packs", "--output", "--dry-run"]),
        ("preview", [], ["--port", "--open", "--jobs", "--no-cache"]),
        ("keys", [], ["--from", "--output", "--access", "--check"]), ("rules", [], ["--format"]),
        ("schema", ["project"], []),
    ]

    @Test("Control characters of arguments are escaped in every error")
    func controlCharacters() throws {
        let sandbox = try Sandbox()
        let trick = "\u{1B}[31m\u{202E}x"
        for arguments in [
            ["verify", "--\(trick)"], ["verify", "--jobs", trick], ["build", "--report", trick], ["\(trick)"],
            ["verify", trick], ["verify", "-C", trick], ["inspect", "a", trick],
        ] {
            let result = try Tool.run(Tool.themepack, arguments, in: sandbox.path)
            #expect(result.status != 0 && !(result.output + result.errors).contains("\u{1B}"), "\(arguments)")
            #expect(!(result.output + result.errors).contains("\u{202E}"), "\(arguments)")
            #expect(result.errors.contains("\\u{1B}[31m"), "\(result)")
        }
    }

    @Test(
        "A hyphen is not a file, and an empty name is not one",
        arguments: [
            (["verify", "--report", "json=-"], 2), (["resolve", "Color.title", "-o", "-"], 2),
            (["report", "-o", "-"], 64), (["keys", "-o", "-"], 2), (["explain", ""], 64), (["resolve", ""], 64),
        ] as [([String], Int32)])
    func hyphen(_ arguments: [String], _ status: Int32) throws {
        let sandbox = try Sandbox()
        #expect(try Tool.run(Tool.themepack, ["init", "p", "-q"], in: sandbox.path).status == 0)
        let result = try Tool.run(Tool.themepack, arguments, in: "\(sandbox.path)/p")
        #expect(result.status == status && result.errors.contains("error: "), "\(result)")
        #expect(try sandbox.listing()["p/-"] == nil)
    }

    @Test("A report can go through a link to a pipe, such as /dev/stdout")
    func standardOutput() throws {
        let sandbox = try Sandbox()
        #expect(try Tool.run(Tool.themepack, ["init", "p", "-q"], in: sandbox.path).status == 0)
        let line = "'\(Tool.themepack)' verify -q --report json=/dev/stdout | cat"
        let result = try Tool.run("/bin/sh", ["-c", line], in: "\(sandbox.path)/p")
        #expect(result.output.contains("\"findings\""), "\(result)")
    }

    @Test("The help of a command offers its own options", arguments: commands)
    func help(_ command: (name: String, arguments: [String], options: Set<String>)) {
        let help = Tool.help(of: command.name)
        let lines = help.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("-") }
        let offered = lines.compactMap { $0.firstMatch(of: /--[a-z-]+/).map { String($0.output) } }
        #expect(Set(offered) == command.options.union(["--version", "--help"]), "\(help)")
        #expect(lines.contains { $0.hasPrefix("-C ") }, "\(help)")
    }

    @Test("An option of another command is wrong usage", arguments: commands)
    func foreign(_ command: (name: String, arguments: [String], options: Set<String>)) throws {
        let values = [
            "--format": "json", "--report": "json=x", "--fail-on": "error", "--color": "never", "--jobs": "1",
            "--output": "x", "--against": "x", "--theme": "x", "--scale": "1", "--from": "x", "--access": "public",
            "--select": "*", "--ignore": "*", "--write-baseline": "x", "--signed-by": "x", "--identity": "x",
            "--revoked": "x", "--oci": "x",
        ]
        let all = Self.commands.reduce(into: Set<String>()) { $0.formUnion($1.options) }
        let sandbox = try Sandbox()
        for (number, option) in all.subtracting(command.options).enumerated() {
            let arguments = [command.name] + command.arguments + [option] + (values[option].map { [$0] } ?? [])
            let refusal = try Tool.refusal(of: arguments)
            #expect(refusal.status == 64 && refusal.text.contains("Unknown option '\(option)'"), "\(refusal)")
            guard number == 0 else { continue }
            let result = try Tool.run(Tool.themepack, arguments, in: sandbox.path)
            #expect(result.status == 64 && result.errors.contains("Unknown option '\(option)'"), "\(result)")
            #expect(try sandbox.listing().isEmpty)
        }
    }

    @Test("A command offers the formats that it writes", arguments: ["inspect", "explain"])
    func formats(_ command: String) {
        let help = Tool.help(of: command)
        let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("(values: text, json; default: text)"), "\(help)")
    }

    @Test("-C works for every command")
    func folder() throws {
        let sandbox = try Sandbox()
        try ProjectFiles.sound.write(to: sandbox, at: "project")
        let year = "dist/year-1.2.0.themepack.zip"
        func run(_ arguments: String...) throws -> Int32 {
            try Tool.run(Tool.themepack, arguments, in: sandbox.path).status
        }
        #expect(try run("verify", "-C", "project") == 0)
        #expect(try run("build", "-C", "project") == 0)
        #expect(try run("inspect", "-C", "project", year) == 0)
        #expect(try run("explain", "-C", "project", "common/button", ".") == 0)
        #expect(try run("keys", "-C", "project") == 0)
        #expect(try run("resolve", "-C", "project", "common/button", ".", "-o", "button.png") == 0)
        #expect(try sandbox.read("project/button.png") == sandbox.read("project/assets/common/button.png"))
        #expect(try run("init", "-C", "project", "new") == 0)
        #expect(try run("verify", "-C", "project/new") == 0)
        #expect(try run("init", "-C", "absent") == 2)
    }

    @Test("init -q prints only the files")
    func quietInit() throws {
        let sandbox = try Sandbox()
        let result = try Tool.themepack("init", "-q", in: sandbox.path)
        #expect(result.status == 0 && result.errors.isEmpty && result.output.contains("themepack.json\n"))
    }
}
