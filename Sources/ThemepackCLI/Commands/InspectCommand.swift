import ArgumentParser
import ThemePackager

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show what a pack holds.",
        discussion: "Reads the index and the settings; the images are not decoded, 'themepack verify' does that.")

    @Argument(help: "The pack.", completion: .file(extensions: ["zip"]))
    var pack: String

    @OptionGroup var options: CommonOptions

    func validate() throws {
        guard options.format == .text || options.format == .json else {
            throw ValidationError("inspect writes text or json")
        }
        guard options.reports.isEmpty else { throw ValidationError("inspect has no findings to report") }
    }

    func run() throws {
        try options.enterFolder()
        let (contents, settings, version) = try PackFile.contents(of: pack)
        let listing = PackListing(contents: contents, settings: settings, formatVersion: version)
        Console.print(options.format == .json ? listing.json : listing.table)
    }
}
