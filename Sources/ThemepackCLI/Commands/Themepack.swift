import ArgumentParser
import SystemCalls
import ThemeModel
import ThemeProject

struct Themepack: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "themepack",
        abstract:
            "Verifies the images and settings of themes against their defaults, and packs each theme into one file.",
        discussion: """
            A project is a folder with assets/ (the default images) and themes/<id>/ (theme.json, settings, images \
            that replace defaults). Commands search the current folder and the folders above it for a project.

            Exit status: 0 fine, 1 problems found, 2 could not run, 64 wrong usage.
            """,
        version: Product.version,
        subcommands: [
            VerifyCommand.self, BuildCommand.self, ReportCommand.self, PreviewCommand.self, InspectCommand.self,
            ExplainCommand.self, ResolveCommand.self, DiffCommand.self, BumpCommand.self, KeysCommand.self,
            ListCommand.self, CleanCommand.self, InitCommand.self, ImportCommand.self, ExportCommand.self,
            RulesCommand.self, SchemaCommand.self, DeltaCommand.self, PatchCommand.self, SignCommand.self,
            CatalogueCommand.self, ServeCommand.self,
        ])

    /// A run without a command has checked nothing, so it does not succeed.
    func run() throws {
        Console.printError(Themepack.helpMessage() + "\n")
        throw ExitCode.validationFailure
    }
}

@main
enum Main {
    static func main() {
        CutFileHandler.install()
        // Without SIGXFSZ, writing a file larger than the limit fails with an error and does not end the process.
        signal(SIGXFSZ, SIG_IGN)
        Heap.returnFreedMemoryToSystem()
        do {
            try checkArgumentsAreKnown()
            refuseUnreadableArguments()
            var command = try Themepack.parseAsRoot()
            do {
                try UserError.converting { try command.run() }
            } catch let error as ValidationError {
                end(with: error, of: type(of: command))
            }
        } catch let error as UserError {
            Console.printError(error.text)
            exit(2)
        } catch {
            if let hint = unknownCommand() {
                Console.printError(hint)
                exit(ExitCode.validationFailure.rawValue)
            }
            end(with: error)
        }
    }

    /// Ends as `Themepack.exit(withError:)` does. Errors quote arguments, so their control characters are escaped.
    private static func end(with error: any Error) -> Never {
        let code = Themepack.exitCode(for: error)
        guard !code.isSuccess else { Themepack.exit(withError: error) }
        let message = Themepack.fullMessage(for: error)
        if !message.isEmpty { Console.printError(Console.printable(lines: message) + "\n") }
        exit(code.rawValue)
    }

    /// ArgumentParser knows the command of an error only while it parses.
    private static func end(with error: ValidationError, of command: any ParsableCommand.Type) -> Never {
        let message = "Error: \(error.message)\nUsage: \(Themepack.usageString(for: command))"
        let hint = "  See 'themepack \(command.configuration.commandName ?? "") --help' for more information."
        Console.printError(Console.printable(lines: "\(message)\n\(hint)") + "\n")
        exit(ExitCode.validationFailure.rawValue)
    }

    /// On Linux, Swift reads the arguments from `/proc/self/cmdline`. Without that file it has none, not even the
    /// program's name.
    private static func checkArgumentsAreKnown() throws(UserError) {
        guard CommandLine.arguments.isEmpty else { return }
        throw UserError(
            "the arguments cannot be read: /proc/self/cmdline is missing",
            hint: "mount /proc: mount -t proc proc ROOT/proc, if a chroot has none")
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

    /// ArgumentParser would report an "unexpected argument".
    private static func unknownCommand() -> String? {
        guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-") else { return nil }
        let known = Themepack.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard !known.contains(word) else { return nil }
        let near = NearMiss().suggestion(for: word, among: known).map { "did you mean '\($0)'?" }
        return "error: there is no command '\(Console.printable(word))'\n"
            + "hint: \(near ?? "commands are \(known.joined(separator: ", "))")\n"
    }
}
