import TestSupport
import Testing

/// A gate that has checked nothing does not pass.
@Suite("Arguments of the tool")
struct ArgumentTests: ToolTests, SentenceTests {
    static let sentences = "commands"
    let sandbox: Sandbox

    init() throws { sandbox = try Self.soundProject() }

    @Test("Without a command, the tool prints what it can do, and fails", arguments: [[], ["--"]])
    func noCommand(_ arguments: [String]) throws {
        let empty = try Sandbox()
        let result = try Tool.run(Tool.themepack, arguments, in: empty.path)
        #expect(result.status == 64 && result.output.isEmpty, "\(result)")
        #expect(result.errors.contains("USAGE: themepack [-C <dir>] <subcommand>") && result.errors.contains("verify "))
        #expect(try themepack("help").status == 0)
        #expect(try themepack("--help").status == 0)
    }

    @Test(
        "A command that does not exist is wrong usage, also for help", arguments: [["verfy"], ["help", "verfy"]])
    func unknownCommand(_ arguments: [String]) throws {
        let result = try Tool.run(Tool.themepack, arguments, in: sandbox.path)
        try expect(result, 64, "\(arguments.joined(separator: " ")), which does not exist")
        #expect(try themepack("help", "verify").output == themepack("verify", "--help").output)
    }

    #if os(Linux)
        /// The words before a command that hide /proc from it; empty if the machine does not allow that.
        private static let withoutProc: [String] = {
            guard let unshare = Tool.path(of: "unshare") else { return [] }
            let script = "mount -t tmpfs none /proc && exec \"$@\""
            let words = [unshare, "--user", "--map-root-user", "--mount", "/bin/sh", "-c", script, "sh"]
            let result = try? Tool.run(words[0], words.dropFirst() + ["/bin/sh", "-c", "test ! -e /proc/self"])
            return result?.status == 0 ? words : []
        }()

        @Test(
            "Without /proc, commands work as with it",
            .enabled(if: !withoutProc.isEmpty, "nothing can be mounted here"),
            arguments: [([], 64), (["--version"], 0), (["build", "--nonsense"], 64), (["verify"], 0), (["build"], 0)]
                as [([String], Int32)])
        func noProc(_ arguments: [String], _ status: Int32) throws {
            let words = Self.withoutProc + [Tool.themepack] + arguments
            let result = try Tool.run(words[0], Array(words.dropFirst()), in: sandbox.path)
            #expect(result.status == status, "\(result)")
            #expect(try arguments != ["build"] || result.output == themepack("build").output)
        }
    #endif
}
