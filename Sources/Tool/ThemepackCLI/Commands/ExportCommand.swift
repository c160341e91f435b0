import ArgumentParser
import ThemeExchange
import ThemePackager
import ThemeRuntime

struct ExportCommand: ToolCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument { case xcassets, android, css, tokens }

    @Argument(help: "Format of the result.")
    var format: Format

    @Argument(
        help: ArgumentHelp(
            "Themes of the project of this folder, or packs and folders of themes.", valueName: "theme-or-pack"),
        completion: .themesAndFiles)
    var themes: [String]

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The folder to create.", valueName: "dir"), completion: .directory)
    var output: String

    @Flag(help: "Write into a folder that is not empty, and replace files.")
    var force = false

    @Option(
        name: .customLong("themes"),
        help: ArgumentHelp(
            "The theme for an appearance of xcassets, android or css: dark=night. May be repeated.",
            valueName: "name=id"), completion: .appearances)
    var appearances: [String] = []

    @Option(name: .customLong("format"), help: "Format of the table.")
    var tableFormat = AnswerFormat.text

    @OptionGroup var folderOptions: FolderOptions

    func validate() throws {
        guard !themes.isEmpty else { throw ValidationError("name at least one theme or pack") }
        guard !output.isEmpty else { throw ValidationError("-o takes a folder; its path is empty") }
        guard appearances.isEmpty || format != .tokens else {
            throw ValidationError("--themes is for xcassets, android and css; tokens have no appearances")
        }
    }

    func perform() throws {
        var folder = try OutputPlace(folder: output, for: "an export")
        let locked = try OutputFolder(folder)
        guard try force || folder.isEmptyFolder() else {
            throw UserError(path: output, "is not empty", hint: "name a new folder, or use --force")
        }
        if format == .xcassets, !output.hasSuffix(".xcassets") { folder = try folder.folder("Themes.xcassets") }
        let appearances = try AppearanceThemes(appearances)
        let export = try files(of: try exportedThemes(appearances), appearances)
        try OutputFiles.write(
            try export.files.map { (try folder.file($0.path), $0.bytes) },
            written: ProgressLine.counting("written", "files"))
        locked.keep()
        try ExchangeListing(
            items: export.items, files: export.files.map { "\(folder.path)/\($0.path)" }, isWritten: true
        ).deliver(as: tableFormat)
    }

    private func files(of themes: [ExportedTheme], _ appearances: AppearanceThemes) throws(UserError) -> Export {
        var export =
            switch format {
            case .xcassets: try CatalogExport.files(of: themes, themes: appearances)
            case .android: try AndroidExport.files(of: themes, themes: appearances)
            case .css: try CSSExport.files(of: themes, themes: appearances)
            case .tokens: TokenExport.files(of: themes)
            }
        export.leaveRest(of: themes)
        return export
    }

    private func exportedThemes(_ appearances: AppearanceThemes) throws -> [ExportedTheme] {
        let mounted = try MountedThemes(try themes.map(MountedThemes.path))
        let ids = mounted.packs.prefix(mounted.namedCount).map(\.theme.id)
        for (index, id) in ids.enumerated() where ids[..<index].contains(id) {
            throw UserError("two arguments name the theme '\(id)'", hint: "name each theme once")
        }
        try appearances.checkThemes(ids)
        return try ExportedTheme.looks(of: appearances.baseFirst(ids), in: try mounted.library())
    }
}
