import ArgumentParser
import Foundation
import ThemeModel

/// The command as a whole.
struct Themepack: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "themepack",
        abstract: "Verifies the images and settings of themes against their defaults, and bundles them into packs.",
        discussion: """
            A project is a folder with assets/ (the default images) and themes/<id>/ (theme.json, settings, images that \
            replace defaults). Commands work on the nearest project, from the current folder upwards.

            Exit status: 0 fine, 1 problems found, 2 could not run, 64 wrong usage.
            """,
        version: version,
        subcommands: [
            VerifyCommand.self, BuildCommand.self, InspectCommand.self, ExplainCommand.self, ResolveCommand.self,
            InitCommand.self,
        ])
}

@main
enum Main {
    static func main() {
        Heap.giveBackLargeBlocks()
        do {
            try refuseUnreadableArguments()
            var command = try Themepack.parseAsRoot()
            try Failure.rethrowing { try command.run() }
        } catch let failure as Failure {
            Console.printError(failure.text(color: false))
            exit(failure.exitCode)
        } catch {
            if let hint = unknownCommand() {
                Console.printError(hint)
                exit(ExitCode.validationFailure.rawValue)
            }
            Themepack.exit(withError: error)
        }
    }

    /// Swift repairs arguments that are not UTF-8 into others: `-o` would write to a folder that nobody has named.
    private static func refuseUnreadableArguments() throws {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = CommandLine.unsafeArgv[index], String(validatingCString: argument) == nil else {
                continue
            }
            var failure = Failure(
                "argument \(index) is not UTF-8: '\(String(cString: argument))'",
                hint: "rename the file")
            failure.exitCode = ExitCode.validationFailure.rawValue
            throw failure
        }
    }

    /// The library says "unexpected argument" of a command that does not exist.
    private static func unknownCommand() -> String? {
        guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-") else { return nil }
        let known = Themepack.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard !known.contains(word) else { return nil }
        let near = NearMiss.suggestion(for: word, among: known).map { "did you mean '\($0)'?" }
        return "error: there is no command '\(Console.printable(word))'\n"
            + "hint: \(near ?? "commands are \(known.joined(separator: ", "))")\n"
    }
}
