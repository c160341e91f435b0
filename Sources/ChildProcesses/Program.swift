import SystemCalls

/// A program to start: its file, its arguments, and everything that it gets from this process.
package struct Program: Sendable {
    package enum Input: Sendable {
        case nothing
        /// An open file, which the caller closes.
        case descriptor(Int32)
        /// ``ChildProcess/input`` is the other end. Unlike a write to a pipe, one to a socket need not raise SIGPIPE.
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
    /// The standard error.
    package var messages = Output.pipe
    /// Whether the program can ask on the terminal. Then Ctrl-C ends it as well. Otherwise it leads a process group.
    package var usesTerminal = false
    package var confinement: Confinement?

    package init(_ path: String, _ arguments: [String], environment: [String: String]) {
        (self.path, self.arguments, self.environment) = (path, arguments, environment)
    }

    /// The arguments with the program's file as the first.
    var words: [String] {
        let words = [path] + arguments
        return confinement.map { $0.confining(words) } ?? words
    }
}

/// The reason why a program cannot be started.
package struct ProgramError: Error, Equatable {
    /// A value of `errno`.
    package let code: Int32

    package init(code: Int32) { self.code = code }

    package var reason: String { systemReason(of: code) }
}
