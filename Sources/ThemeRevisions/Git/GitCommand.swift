import SystemCalls
package import ThemeProject

/// The machine's `git`, called so that a repository's configuration runs no program.
package struct GitCommand: Sendable {
    private let executable: String
    private let environment: [String: String]

    /// Options before the subcommand. Nothing is fetched, displayed page by page or reported to a file monitor.
    private static let options = [
        "--no-pager", "--literal-pathspecs", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c",
        "protocol.allow=never",
    ]

    /// Variables of git that say where repositories and configurations are. The others would select another repository,
    /// for example inside of a hook.
    private static let keptVariables = [
        "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_EXEC_PATH", "GIT_CONFIG_COUNT",
        "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_SYSTEM",
    ]

    /// Finds `git` by the variable `PATH`. Relative folders in it are skipped.
    package init(environment: [String: String]) throws(UserError) {
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").filter { $0.hasPrefix("/") }
        let candidates: [String] = folders.map { "\($0)/git" }
        guard let path = candidates.first(where: { access($0, X_OK) == 0 }) else {
            throw UserError(
                "reading a revision needs git, which is not installed",
                hint: "install git, or compare packs and folders")
        }
        executable = path
        var kept = environment.filter { name, _ in
            !name.hasPrefix("GIT_") || Self.keptVariables.contains(name) || name.hasPrefix("GIT_CONFIG_KEY_")
                || name.hasPrefix("GIT_CONFIG_VALUE_")
        }
        // Messages are shown to people, and a lock would disturb a git that runs at the same time.
        for (name, value) in [
            ("GIT_OPTIONAL_LOCKS", "0"), ("GIT_TERMINAL_PROMPT", "0"), ("GIT_NO_LAZY_FETCH", "1"), ("LC_ALL", "C"),
        ] {
            kept[name] = value
        }
        self.environment = kept
    }

    struct Result {
        let status: Int32
        let output: [UInt8]
        let errors: [UInt8]

        var line: String {
            String(decoding: output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }

        /// The first line of git's message, without `fatal: `.
        var reason: String {
            let line = String(decoding: errors.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            let prefix = ["fatal: ", "error: "].first { line.hasPrefix($0) } ?? ""
            return String(line.dropFirst(prefix.count))
        }
    }

    func start(
        _ arguments: [String], in folder: String, input: ChildProcess.Input = .none, readsErrors: Bool = true
    ) throws(UserError) -> ChildProcess {
        do {
            return try ChildProcess(
                executable, Self.options + ["-C", folder] + arguments, environment: environment, input: input,
                readsErrors: readsErrors)
        } catch {
            throw UserError("git cannot be started: \(String(cString: strerror(error.code)))")
        }
    }

    /// Runs git to its end.
    func run(_ arguments: [String], in folder: String) throws(UserError) -> Result {
        var process = try start(arguments, in: folder)
        var (output, errors): ([UInt8], [UInt8]) = ([], [])
        var ends = [
            pollfd(fd: process.output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: process.errors, events: Int16(POLLIN), revents: 0),
        ]
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while ends.contains(where: { $0.fd >= 0 }) {
            guard retryingOnInterrupt({ poll(&ends, nfds_t(ends.count), -1) }) >= 0 else { break }
            for index in ends.indices where ends[index].fd >= 0 && ends[index].revents != 0 {
                let count = retryingOnInterrupt { read(ends[index].fd, &buffer, buffer.count) }
                if count <= 0 {
                    ends[index].fd = -1
                } else if index == 0 {
                    output += buffer[..<count]
                } else {
                    errors += buffer[..<count]
                }
            }
        }
        return Result(status: process.finish(), output: output, errors: errors)
    }
}
