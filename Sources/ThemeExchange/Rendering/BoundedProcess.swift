import SystemCalls
import ThemeModel

/// Runs a program in a folder of its own, with an empty environment and with limits of time, memory and file size.
struct BoundedProcess {
    static let seconds = 30
    /// The virtual memory of the process. An image of 64 Mi pixels takes 256 MiB.
    static let memory = 1 << 30

    enum Failure: Error, Equatable {
        case cannotStart(Int32)
        case tookTooLong
        /// The exit status, or 128 plus the number of the signal, and the end of what the program printed.
        case failed(Int32, String)

        var explanation: String {
            switch self {
            case .cannotStart(let code): "cannot be started: \(String(cString: strerror(code)))"
            case .tookTooLong: "took more than \(BoundedProcess.seconds) seconds"
            case .failed(let status, let words):
                words.isEmpty ? "failed with status \(status)" : "failed: \(words)"
            }
        }
    }

    let folder: String
    let fileBytes: Int
    let running: RunningConversions

    private static let script = """
        ulimit -c 0; ulimit -t "$2"; ulimit -f "$3"; ulimit -v "$4" 2>/dev/null; \
        cd "$1" || exit 1; shift 4; exec "$@"
        """

    func run(_ program: String, _ arguments: [String]) throws(Failure) {
        let limits = [String(Self.seconds), String(fileBytes / 512 + 1), String(Self.memory / 1024)]
        let words = ["sh", "-c", Self.script, "sh", folder] + limits + [program] + arguments
        let output = "\(folder)/messages"
        let process = try spawn(words, environment: ["HOME=\(folder)", "LC_ALL=C"], output: output)
        let status = try wait(for: process)
        guard status != 0 else { return }
        throw .failed(status, Self.lastLine(of: output))
    }

    private func spawn(_ words: [String], environment: [String], output: String) throws(Failure) -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The tool blocks signals in its threads, and ignores SIGXFSZ; a program inherits both.
        var none = sigset_t()
        sigemptyset(&none)
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGXFSZ)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let arguments = words.map { strdup($0) }
        let variables = environment.map { strdup($0) }
        defer { for text in arguments + variables { free(text) } }
        var process = pid_t()
        let code = running.start(&process) {
            posix_spawn(&$0, "/bin/sh", &actions, &attributes, arguments + [nil], variables + [nil])
        }
        guard code == 0 else { throw .cannotStart(code) }
        return process
    }

    private func wait(for process: pid_t) throws(Failure) -> Int32 {
        let end = ContinuousClock.now + .seconds(Self.seconds)
        var pause: UInt32 = 500
        while true {
            var status: Int32 = 0
            let found = running.wait(for: process, &status, WNOHANG)
            if found == process {
                let signal = status & 0x7F
                return signal == 0 ? status >> 8 & 0xFF : 128 + signal
            }
            if found < 0, errno != EINTR { throw .cannotStart(errno) }
            guard ContinuousClock.now < end else {
                kill(process, SIGKILL)
                _ = running.wait(for: process, &status, 0)
                throw .tookTooLong
            }
            usleep(pause)
            pause = min(pause * 2, 20_000)
        }
    }

    private static func lastLine(of path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = fread(&bytes, 1, bytes.count, file)
        let lines = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n")
        return lines.last.map { String($0.prefix(200)) } ?? ""
    }
}
