import ArgumentParser
import PackDelta
import ThemePackager
import ThemeProject

struct DeltaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delta",
        abstract: "Write what leads from one pack to another.",
        discussion: """
            The delta contains the bytes of changed and added entries, and little else. It is applied once to check \
            that it makes the new pack, byte for byte. 'themepack patch' applies it, and so does ThemeUpdates.
            """)

    @Argument(help: "The pack that devices have.", completion: .file(extensions: ["zip"]))
    var old: String

    @Argument(help: "The pack that they should get.", completion: .file(extensions: ["zip"]))
    var new: String

    @Option(name: .shortAndLong, help: ArgumentHelp("The delta to write.", valueName: "file"), completion: .file())
    var output: String

    @OptionGroup var folderOptions: FolderOptions

    func run() throws {
        try folderOptions.enter()
        let unfinished = UnfinishedFiles()
        try InterruptionHandler.install(removing: unfinished)
        try UserError.converting {
            let (base, pack) = (try IndexedPack(try BytesInFile(old)), try IndexedPack(try BytesInFile(new)))
            let file = try NewFile(at: output, unfinished: unfinished)
            var count = 0
            try DeltaMaker.make(from: base, to: pack) {
                count += $0.count
                try file.append($0)
            }
            try file.finish()
            let share = (Double(count) / Double(pack.bytes.count) * 1000).rounded() / 10
            Console.print("\(Console.printable(output)): \(count) bytes, \(share) % of the new pack\n")
        }
    }
}
