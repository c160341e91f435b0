import ThemeSystem
import ThemeModel
package import ThemeProject

/// Reads bundles of the library METhemeKit: a JSON file for each theme, and images, which have a prefix for each theme.
/// Only the app's code knows the prefix of a file. The user therefore names the theme: its prefix is its id and `_`.
package struct METhemeImport {
    private var contents: ThemeContents
    private let limits: ProjectLimits

    /// - Parameters:
    ///   - themes: ids by the names of files: `ThemeOrange=year` for images with the prefix `year_`. `ThemeDefault` is
    ///     the default theme.
    package static func read(
        _ sources: [String], themes: AppearanceThemes, limits: ProjectLimits
    ) throws(UserError) -> ThemeContents {
        let files = try SettingsFiles(sources, limits)
        var reader = METhemeImport(limits: limits, themes)
        var ids: [ThemeID] = []
        for file in files.settings {
            guard let id = try reader.id(of: file, themes) else {
                reader.leave(file, ThemeContents.leftOut)
                continue
            }
            guard !ids.contains(id) else {
                reader.leave(file, .defect("another file is the theme '\(id)': --themes \(file.stem)=ID"))
                continue
            }
            ids.append(id)
            reader.read(file, as: id)
        }
        reader.addImages(files.images, ids.filter { $0 != .default })
        for item in files.problems { _ = reader.contents.add(item) }
        return reader.contents
    }

    private init(limits: ProjectLimits, _ themes: AppearanceThemes) {
        self.limits = limits
        contents = ThemeContents(themes)
    }

    /// `ThemeDefault` and `default` are the default theme, and `ThemeOrange` is `orange`, unless the user names others.
    private mutating func id(of file: SettingsFiles.File, _ themes: AppearanceThemes) throws(UserError) -> ThemeID? {
        contents.allow(file.stem)
        if themes.names(file.stem) { return try contents.theme(of: file.stem) }
        let name = file.stem.hasPrefix("Theme") && file.stem.utf8.count > 5 ? String(file.stem.dropFirst(5)) : file.stem
        return try contents.theme(of: name.lowercased())
    }

    private mutating func leave(_ file: SettingsFiles.File, _ note: ExchangeItem.Note) {
        contents.leave("theme file", file.name, path: file.path, note)
    }

    private mutating func read(_ file: SettingsFiles.File, as theme: ThemeID) {
        do {
            let source = try SourceFile(file.path, limits)
            guard source.value.object != nil else { throw SourceFile.Failure(message: "contains no settings") }
            let item = contents.add(ExchangeItem("theme file", file.name, path: file.path, notes: source.notes))
            source.value.forEach { path, value in
                guard value.object == nil else { return }
                contents.set(path.keys, .written(value), of: theme, item: item)
            }
        } catch {
            leave(file, .defect((error as? SourceFile.Failure)?.message ?? "cannot be read"))
        }
    }

    private mutating func addImages(_ files: [SettingsFiles.File], _ themes: [ThemeID]) {
        let all = Set(files.compactMap(\.image?.stem))
        var items: [String: Int] = [:]
        for file in files {
            guard let image = file.image else { continue }
            let folder = String(image.stem[..<image.stem.lastPathComponent.startIndex])
            let last = String(image.stem.lastPathComponent)
            func stem(in theme: ThemeID) -> String { folder + String(last.dropFirst(theme.string.count + 1)) }
            // A name that starts with a prefix is a theme's only if there is a default without the prefix.
            let theme = themes.first { last.hasPrefix("\($0)_") && all.contains(stem(in: $0)) }
            let stem = theme.map(stem) ?? image.stem
            let number = items[stem] ?? contents.add(ExchangeItem("image", stem, path: file.path))
            items[stem] = number
            do throws(InvalidPath) {
                let (name, source) = (try LogicalName(stem), SourceImage(file.path))
                contents.add(.init(theme ?? .default, name, image.scale, source, item: number))
            } catch {
                contents.note(.defect("its name \(error.explanation)"), on: number)
            }
            if theme == nil, let prefix = Self.unknownPrefix(of: last, in: folder, all) {
                let note = ExchangeItem.Note.changed(
                    "looks like a theme's image: --themes FILE=\(prefix), if '\(prefix)_' is its prefix")
                contents.note(note, on: number)
            }
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
