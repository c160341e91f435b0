import ArgumentParser
import PackFormat
import ThemeProject

struct DeltaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delta",
        abstract: "Write the difference between two packs, for updates.",
        discussion: """
            The delta contains the bytes of changed and added entries, and little else. It is applied once to check \
            that it makes the new pack, byte for byte. 'themepack patch' applies it, and so does ThemeUpdates.
            """)

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
