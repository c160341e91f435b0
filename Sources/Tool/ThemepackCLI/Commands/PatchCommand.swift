import ArgumentParser
import PackFormat
import ThemeProject

struct PatchCommand: ToolCommand {
    @Argument(help: "The pack that the delta was made for.", completion: .file(extensions: ["zip"]))
    var old: String

    @Argument(help: "The delta.", completion: .file())
    var delta: String

    @OptionGroup var result: ResultOptions
    @OptionGroup var folderOptions: FolderOptions

    func perform() throws {
        let made = try result.write(.pack, keeping: [old, delta]) { file in
            let delta = try PackDelta(try BytesInFile(delta))
            try delta.apply(to: IndexedPack(try BytesInFile(old))) { try file.append($0) }
            return delta
        }
        Console.print("\(Console.printable(result.output)): \(made.resultLength) bytes, sha256 \(made.result)\n")
    }
}
