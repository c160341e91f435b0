import Foundation
import TestSupport
import Testing

@testable import ThemepackCLI

@Suite("Colors and links")
struct TerminalTests: ToolTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Self.soundProject()
        try breakImage()
    }

    @Test(
        "FORCE_COLOR colors what is no terminal; NO_COLOR and --color are stronger",
        arguments: [
            (["FORCE_COLOR": "1"], [], true), (["FORCE_COLOR": "0"], [], false), ([:], [], false),
            (["FORCE_COLOR": "1", "NO_COLOR": "1"], [], false), (["FORCE_COLOR": "1"], ["--color", "never"], false),
            (["NO_COLOR": "1"], ["--color", "always"], true), (["CLICOLOR_FORCE": "1"], [], true),
            (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], [], false), (["CLICOLOR": "1"], [], false),
        ] as [([String: String], [String], Bool)])
    func forced(_ environment: [String: String], _ options: [String], _ isColored: Bool) throws {
        let result = try Tool.run(Tool.themepack, ["verify"] + options, in: sandbox.path, environment: environment)
        #expect(result.output.contains("\u{1B}[1;31merror:") == isColored, "\(result.output)")
    }

    @Test("Links lead to the file and not through its name; without a terminal that has them there are none")
    func links() throws {
        try sandbox.write("assets/a b\u{1B}.png", PNGFile(1, 1).bytes)
        let plain = try themepack("verify", environment: ["VTE_VERSION": "7000"]).output
        #expect(!plain.contains("\u{1B}"))
        let linked = try themepack("verify", "--format", "concise", environment: ["FORCE_HYPERLINK": "1"]).output
        let path = "themes/year/common/year_button@2x.png"
        #expect(
            linked.contains("\u{1B}]8;;file://\(sandbox.path)/\(path)\u{1B}\\\(path)\u{1B}]8;;\u{1B}\\:1:1: error "))
        #expect(linked.contains("/assets/a%20b%1B.png\u{1B}\\assets/a b\\u{1B}.png"), "\(linked)")
        #expect(
            !(try themepack("verify", "--color", "never", environment: ["FORCE_HYPERLINK": "1"]).output)
                .contains("\u{1B}"))
    }

    /// Runs the tool on a terminal, whose two streams are one.
    ///
    /// - Parameter program: runs the tool; empty to run it alone.
    private func onTerminal(
        _ columns: Int, _ words: [String], path: String = "", through program: [String] = []
    ) throws -> [Substring] {
        let script = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)"
        let result = try Tool.run(
            try #require(Tool.python), ["-c", script] + program + [Tool.themepack] + words, in: sandbox.path,
            environment: ["COLUMNS": "\(columns)", "TERM": "dumb", "PATH": "\(path)/usr/bin:/bin"])
        return result.output.split(whereSeparator: \.isNewline)
    }

    @Test(
        "Tables fit on the terminal; a file gets the whole names", .enabled(if: Tool.python != nil),
        arguments: [60, 80, 120])
    func tables(_ columns: Int) throws {
        let name = String(repeating: "long/", count: 15) + "name"
        let title = String(repeating: "Title ", count: 20)
        try sandbox.write("assets/\(name).png", PNGFile(4, 4).bytes)
        try sandbox.write(
            "themes/default/theme.json", "{\"id\": \"default\", \"version\": \"1.0.0\", \"name\": \"\(title)\"}")
        try #require(themepack("build", "default", "-q").status == 0)
        let inspect = ["inspect", "dist/default-1.0.0.themepack.zip"]
        for (words, whole) in [(["list"], title.dropLast()), (inspect, name[...])] {
            let lines = try onTerminal(columns, words)
            #expect(!lines.isEmpty && lines.dropFirst().allSatisfy { $0.count <= columns })
            #expect(columns == 120 || lines.contains { $0.contains("...") }, "\(lines)")
            let file = try Tool.run(Tool.themepack, words, in: sandbox.path).output
            #expect(file.contains(whole) && !file.contains("..."), "\(file)")
        }
    }

    @Test("A long import shows on the terminal how many images are converted", .enabled(if: Tool.python != nil))
    func progress() throws {
        try sandbox.writeProgram("bin/rsvg-convert", "#!/bin/sh\nsleep 0.4\nexit 1\n")
        for name in ["a", "b"] {
            let set = "App.xcassets/\(name).imageset"
            try sandbox.write(
                "\(set)/Contents.json", "{\"images\": [{\"filename\": \"\(name).svg\", \"idiom\": \"universal\"}]}")
            let space = "http://www.w3.org/2000/svg"
            try sandbox.write("\(set)/\(name).svg", "<svg xmlns=\"\(space)\" width=\"4\" height=\"4\"/>")
        }
        let words = ["import", "xcassets", "App.xcassets", "--into", "new", "--dry-run", "--no-cache"]
        let lines = try onTerminal(80, words, path: "\(sandbox.path)/bin:")
        #expect(lines.contains { $0.contains(/converted [1-6] of 6 images\e\[K/) }, "\(lines)")
    }

    @Test("Signing several files shows on the terminal how many are signed", .enabled(if: Tool.python != nil))
    func signing() throws {
        let program = try #require(Tool.path(of: "ssh-keygen"))
        try #require(Tool.run(program, ["-q", "-t", "ed25519", "-N", "", "-f", "key"], in: sandbox.path).status == 0)
        try sandbox.writeProgram("bin/ssh-keygen", "#!/bin/sh\nsleep 0.4\nexec \(program) \"$@\"\n")
        try sandbox.write("themes/default/theme.json", #"{"id": "default", "version": "1.0.0"}"#)
        try #require(themepack("build", "default", "-q").status == 0)
        let packs = ["a.themepack.zip", "b.themepack.zip", "c.themepack.zip"]
        for pack in packs { try sandbox.write(pack, sandbox.read("dist/default-1.0.0.themepack.zip")) }
        let lines = try onTerminal(80, ["sign", "-f", "key"] + packs, path: "\(sandbox.path)/bin:")
        #expect(lines.contains { $0.contains(/signed [23] of 3 files\e\[K/) }, "\(lines)")
    }

    @Test(
        "Export, feed, delta, explain and resolve show on the terminal what is done, and of how much",
        .enabled(if: Tool.python != nil && ScarcityTests.strace != nil, "strace slows system calls"),
        arguments: [
            (["export", "css", "default", "-o", "web"], "fsync", 600, "written"),
            (["feed", "dist", "--base-url", "https://example.org/", "--first"], "fsync", 600, "copied"),
            (["delta", "old.zip", "dist/default-1.0.1.themepack.zip", "-o", "d"], "pread64", 600, "compared"),
            (["explain", "a0", "."], "read", 60, "mounted"),
            (["resolve", "a0", ".", "-o", "a0.png"], "read", 60, "mounted"),
        ])
    func slowed(_ words: [String], _ call: String, _ milliseconds: Int, _ verb: String) throws {
        for (version, shade) in [("1.0.0", 1), ("1.0.1", 2)] as [(String, UInt8)] {
            try sandbox.write("themes/default/theme.json", #"{"id": "default", "version": "\#(version)"}"#)
            for number in 0..<6 { try sandbox.write("assets/a\(number).png", PNGFile(4, 4, shade: shade).bytes) }
            try #require(themepack("build", "default", "-q").status == 0)
        }
        try sandbox.write("old.zip", sandbox.read("dist/default-1.0.0.themepack.zip"))
        let strace = try #require(ScarcityTests.strace)
        let slowly = ["-e", "trace=\(call)", "-e", "inject=\(call):delay_enter=\(milliseconds)000"]
        let lines = try onTerminal(80, words, through: [strace, "-f", "-qq", "-o", "/dev/null"] + slowly)
        let parts = try Regex("\(verb) \\d+ of \\d+ (files|packs|entries|themes)\u{1B}")
        #expect(lines.contains { $0.contains(parts) }, "\(lines)")
    }

    @Test("The time left is shown after ten seconds")
    func timeLeft() {
        let cases: [(seconds: Int, done: Int, all: Int, text: String)] = [
            (9, 1, 100, ""), (10, 0, 100, ""), (10, 50, 100, ", 10 s left"), (30, 25, 100, ", 90 s left"),
            (60, 10, 100, ", 9 min left"), (60, 100, 100, ", 0 s left"),
        ]
        for (seconds, done, all, text) in cases {
            #expect(ProgressLine.rest(after: .seconds(seconds), done, of: all) == text)
        }
    }

    @Test(
        "A terminal shows ten findings of a rule, a hint once, and what to do next; --all and files have everything",
        .enabled(if: Tool.python != nil), arguments: [60, 80, 120])
    func folds(_ columns: Int) throws {
        for number in 0..<30 {
            try sandbox.write("assets/a\(number).png", PNGFile(4, 4, seed: UInt64(number)).bytes)
            try sandbox.write("themes/year/year_a\(number).png", sandbox.read("assets/a\(number).png"))
        }
        let lines = try onTerminal(columns, ["verify", "--no-cache"]).filter { !$0.contains("\r") }
        func count(_ text: String, in lines: [Substring]) -> Int { lines.count { $0.contains(text) } }
        #expect(count("is the same image as its default", in: lines) == 10, "\(lines)")
        #expect(count("hint: remove it", in: lines) == 1)
        #expect(count("and 20 more of image-identical: --all shows them", in: lines) == 1)
        let ending = ["by rule: 30 image-identical, 1 image-dimensions", "30 can be fixed: themepack verify --fix"]
        #expect(lines.suffix(3).dropLast() == ending[...].map { $0[...] }[...], "\(lines.suffix(3))")
        #expect(lines.last == "as pictures: themepack report --only problems --open")
        for more in [try onTerminal(columns, ["verify", "--no-cache", "--all"]), try output(["verify"])] {
            #expect(count("is the same image as its default", in: more) == 30)
        }
        let concise = try onTerminal(columns, ["verify", "--format", "concise"])
        #expect(concise.count { $0.wholeMatch(of: /[^:]+:\d+:\d+: (error|warning) [a-z-]+ .+/) != nil } == 31)
    }

    private func output(_ words: [String]) throws -> [Substring] {
        try Tool.run(Tool.themepack, words, in: sandbox.path).output.split(separator: "\n")
    }
}
