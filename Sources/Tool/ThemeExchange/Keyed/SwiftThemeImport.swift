package import ThemeProject

/// Reads themes of the library SwiftTheme: a JSON or XML property list for each theme, and the images that they name.
///
/// Colors have alpha last. https://github.com/wxxsw/SwiftTheme
package struct SwiftThemeImport {
    private var contents: ThemeContents
    private var stems: Set<String>
    /// The images that settings name.
    private var named: Set<String> = []
    /// The themes by the names of their files.
    private var themes: [String: ThemeID] = [:]
    private let limits: ProjectLimits

    /// - Parameters:
    ///   - options: the themes are ids by the names of files. The file of the theme `default` is the first, unless one
    ///     has this name in any letter case, or the user names one.
    package static func read(_ sources: [String], _ options: ImportOptions) throws(UserError) -> ThemeContents {
        let files = try SettingsFiles(sources, options.limits)
        guard !files.settings.isEmpty else {
            throw UserError(path: sources.first, "contains no theme", hint: "a theme is a .json or .plist file")
        }
        var reader = SwiftThemeImport(
            contents: ThemeContents(options.themes), stems: Set(files.images.compactMap(\.image?.stem)),
            limits: options.limits)
        try CatalogImport.read(files.catalogs, options, into: &reader.contents)
        reader.stems.formUnion(reader.contents.images.map(\.name.description))
        var ids: [(file: SettingsFiles.File, id: ThemeID?)] = []
        for file in files.settings { ids.append((file, try reader.contents.theme(of: file.stem))) }
        let named = ids.contains { $0.id == .default }
        if !named { ids[0].id = .default }
        for entry in ids { reader.themes[entry.file.stem] = entry.id }
        for (number, entry) in ids.enumerated() {
            reader.read(entry.file, as: entry.id, isAssumedDefault: !named && number == 0)
        }
        // Each image is a default: settings of themes name different ones.
        let known = reader.named
        files.addImages(to: &reader.contents) { known.contains($0) ? nil : "no setting names it" }
        for item in files.folders.problems { _ = reader.contents.add(item) }
        return reader.contents
    }

    private mutating func read(_ file: SettingsFiles.File, as theme: ThemeID?, isAssumedDefault: Bool) {
        var notes: [ExchangeItem.Note] = []
        if isAssumedDefault { notes.append(.changed("taken as the default theme: --themes \(file.stem)=default")) }
        guard let theme else { return contents.leave(file, ThemeContents.leftOut) }
        for (path, value, item) in contents.add(file, as: theme, among: themes, limits, notes: notes) {
            add(value, path, theme, item)
        }
    }

    private mutating func add(_ value: SettingValue, _ path: SettingPath, _ theme: ThemeID, _ item: Int) {
        if case .list(let items) = value {
            // Colors in a list have alpha last, too.
            let converted = items.map { item in
                item.string.flatMap(Self.color).map { .string($0.hexadecimal(.argb)) } ?? item
            }
            let hasColors = items.contains { $0.string.map(Self.isColor) ?? false }
            let list: ThemeContents.Value = hasColors ? .written(.list(converted)) : .other(value)
            return contents.set(path.keys, list, of: theme, item: item)
        }
        guard let text = value.string else {
            if value.isSet { contents.set(path.keys, .other(value), of: theme, item: item) }
            return
        }
        if let color = Self.color(text) { return contents.set(path.keys, .color(color), of: theme, item: item) }
        guard !Self.isColor(text) else {
            return contents.note(.defect("\(path): '\(text.prefix(40))' is not a color"), on: item)
        }
        let name = Self.imageName(text)
        if stems.contains(name) {
            named.insert(name)
            contents.set(path.keys, .other(.string(name)), of: theme, item: item, names: name)
        } else {
            if name != text { contents.note(.left("\(path): there is no image '\(text.prefix(80))' here"), on: item) }
            contents.set(path.keys, .other(value), of: theme, item: item)
        }
    }

    private static func isColor(_ text: String) -> Bool { text.hasPrefix("#") || text.lowercased().hasPrefix("rgb") }

    private static func color(_ text: String) -> ThemeColor? {
        isColor(text) ? try? ThemeColor(text, order: .rgba) : nil
    }

    private static func imageName(_ text: String) -> String {
        [".png", ".jpg", ".jpeg"].first { text.lowercased().hasSuffix($0) }
            .map { String(text.dropLast($0.utf8.count)) } ?? text
    }
}
