import ArgumentParser
import PackFormat
import ThemeProject

struct DeltaCommand: ToolCommand {
    @Argument(help: "The pack that devices have.", completion: .file(extensions: ["zip"]))
    var old: String

    @Argument(help: "The pack that they should get.", completion: .file(extensions: ["zip"]))
    var new: String

    @OptionGroup var result: ResultOptions
    @OptionGroup var folderOptions: FolderOptions

    func perform() throws {
        let (count, packCount) = try result.write(.delta, keeping: [old, new]) { file in
            let base = try IndexedPack(BytesInFile(old))
            let pack = try IndexedPack(BytesInFile(new))
            var count = 0
            try DeltaMaker.make(from: base, to: pack, compared: ProgressLine.counting("compared", "entries")) {
                count += $0.count
                try file.append($0)
            }
            return (count, pack.bytes.count)
        }
        let share = (Double(count) / Double(packCount) * 1000).rounded() / 10
        Console.print("\(Console.printable(result.output)): \(count) bytes, \(share) % of the new pack\n")
    }
}
