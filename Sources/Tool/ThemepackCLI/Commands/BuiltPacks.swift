import ThemePackager
import ThemeProject
import ThemeTrust

/// A folder of finished packs, by default the project's `dist/`.
struct BuiltPacks {
    let folder: String

    init(folder: String) { self.folder = folder == "/" ? folder : String(folder.withoutLastSlash) }

    static func ofProject() throws -> BuiltPacks {
        BuiltPacks(folder: Console.relative("\(try ThemeArguments.nearestProject().root)/dist"))
    }

    func packs() throws(UserError) -> [String] {
        try Distribution.packs(inFolder: folder, hint: "'themepack build' writes packs there")
    }

    func signedFiles() throws(UserError) -> [String] {
        let feed = "\(folder)/\(ThemeFeed.fileName)"
        return try packs() + (DiskFileSystem().kind(of: feed) == .file ? [feed] : [])
    }
}
