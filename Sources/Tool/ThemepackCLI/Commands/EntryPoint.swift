import ArgumentParser
import ThemeProject

#if canImport(Glibc)
    import CThemeSystem
#endif

/// Runs the command that the arguments name.
///
/// ArgumentParser makes a command of the arguments; the command reads as its steps and calls the libraries, which
/// neither print nor exit. Results go to standard output; errors, hints and progress to standard error. An error that
/// a command throws has a text for people, status 2, and leaves no unfinished file; problems in the input are findings
/// and status 1; wrong usage is status 64.
@main
enum EntryPoint {
    static func main() {
        refuseTooLittleMemory()
        #if canImport(Glibc)
            csystem_restore_arguments()
            csystem_return_freed_memory()
            // Without the variable, glibc looks at this file for each time that it converts: 18 ms for 6,300 entries.
            setenv("TZ", ":/etc/localtime", 0)
        #endif
        CutFileHandler.install()
        // Without SIGXFSZ, writing a file larger than the limit fails with an error and does not end the process.
        signal(SIGXFSZ, SIG_IGN)
        var words: [String] = []
        do {
            refuseUnreadableArguments()
            words = try arguments()
            var command = try Themepack.parseAsRoot(words)
            do {
                try UserError.converting { try command.run() }
            } catch let error as ValidationError {
                end(with: error, of: type(of: command))
            }
        } catch let error as UserError {
            Console.printError(error.text)
            exit(2)
        } catch {
            if let hint = unknownCommand(in: words) {
                Console.printError(hint)
                exit(ExitCode.validationFailure.rawValue)
            }
            end(with: error, words)
        }
    }

    /// Swift ends a process by a signal if an allocation fails. What the smallest project takes is asked for first.
    private static func refuseTooLittleMemory() {
        let byteCount = 32 << 20
        let start = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
        guard let start, start != MAP_FAILED else {
            // Takes no memory.
            let text: StaticString = "error: too little memory to run\nhint: allow 200 MB: 'ulimit -v' limits it\n"
            _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
            _exit(2)
        }
        munmap(start, byteCount)
    }

    /// Ends as `Themepack.exit(withError:)` does, but also checks that help, versions and completions were written.
    /// Errors quote arguments, so their control characters are escaped.
    private static func end(with error: any Error, _ words: [String]) -> Never {
        let code = Themepack.exitCode(for: error)
        var message = Themepack.fullMessage(for: error)
        guard !code.isSuccess else {
            let text = Terminal.foldingUsage(message, to: Terminal.width(of: STDOUT_FILENO))
            if !message.isEmpty { Console.print(text + "\n") }
            exit(code.rawValue)
        }
        // ArgumentParser's own errors begin with a capital letter.
        if message.hasPrefix("Error: ") { message = "e" + message.dropFirst() }
        message = OtherWords.adding(hintTo: message, of: words.first ?? "")
        if !message.isEmpty { printWrongUsage(message) }
        exit(code.rawValue)
    }

    private static func printWrongUsage(_ message: String) {
        let text = Terminal.foldingUsage(Console.printable(lines: message), to: Terminal.width(of: STDERR_FILENO))
        Console.printError(text + "\n")
    }

    /// ArgumentParser knows the command of an error only while it parses.
    private static func end(with error: ValidationError, of command: any ParsableCommand.Type) -> Never {
        let message = "error: \(error.message)\nUsage: \(Themepack.usageString(for: command))"
        let hint = "  See 'themepack \(command.configuration.commandName ?? "") --help' for more information."
        printWrongUsage("\(message)\n\(hint)")
        exit(ExitCode.validationFailure.rawValue)
    }

    /// Swift replaces bytes that are not UTF-8, so `-o` would write to another folder.
    private static func refuseUnreadableArguments() {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = CommandLine.unsafeArgv[index] else { continue }
            let bytes = UnsafeRawBufferPointer(start: argument, count: strlen(argument))
            do throws(InvalidText) {
                _ = try String(checking: bytes)
            } catch {
                let text = "argument \(index) \(error): '\(String(repairing: bytes))'"
                Console.printError(UserError(text, hint: "rename the file").text)
                exit(ExitCode.validationFailure.rawValue)
            }
        }
    }

    /// Returns the arguments from the command on. Enters the folder of a `-C` before the command, as git does.
    private static func arguments() throws -> [String] {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count > 1, arguments[0] == "-C" else { return arguments }
        var options = FolderOptions()
        options.folder = arguments[1]
        try options.enter()
        return Array(arguments.dropFirst(2))
    }

    /// ArgumentParser would report an "unexpected argument", and `help` would show the tool's own.
    private static func unknownCommand(in words: [String]) -> String? {
        guard let word = words.first == "help" ? words.dropFirst().first : words.first, !word.hasPrefix("-") else {
            return nil
        }
        let known = Themepack.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard !known.contains(word) else { return nil }
        return "error: there is no command '\(Console.printable(word))'\n"
            + "hint: \(OtherWords.hint(at: word, among: known))\n"
    }
}
