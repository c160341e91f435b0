import ArgumentParser
import ThemeProject
import ThemeRuntime

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct ResolveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract: "Write the image that a theme uses for a name.",
        discussion: "Checks the image's SHA-256 first. Without -o the image goes to standard output.")

    @OptionGroup var lookUp: LookUpOptions

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Where the image is written.", valueName: "file"), completion: .file())
    var output: String?

    @OptionGroup var folderOptions: FolderOptions

    func validate() throws {
        guard output?.isEmpty != true else { throw ValidationError("-o takes a file; its path is empty") }
    }

    func run() throws {
        try folderOptions.enter()
        if let output { try Project.check(writing: "an image", at: output) }
        let theme = try lookUp.mount()
        guard let png = try theme.image(named: lookUp.name, at: lookUp.requestedScale)?.bytes().data else {
            Console.printError("error: no theme of the chain has '\(Console.printable(lookUp.name))'\n")
            throw ExitCode(1)
        }
        guard let output else {
            Console.print(png)
            return
        }
        try OutputFile(path: output, hint: "does the folder exist?").write(png)
    }
}
