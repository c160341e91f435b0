import ArgumentParser
import ThemePackager
import ThemeProject
import ThemeRuntime

struct Themepack: ParsableCommand {
    static let configuration = CommandConfiguration(
        help: "themepack",
        version: Product.version,
        groupedSubcommands: [
            CommandGroup(
                name: "Check and pack",
                subcommands: [
                    VerifyCommand.self, BuildCommand.self, RulesCommand.self, KeysCommand.self, CleanCommand.self,
                ]),
            CommandGroup(
                name: "Look",
                subcommands: [
                    ReportCommand.self, PreviewCommand.self, DiffCommand.self, ListCommand.self, ResolveCommand.self,
                    ExplainCommand.self, InspectCommand.self,
                ]),
            CommandGroup(
                name: "Move in and out",
                subcommands: [InitCommand.self, ImportCommand.self, ExportCommand.self, SchemaCommand.self]),
            CommandGroup(
                name: "Ship",
                subcommands: [
                    BumpCommand.self, SignCommand.self, FeedCommand.self, DeltaCommand.self, PatchCommand.self,
                    ServeCommand.self,
                ]),
        ])

    /// A run without a command has checked nothing, so it does not succeed.
    func run() throws {
        let root = Project.root(above: ProcessEnvironment.currentFolder)
        if let project = try root.map({ try Project(at: $0) }) {
            Console.printError(try Self.state(of: project))
        } else {
            Console.printError(Themepack.helpMessage() + "\n")
        }
        throw ExitCode.validationFailure
    }

    /// Returns three lines: what the project has, what its last run found, and what to type.
    private static func state(of project: Project) throws -> String {
        let themes = try project.themeFolders().sorted()
        var options = CacheOptions()
        options.noCache = false
        let last = options.cache(of: project)?.lastVerification().map { verification in
            let counts = [Severity.error, .warning].map { severity in
                let count = verification.findings.count { $0.severity == severity }
                return "\(count) \(severity)\(count == 1 ? "" : "s")"
            }
            return "the last run over all themes found \(counts.joined(separator: " and "))"
        }
        let count = themes.count == 1 ? "the theme" : "\(themes.count) themes:"
        let lines = [
            "\(project.root): \(count) \(themes.joined(separator: ", "))",
            last ?? "no run over all themes is stored: 'themepack verify' checks them",
            "next: themepack preview --open, themepack verify, themepack build; themepack --help lists all commands",
        ]
        return Console.printable(lines: lines.joined(separator: "\n")) + "\n"
    }
}

@main
enum Main {
    static func main() {
        CutFileHandler.install()
        // Without SIGXFSZ, writing a file larger than the limit fails with an error and does not end the process.
        signal(SIGXFSZ, SIG_IGN)
        Heap.returnFreedMemoryToSystem()
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
            end(with: error)
        }
    }

    /// Ends as `Themepack.exit(withError:)` does. Errors quote arguments, so their control characters are escaped.
    private static func end(with error: any Error) -> Never {
        let code = Themepack.exitCode(for: error)
        guard !code.isSuccess else { Themepack.exit(withError: error) }
        // ArgumentParser's own errors begin with a capital letter.
        var message = Themepack.fullMessage(for: error)
        if message.hasPrefix("Error: ") { message = "e" + message.dropFirst() }
        if !message.isEmpty { Console.printError(Console.printable(lines: message) + "\n") }
        exit(code.rawValue)
    }

    /// ArgumentParser knows the command of an error only while it parses.
    private static func end(with error: ValidationError, of command: any ParsableCommand.Type) -> Never {
        let message = "error: \(error.message)\nUsage: \(Themepack.usageString(for: command))"
        let hint = "  See 'themepack \(command.configuration.commandName ?? "") --help' for more information."
        Console.printError(Console.printable(lines: "\(message)\n\(hint)") + "\n")
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

    /// ArgumentParser would report an "unexpected argument".
    private static func unknownCommand(in words: [String]) -> String? {
        guard let word = words.first, !word.hasPrefix("-") else { return nil }
        let known = Themepack.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard !known.contains(word) else { return nil }
        let near = NearMiss().suggestion(for: word, among: known).map { "did you mean '\($0)'?" }
        return "error: there is no command '\(Console.printable(word))'\n"
            + "hint: \(near ?? "commands are \(known.joined(separator: ", "))")\n"
    }
}

enum CutFileHandler {
    /// Ends the process with status 2 on SIGBUS, which reading a mapped file raises if another program cuts it.
    ///
    /// Unfinished files stay. The next build removes them.
    static func install() {
        signal(SIGBUS) { _ in
            // Only calls that are safe in a signal handler.
            let text: StaticString = """
                error: a file was cut by another program while it was read
                hint: run again when no program writes to it

                """
            _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
            _exit(2)
        }
    }
}

struct DeltaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(help: "delta")

    @Argument(help: "The pack that devices have.", completion: .file(extensions: ["zip"]))
    var old: String

    @Argument(help: "The pack that they should get.", completion: .file(extensions: ["zip"]))
    var new: String

    @OptionGroup var result: ResultOptions

    func run() throws {
        let (count, packCount) = try result.write(keeping: [old, new]) { file in
            let (base, pack) = (try IndexedPack(try BytesInFile(old)), try IndexedPack(try BytesInFile(new)))
            var count = 0
            try DeltaMaker.make(from: base, to: pack) {
                count += $0.count
                try file.append($0)
            }
            return (count, pack.bytes.count)
        }
        let share = (Double(count) / Double(packCount) * 1000).rounded() / 10
        Console.print("\(Console.printable(result.output)): \(count) bytes, \(share) % of the new pack\n")
    }
}

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(help: "explain")

    @OptionGroup var lookUp: LookUpOptions

    @Option(help: "Format of the explanation.")
    var format = AnswerFormat.text

    @OptionGroup var folderOptions: FolderOptions

    func run() throws {
        try folderOptions.enter()
        let theme = try lookUp.mount()
        let explanation = theme.explain(lookUp.name, scale: lookUp.requestedScale)
        if let setting = LookUpOptions.setting(lookUp.name, in: theme, besides: explanation) {
            switch format {
            case .json: Console.print(Console.json(setting.json))
            case .text: Console.print(Console.printable(lines: setting.description) + "\n")
            }
            if setting.value == nil || setting.error != nil { throw ExitCode(1) }
            return
        }
        switch format {
        case .json: Console.print(Console.json(explanation.settingValue))
        case .text: Console.print(Console.printable(lines: explanation.description) + "\n")
        }
        if explanation.chosen == nil { throw ExitCode(1) }
    }
}
