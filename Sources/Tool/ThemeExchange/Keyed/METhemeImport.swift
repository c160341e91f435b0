package import ThemeProject

/// Reads bundles of the library METhemeKit: a JSON file for each theme, and images, which have a prefix for each theme.
/// Only the app's code knows the prefix of a file. The user therefore names the theme: its prefix is its id and `_`.
package struct METhemeImport {
    private var contents: ThemeContents
    private let options: ImportOptions
    /// The themes by the names of their files.
    private var themes: [String: ThemeID] = [:]

    /// - Parameters:
    ///   - options: the themes are ids by the names of files: `ThemeOrange=year` for images with the prefix `year_`.
    ///     `ThemeDefault` is the default theme.
    package static func read(_ sources: [String], _ options: ImportOptions) throws(UserError) -> ThemeContents {
        let files = try SettingsFiles(sources, options.limits)
        var reader = METhemeImport(contents: ThemeContents(options.themes), options: options)
        var ids: [ThemeID] = []
        for file in files.settings { reader.themes[file.stem] = try reader.id(of: file) }
        for file in files.settings {
            guard let id = try reader.id(of: file) else {
                reader.contents.leave(file, ThemeContents.leftOut)
                continue
            }
            guard !ids.contains(id) else {
                reader.contents.leave(file, .defect("another file is the theme '\(id)': --themes \(file.stem)=ID"))
                continue
            }
            ids.append(id)
            for (path, value, item) in reader.contents.add(file, as: id, among: reader.themes, options.limits) {
                reader.contents.set(path.keys, .written(value), of: id, item: item)
            }
        }
        files.addImages(to: &reader.contents)
        try CatalogImport.read(files.catalogs, options, into: &reader.contents)
        // A name that starts with a prefix is a theme's only if there is a default without the prefix.
        let owners = ids.filter { $0 != .default }.map { ImageOwner(prefix: "\($0)_", theme: $0) }
        reader.contents.assign(owners) { _ in false }
        reader.noteUnknownPrefixes(of: files.settings)
        for item in files.folders.problems { _ = reader.contents.add(item) }
        return reader.contents
    }

    /// `ThemeDefault` and `default` are the default theme, and `ThemeOrange` is `orange`, unless the user names others.
    private mutating func id(of file: SettingsFiles.File) throws(UserError) -> ThemeID? {
        contents.allow(file.stem)
        if options.themes.names(file.stem) { return try contents.theme(of: file.stem) }
        let name = file.stem.hasPrefix("Theme") && file.stem.utf8.count > 5 ? String(file.stem.dropFirst(5)) : file.stem
        return try contents.theme(of: name.lowercased())
    }

    /// Notes which default images look as if a theme had their prefix.
    private mutating func noteUnknownPrefixes(of files: [SettingsFiles.File]) {
        let others = files.filter { !["themedefault", "default"].contains($0.stem.lowercased()) }
        let file = others.count == 1 ? others[0].stem : "FILE"
        let defaults = contents.images.filter { $0.theme == .default }
        let names = Set(defaults.map(\.name.description))
        for image in defaults {
            let name = image.name.description
            let last = name.lastPathComponent
            guard let prefix = Self.unknownPrefix(of: String(last), in: String(name[..<last.startIndex]), names)
            else { continue }
            let words = "looks like a theme's image: --themes \(file)=\(prefix), if '\(prefix)_' is its prefix"
            contents.note(.changed(words), on: image.item)
        }
    }

    /// `year` of `year_button`, if there is an image `button`.
    private static func unknownPrefix(of name: String, in folder: String, _ all: Set<String>) -> String? {
        name.indices.first { index in
            name[index] == "_" && index > name.startIndex
                && all.contains(folder + String(name[name.index(after: index)...]))
        }.map { String(name[..<$0]) }
    }
}
