@testable import ThemeSystem
import TestSupport
import Testing

@Suite("Programs that this process starts")
struct ChildProcessTests {
    /// Keeps tests from hanging.
    static let time = Duration.seconds(600)

    private func shell(
        _ script: String, _ arguments: String..., environment: [String: String] = [:],
        changing: (inout Program) -> Void = { _ in }
    ) throws -> ChildProcess {
        var program = Program("/bin/sh", ["-c", script, "sh"] + arguments, environment: environment)
        changing(&program)
        return try ChildProcess(program)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test(
        "The status is the exit status, or 128 plus the signal",
        arguments: [("exit 0", 0), ("exit 7", 7), ("kill -TERM $$", 143), ("kill -KILL $$", 137)])
    func status(_ script: String, _ status: Int32) throws {
        #expect(try shell(script).finish(within: Self.time).status == status)
    }

    @Test("Arguments and variables arrive as they are, and nothing else does")
    func arguments() throws {
        let process = try shell(
            "printf '%s|' \"$@\" \"$WORD\"; printf '%s' \"$HOME\" >&2", "a b", "", "$x \"é\"",
            environment: ["WORD": "1=2"])
        let result = process.finish(within: Self.time)
        #expect(text(result.output) == "a b||$x \"é\"|1=2|" && result.messages.isEmpty)
    }

    @Test("The input is empty, an open file or a socket")
    func input() throws {
        #expect(try shell("cat").finish(within: Self.time).output.isEmpty)
        let sandbox = try Sandbox()
        try sandbox.write("file", Array("content".utf8))
        let file = open("\(sandbox.path)/file", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        let reader = try shell("cat") { $0.input = .descriptor(file) }
        #expect(text(reader.finish(within: Self.time).output) == "content")
        let answering = try shell("read line; echo \"<$line>\"") { $0.input = .socket }
        #expect(Array("request\n".utf8).withUnsafeBytes { writeFully($0, to: answering.input) })
        #expect(text(answering.finish(within: Self.time).output) == "<request>\n")
    }

    @Test("Both outputs are read at once, and a limit drops the rest without stopping the program")
    func outputs() throws {
        let script = "head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero; exit 3"
        let all = try shell(script).finish(within: Self.time)
        #expect(all.status == 3 && all.output.count == 300_000 && all.messages.count == 300_000)
        let first = try shell(script).finish(keeping: 1000, within: Self.time)
        #expect(first.status == 3 && first.output.count == 1000 && first.messages.count == 1000)
        let none = try shell(script) { ($0.output, $0.messages) = (.discarded, .discarded) }
        #expect(none.output == -1 && none.messages == -1)
        #expect(none.finish(within: Self.time).status == 3)
    }

    @Test(
        "A program that takes too long is ended with the programs that it started",
        arguments: ["sleep 3000 & sleep 3000", "sleep 3000 & exec >&- 2>&-; wait"])
    func time(_ script: String) throws {
        let start = ContinuousClock.now
        var result = ChildProcess.Result(status: 0, output: [], messages: [])
        // A slow machine has not begun by then.
        for seconds in [0.3, 3, 30, 300] where result.output.isEmpty {
            result = try shell("trap '' TERM; echo $$; \(script)").finish(within: .seconds(seconds))
        }
        #expect(result.status == nil && ContinuousClock.now - start < Self.time)
        let group = try #require(Int32(text(result.output).dropLast()))
        // The system needs a moment to remove what was killed.
        try #require(blockUntil { kill(-group, 0) == -1 && errno == ESRCH })
    }

    @Test("Freeing it ends the program, closes its pipes and leaves no zombie")
    func freeing() throws {
        let process = try shell("echo $$; exec sleep 30") { $0.input = .socket }
        var buffer = [UInt8](repeating: 0, count: 16)
        let count = read(process.output, &buffer, buffer.count)
        let id = try #require(Int32(text(Array(buffer[..<max(count - 1, 0)]))))
        let descriptors = [process.input, process.output, process.messages]
        #expect(descriptors.allSatisfy { fcntl($0, F_GETFD) == FD_CLOEXEC })
        _ = consume process
        #expect(waitpid(id, nil, WNOHANG) == -1 && errno == ECHILD)
    }

    @Test("Signals that this process blocks or ignores have their effect in the program")
    func signals() throws {
        var blocked = sigset_t()
        var before = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        #expect(try shell("kill -TERM $$; exit 0").finish(within: Self.time).status == 128 + SIGTERM)
    }

    @Test("A confined program runs in its folder, within its limits")
    func confinement() throws {
        let sandbox = try Sandbox()
        let limits = Confinement(folder: sandbox.path, cpuSeconds: 5, memory: 1 << 30, fileBytes: 100_000)
        let folder = try shell("pwd -P; ulimit -t; ulimit -c") { $0.confinement = limits }
        let lines = text(folder.finish(within: Self.time).output).split(separator: "\n")
        #expect(lines.count == 3 && lines[0].hasSuffix(sandbox.path) && lines[1...] == ["5", "0"])
        let writer = try shell("exec head -c 200000 /dev/zero > big") { $0.confinement = limits }
        #expect(writer.finish(within: Self.time).status == 128 + SIGXFSZ)
        #expect(try sandbox.read("big").count <= 100_000 + 512)
        let absent = Confinement(folder: sandbox.path + "/absent", cpuSeconds: 5, memory: 1 << 30, fileBytes: 1)
        #expect(try shell("exit 0") { $0.confinement = absent }.finish(within: Self.time).status != 0)
    }

    @Test("A program that does not exist is an error and leaves nothing open")
    func absent() throws {
        let error = #expect(throws: SystemError.self) {
            try ChildProcess(Program("/nowhere/program", [], environment: [:]))
        }
        #expect(error?.code == ENOENT && error?.reason == "No such file or directory")
    }

    @Test("Programs are searched in absolute folders, in order")
    func folders() throws {
        let sandbox = try Sandbox()
        for folder in ["a", "b"] {
            try sandbox.write("\(folder)/program", [])
            #expect(chmod("\(sandbox.path)/\(folder)/program", folder == "a" ? 0o600 : 0o700) == 0)
        }
        let folders = ProgramFolders("b::.:\(sandbox.path)/none:\(sandbox.path)/a:\(sandbox.path)/b")
        #expect(folders.path(of: "program") == "\(sandbox.path)/b/program")
        #expect(folders.path(of: "other") == nil)
        #expect(ProgramFolders(nil).path(of: "sh") != nil)
    }
}
