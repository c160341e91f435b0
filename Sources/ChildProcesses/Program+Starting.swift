import SystemCalls
import ThemeModel

extension Program {
    /// Starts the program without input and output, and does not wait for it. The system keeps its status until this
    /// process ends.
    package func launch() throws(ProgramError) {
        var program = self
        (program.input, program.output, program.messages) = (.nothing, .discarded, .discarded)
        _ = try program.start()
    }

    struct Start {
        var id = pid_t()
        var input = Channel()
        var output = Channel()
        var messages = Channel()
    }

    // Between the creation of a pipe and FD_CLOEXEC, another program that starts would inherit the pipe.
    private static let starting = Lock(())

    func start() throws(ProgramError) -> Start {
        var start = Start()
        let code = Self.starting.withLock { _ in
            let isOpen = openChannels(&start)
            let code = isOpen ? spawn(&start) : errno
            for channel in [start.input, start.output, start.messages] { channel.closeOther() }
            return code
        }
        guard code == 0 else {
            for channel in [start.input, start.output, start.messages] { channel.closeOwn() }
            throw ProgramError(code: code)
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
        var (actions, attributes) = (Actions(), Attributes())
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
        // A program inherits blocked and ignored signals. The tool blocks those that end it and ignores SIGXFSZ; its
        // parent may ignore SIGPIPE.
        var (blocked, defaults) = (sigset_t(), sigset_t())
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
