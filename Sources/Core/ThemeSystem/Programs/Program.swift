// The other systems cannot start programs.
#if os(macOS) || os(Linux)

    // See docs/decisions/05-programs-in-a-cage.md.
    /// A program to start: its file, its arguments, and everything that it gets from this process.
    package struct Program: Sendable {
        package enum Input: Sendable {
            case nothing
            /// An open file, which the caller closes.
            case descriptor(Int32)
            /// ``ChildProcess/input`` is the other end. Unlike a write to a pipe, one to a socket need not raise
            /// SIGPIPE.
            case socket
        }

        package enum Output: Sendable {
            case discarded
            /// This process reads it.
            case pipe
            /// The output of this process.
            case inherited
        }

        package var path: String
        package var arguments: [String]
        package var environment: [String: String]
        package var input = Input.nothing
        package var output = Output.pipe
        package var messages = Output.pipe
        /// Whether the program can ask on the terminal. Then Ctrl-C ends it as well. Otherwise it leads a process
        /// group.
        package var usesTerminal = false
        package var confinement: Confinement?

        package init(_ path: String, _ arguments: [String], environment: [String: String]) {
            self.path = path
            self.arguments = arguments
            self.environment = environment
        }

        var words: [String] {
            let words = [path] + arguments
            return confinement.map { $0.confining(words) } ?? words
        }
    }

    extension Program {
        /// Starts the program without input and output, and does not wait for it. The system keeps its status until
        /// this process ends.
        package func launch() throws(SystemError) {
            var program = self
            program.input = .nothing
            program.output = .discarded
            program.messages = .discarded
            _ = try program.start()
        }

        struct Start {
            var id = pid_t()
            var input = Channel()
            var output = Channel()
            var messages = Channel()

            var channels: [Channel] { [input, output, messages] }
        }

        // Between the creation of a pipe and FD_CLOEXEC, another program that starts would inherit the pipe.
        private static let starting = Lock(())

        func start() throws(SystemError) -> Start {
            var start = Start()
            let code = Self.starting.withLock { _ in
                let isOpen = openChannels(&start)
                let code = isOpen ? spawn(&start) : errno
                for channel in start.channels where channel.other >= 0 { close(channel.other) }
                return code
            }
            guard code == 0 else {
                for channel in start.channels where channel.own >= 0 { close(channel.own) }
                throw SystemError(code: code)
            }
            return start
        }

        private func openChannels(_ start: inout Start) -> Bool {
            if case .socket = input, !start.input.openSocket() { return false }
            if output == .pipe, !start.output.openPipe() { return false }
            return messages != .pipe || start.messages.openPipe()
        }

        #if canImport(Darwin)
            private typealias Actions = posix_spawn_file_actions_t?
            private typealias Attributes = posix_spawnattr_t?
        #else
            private typealias Actions = posix_spawn_file_actions_t
            private typealias Attributes = posix_spawnattr_t
        #endif

        /// Returns 0 or a value of `errno`.
        private func spawn(_ start: inout Start) -> Int32 {
            #if canImport(Darwin)
                var actions: Actions = nil
                var attributes: Attributes = nil
            #else
                var actions = Actions()
                var attributes = Attributes()
            #endif
            posix_spawn_file_actions_init(&actions)
            posix_spawnattr_init(&attributes)
            defer {
                posix_spawn_file_actions_destroy(&actions)
                posix_spawnattr_destroy(&attributes)
            }
            connect(start, &actions)
            setAttributes(&attributes)
            let words = words
            var arguments = words.map { strdup($0) } + [nil]
            var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
            defer { for text in arguments + variables { free(text) } }
            return posix_spawn(&start.id, words[0], &actions, &attributes, &arguments, &variables)
        }

        private func connect(_ start: Start, _ actions: inout Actions) {
            switch input {
            case .nothing: posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
            case .descriptor(let file): posix_spawn_file_actions_adddup2(&actions, file, STDIN_FILENO)
            case .socket: posix_spawn_file_actions_adddup2(&actions, start.input.other, STDIN_FILENO)
            }
            for (stream, channel, target) in [
                (output, start.output, STDOUT_FILENO), (messages, start.messages, STDERR_FILENO),
            ] {
                switch stream {
                case .discarded: posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_WRONLY, 0)
                case .pipe: posix_spawn_file_actions_adddup2(&actions, channel.other, target)
                case .inherited: break
                }
            }
        }

        private func setAttributes(_ attributes: inout Attributes) {
            // A program inherits blocked and ignored signals. The tool blocks those that end it and ignores SIGXFSZ;
            // its parent may ignore SIGPIPE.
            var blocked = sigset_t()
            var defaults = sigset_t()
            sigemptyset(&blocked)
            sigemptyset(&defaults)
            for signal in [SIGXFSZ, SIGPIPE] { sigaddset(&defaults, signal) }
            posix_spawnattr_setsigmask(&attributes, &blocked)
            posix_spawnattr_setsigdefault(&attributes, &defaults)
            posix_spawnattr_setpgroup(&attributes, 0)
            let group = usesTerminal ? 0 : POSIX_SPAWN_SETPGROUP
            posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group))
        }
    }

    /// The two ends of a pipe or socket: this process's own, and the program's; -1 where there is none.
    ///
    /// Programs that start later inherit neither.
    struct Channel {
        private(set) var own: Int32 = -1
        private(set) var other: Int32 = -1

        /// Returns `false` if there are too many open files; `errno` has the reason.
        mutating func openPipe() -> Bool { open { pipe(&$0) } }

        mutating func openSocket() -> Bool {
            guard open({ socketpair(AF_UNIX, SocketConstants.stream, 0, &$0) }) else { return false }
            #if canImport(Darwin)
                var on: Int32 = 1
                setsockopt(own, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
            #endif
            return true
        }

        private mutating func open(_ create: (inout [Int32]) -> Int32) -> Bool {
            var ends: [Int32] = [-1, -1]
            guard create(&ends) == 0 else { return false }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            own = ends[0]
            other = ends[1]
            return true
        }
    }
#endif
