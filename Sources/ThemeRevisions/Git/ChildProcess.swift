import SystemCalls

/// A running program whose output is read. Ends with its input: `deinit` closes it and waits.
struct ChildProcess: ~Copyable {
    /// Where the program's standard input comes from.
    enum Input { case none, socket }

    /// The program's standard output.
    let output: Int32
    /// The program's messages; -1 if they are discarded.
    let errors: Int32
    /// The other end of its standard input; -1 if there is none.
    let input: Int32
    private let id: pid_t
    private var isRunning = true

    init(
        _ executable: String, _ arguments: [String], environment: [String: String], input kind: Input,
        readsErrors: Bool
    ) throws(ChildProcessError) {
        var (outputs, messages, requests): ([Int32], [Int32], [Int32]) = ([-1, -1], [-1, -1], [-1, -1])
        defer { for end in [outputs[1], messages[1], requests[1]] where end >= 0 { close(end) } }
        var isReady = pipe(&outputs) == 0
        if readsErrors { isReady = isReady && pipe(&messages) == 0 }
        // Unlike a pipe, a socket can be written to without SIGPIPE.
        if kind == .socket { isReady = isReady && socketpair(AF_UNIX, Self.streamType, 0, &requests) == 0 }
        for end in outputs + messages + requests where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var id: pid_t = 0
        if isReady {
            id = Self.spawn(
                [executable] + arguments, environment: environment.map { "\($0.key)=\($0.value)" }.sorted(),
                input: requests[1], output: outputs[1], errors: messages[1])
        }
        guard isReady, id > 0 else {
            let code = isReady ? -id : errno
            for end in [outputs[0], messages[0], requests[0]] where end >= 0 { close(end) }
            throw ChildProcessError(code: code)
        }
        (output, errors, self.input, self.id) = (outputs[0], messages[0], requests[0], id)
        #if canImport(Darwin)
            var on: Int32 = 1
            setsockopt(requests[0], SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// Closes the program's input and output, waits for its end, and returns its status; 128 after a signal.
    mutating func finish() -> Int32 {
        guard isRunning else { return -1 }
        isRunning = false
        for end in [input, output, errors] where end >= 0 { close(end) }
        var status: Int32 = 0
        _ = retryingOnInterrupt { waitpid(id, &status, 0) }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128
    }

    deinit {
        guard isRunning else { return }
        for end in [input, output, errors] where end >= 0 { close(end) }
        var status: Int32 = 0
        _ = retryingOnInterrupt { waitpid(id, &status, 0) }
    }

    #if canImport(Darwin)
        private static let streamType = SOCK_STREAM
    #else
        private static let streamType = Int32(SOCK_STREAM.rawValue)
    #endif

    /// Returns the process id, or the negative error number.
    private static func spawn(
        _ words: [String], environment: [String], input: Int32, output: Int32, errors: Int32
    ) -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (source, target) in [(input, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO)] {
            if source >= 0 {
                posix_spawn_file_actions_adddup2(&actions, source, target)
            } else {
                posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_RDWR, 0)
            }
        }
        return withCStrings(words) { arguments in
            withCStrings(environment) { variables in
                var id: pid_t = 0
                let code = posix_spawn(&id, words[0], &actions, nil, arguments, variables)
                return code == 0 ? id : -code
            }
        }
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = strings.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers)
    }
}

struct ChildProcessError: Error {
    /// A value of `errno`.
    let code: Int32
}
