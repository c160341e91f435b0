import ArgumentParser
import Foundation
import ThemeRuntime

struct ResolveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract: "Write out the image that is in force for a name.",
        discussion: "The bytes are checked against their SHA-256 first. Without -o they go to standard output.")

    @OptionGroup var mounted: MountedOptions

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Where the image is written.", valueName: "file"), completion: .file())
    var output: String?

    @OptionGroup var options: CommonOptions

    func validate() throws {
        guard options.format == .text, options.reports.isEmpty else {
            throw ValidationError("resolve writes an image, and no report")
        }
    }

    func run() throws {
        try options.enterFolder()
        let theme = try mounted.mount()
        let found: Data?
        do throws(ThemeError) {
            found = try theme.image(named: mounted.name, scale: mounted.requestedScale)?.bytes().data
        } catch {
            throw Failure(error)
        }
        guard let png = found else {
            Console.printError("error: no theme of the chain has '\(Console.printable(mounted.name))'\n")
            throw ExitCode(1)
        }
        guard let output else {
            Console.print(png)
            return
        }
        try OutputFile(path: output, hint: "is there such a folder?").write(png)
    }
}
