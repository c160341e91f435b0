import Foundation

/// A program to run, with its standard error discarded. The overhead is one `posix_spawn`.
struct Command {
    let executable: String
    let arguments: [String]
    let folder: String

    /// `program` is a path, or a name to search in `PATH`. Returns `nil` if there is none.
    init?(_ program: String, _ arguments: [String], in folder: String) {
        let paths = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin:/bin"].split(separator: ":")
        let candidates = program.contains("/") ? [program] : paths.map { "\($0)/\(program)" }
        guard let executable = candidates.first(where: FileManager.default.isExecutableFile) else { return nil }
        self.executable = URL(fileURLWithPath: executable).path
        (self.arguments, self.folder) = (arguments, folder)
    }

    /// Returns the program's peak memory in bytes. `output` is the path of the file for its standard output.
    @discardableResult
    func run(output: String = "/dev/null") throws -> Int {
        var actions = Self.actions(output)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var words = ([executable] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        // Not every C library has `posix_spawn_file_actions_addchdir_np`.
        let before = FileManager.default.currentDirectoryPath
        guard chdir(folder) == 0 else { throw BenchmarkFailure("there is no \(folder)") }
        defer { chdir(before) }
        guard posix_spawn(&process, executable, &actions, nil, &words, environ) == 0 else {
            throw BenchmarkFailure("\(executable) cannot be run")
        }
        var status = Int32(0)
        var usage = rusage()
        guard wait4(process, &status, 0, &usage) == process, status == 0 else {
            throw BenchmarkFailure("\(executable) \(arguments.joined(separator: " ")) failed")
        }
        #if canImport(Darwin)
            return usage.ru_maxrss
        #else
            return usage.ru_maxrss * 1024
        #endif
    }

    #if canImport(Darwin)
        private typealias Actions = posix_spawn_file_actions_t?
    #else
        private typealias Actions = posix_spawn_file_actions_t
    #endif

    private static func actions(_ output: String) -> Actions {
        #if canImport(Darwin)
            var actions: Actions = nil
        #else
            var actions = Actions()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        return actions
    }
}

extension Race.Side {
    init(_ name: String, _ commands: [Command], first prepare: (() throws -> Void)? = nil) {
        self.init(name, first: prepare) { count in
            for _ in 0..<count {
                for command in commands { try command.run() }
            }
            return count
        }
    }
}
