import ArgumentParser
import ThemePackager

struct InspectCommand: ToolCommand {
    @Argument(help: "The pack.", completion: .file(extensions: ["zip"]))
    var pack: String

    @Option(help: "Format of the list.")
    var format = AnswerFormat.text

    @OptionGroup var folderOptions: FolderOptions

    func perform() throws {
        let (contents, settings, version) = try PackReader.contents(of: pack, limits: ThemeArguments.packLimits())
        let listing = PackListing(contents: contents, settings: settings, formatVersion: version)
        Console.print(format == .json ? listing.json : listing.table)
    }
}
