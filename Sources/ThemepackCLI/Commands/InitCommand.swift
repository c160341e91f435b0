import ArgumentParser
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import ThemeProject

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Create a small project that verifies and builds.",
        discussion: "Writes a default theme, a dark theme and a button for both. Replaces no file.")

    @Argument(help: "Where to create it.", completion: .directory)
    var folder = "."

    @Flag(name: .shortAndLong, help: "Do not print the next commands.")
    var quiet = false

    @OptionGroup var folderOptions: FolderOptions

    func run() throws {
        try folderOptions.enter()
        let files = StarterProject.files
        if let existing = files.first(where: { FileManager.default.fileExists(atPath: "\(folder)/\($0.path)") }) {
            throw UserError(
                "'\(folder)/\(existing.path)' already exists; nothing was written", hint: "choose an empty folder")
        }
        for file in files {
            let output = OutputFile(path: "\(folder)/\(file.path)", hint: "is the folder writable?")
            let url = URL(fileURLWithPath: output.path)
            do {
                let parent = url.deletingLastPathComponent()
                try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
                try Data(file.bytes).write(to: url, options: .withoutOverwriting)
            } catch {
                throw output.failure(error)
            }
            Console.print(Console.relative(file.path) + "\n")
        }
        let shown = Console.printable(folder)
        if !quiet { Console.printError("next: themepack verify -C \(shown); themepack build -C \(shown)\n") }
    }
}
