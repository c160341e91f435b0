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
        let hint = "'themepack build' writes packs there"
        let entries = try rethrow(as: { UserError(path: folder, $0.explanation, hint: hint) }) {
            () throws(FileError) in
            try DiskFileSystem().entries(of: folder)
        }
        let names = entries.compactMap { String(validUTF8: $0.name) }.filter { $0.hasSuffix(".themepack.zip") }
        guard !names.isEmpty else { throw UserError(path: folder, "contains no pack", hint: hint) }
        return names.sorted { UTF8Order.precedes($0, $1) }.map { "\(folder)/\($0)" }
    }

    func signedFiles() throws(UserError) -> [String] {
        let feed = "\(folder)/\(ThemeFeed.fileName)"
        return try packs() + (DiskFileSystem().kind(of: feed) == .file ? [feed] : [])
    }
}
