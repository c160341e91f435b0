import ArgumentParser
import PackDelta
import ThemePackager
import ThemeProject

struct PatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "patch",
        abstract: "Make a pack from an earlier one and a delta.",
        discussion: """
            The new pack is written only if its SHA-256 is the one in the delta. A delta does not prove its author: \
            compare the pack with one that you trust, or verify its signature.
            """)

    @Argument(help: "The pack that the delta was made for.", completion: .file(extensions: ["zip"]))
    var old: String

    @Argument(help: "The delta.", completion: .file())
    var delta: String

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The pack to write.", valueName: "file"),
        completion: .file(extensions: ["zip"]))
    var output: String

    @OptionGroup var folderOptions: FolderOptions

    func run() throws {
        try folderOptions.enter()
        let unfinished = UnfinishedFiles()
        try InterruptionHandler.install(removing: unfinished)
        try UserError.converting {
            let delta = try PackDelta(try BytesInFile(delta))
            let base = try IndexedPack(try BytesInFile(old))
            let file = try NewFile(at: output, unfinished: unfinished)
            try delta.apply(to: base) { try file.append($0) }
            try file.finish()
            Console.print("\(Console.printable(output)): \(delta.resultLength) bytes, sha256 \(delta.result)\n")
        }
    }
}
