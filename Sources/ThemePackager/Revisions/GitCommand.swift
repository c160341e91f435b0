import ThemeSystem
import ThemeModel
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

    /// Finds `git` by the variable `PATH`.
    package init(environment: [String: String]) throws(UserError) {
        guard let path = ProgramFolders(environment["PATH"]).path(of: "git") else {
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

    /// - Parameter readsRequests: whether git reads requests from a socket. Its messages are then discarded.
    func start(
        _ arguments: [String], in folder: String, readsRequests: Bool = false
    ) throws(UserError) -> ChildProcess {
        var program = Program(executable, Self.options + ["-C", folder] + arguments, environment: environment)
        if readsRequests { (program.input, program.messages) = (.socket, .discarded) }
        do {
            return try ChildProcess(program)
        } catch {
            throw UserError("git cannot be started: \(error.reason)")
        }
    }

    /// Runs git to its end.
    func run(_ arguments: [String], in folder: String) throws(UserError) -> ChildProcess.Result {
        try start(arguments, in: folder).finish()
    }
}

extension ChildProcess.Result {
    /// The first line of the output.
    var line: String {
        String(repairing: output.prefix { $0 != UInt8(ascii: "\n") })
    }

    /// The first line of git's message, without `fatal: `.
    var reason: String {
        let line = String(repairing: messages.prefix { $0 != UInt8(ascii: "\n") })
        let prefix = ["fatal: ", "error: "].first { line.hasPrefix($0) } ?? ""
        return String(line.dropFirst(prefix.count))
    }
}
