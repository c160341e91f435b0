import ArgumentParser
import Foundation

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Begin a small project that verifies and builds.",
        discussion: "Writes a default theme, a dark one and a button for both. A file that is there is never touched.")

    @Argument(help: "The folder to begin it in.", completion: .directory)
    var folder = "."

    @OptionGroup var options: CommonOptions

    func validate() throws {
        guard options.format == .text, options.reports.isEmpty else {
            throw ValidationError("init writes a project, and no report")
        }
    }

    func run() throws {
        try options.enterFolder()
        let files = StarterProject.files
        if let existing = files.first(where: { FileManager.default.fileExists(atPath: "\(folder)/\($0.path)") }) {
            throw Failure(
                "'\(folder)/\(existing.path)' is there already; nothing was written", hint: "choose an empty folder")
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
        if !options.quiet { Console.printError("next: themepack verify -C \(shown); themepack build -C \(shown)\n") }
    }
}
