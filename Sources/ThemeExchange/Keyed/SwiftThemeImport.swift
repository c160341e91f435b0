import ThemeModel
package import ThemeProject

/// Reads themes of the library SwiftTheme: a JSON or XML property list for each theme, and the images that they name.
///
/// Colors have alpha last. https://github.com/wxxsw/SwiftTheme
package struct SwiftThemeImport {
    private var contents = ThemeContents()
    private var images: [String: [SettingsFiles.File]] = [:]
    private var imageItems: [String: Int] = [:]
    private let limits: ProjectLimits

    /// - Parameters:
    ///   - themes: ids by the names of files. The file of the theme `default` is the first, unless one is named.
    package static func read(
        _ sources: [String], themes: AppearanceThemes, limits: ProjectLimits
    ) throws(UserError) -> ThemeContents {
        let files = try SettingsFiles(sources, limits)
        guard !files.settings.isEmpty else {
            throw UserError(path: sources.first, "contains no theme", hint: "a theme is a .json or .plist file")
        }
        var ids: [(file: SettingsFiles.File, id: ThemeID?)] = []
        for file in files.settings { ids.append((file, try themes.theme(of: file.stem))) }
        let named = ids.contains { $0.id == .default }
        var reader = SwiftThemeImport(files.images, limits)
        for (number, entry) in ids.enumerated() {
            let isFirst = !named && number == 0
            reader.read(entry.file, as: isFirst ? .default : entry.id, isAssumedDefault: isFirst)
        }
        reader.addImages(files.images)
        reader.contents.items += files.problems
        return reader.contents
    }

    private init(_ files: [SettingsFiles.File], _ limits: ProjectLimits) {
        self.limits = limits
        for file in files { if let image = file.image { images[image.stem, default: []].append(file) } }
    }

    private mutating func read(_ file: SettingsFiles.File, as theme: ThemeID?, isAssumedDefault: Bool) {
        var notes: [ExchangeItem.Note] = []
        if isAssumedDefault { notes.append(.changed("taken as the default theme: --themes \(file.stem)=default")) }
        guard let theme else { return leave(file, .left("as --themes says")) }
        let source: SourceFile
        do {
            source = try SourceFile(file.path, limits)
        } catch {
            return leave(file, .defect(error.message))
        }
        guard source.value.object != nil else { return leave(file, .defect("contains no settings")) }
        let item = contents.add(ExchangeItem("theme file", file.name, path: file.path, notes: notes + source.notes))
        source.value.forEach { path, value in
            if value.object == nil { add(value, path, theme, item) }
        }
    }

    private mutating func leave(_ file: SettingsFiles.File, _ note: ExchangeItem.Note) {
        _ = contents.add(ExchangeItem("theme file", file.name, path: file.path, notes: [note]))
    }

    private mutating func add(_ value: SettingValue, _ path: SettingPath, _ theme: ThemeID, _ item: Int) {
        guard let text = value.string else {
            if value.isSet { contents.set(path.keys, .other(value), of: theme, item: item) }
            return
        }
        if text.hasPrefix("#") || text.lowercased().hasPrefix("rgb") {
            guard let color = try? ThemeColor(text, order: .rgba) else {
                contents.items[item].notes.append(.defect("\(path): '\(text.prefix(40))' is no color"))
                return
            }
            return contents.set(path.keys, .color(color), of: theme, item: item)
        }
        let name = Self.imageName(text)
        if images[name] != nil {
            imageItems[name] = imageItems[name] ?? -1
            contents.set(path.keys, .other(.string(name)), of: theme, item: item)
        } else {
            contents.set(path.keys, .other(value), of: theme, item: item)
        }
    }

    private static func imageName(_ text: String) -> String {
        [".png", ".jpg", ".jpeg"].first { text.lowercased().hasSuffix($0) }
            .map { String(text.dropLast($0.utf8.count)) } ?? text
    }

    /// Each image is a default: settings of themes name different ones.
    private mutating func addImages(_ files: [SettingsFiles.File]) {
        for (stem, files) in images.sorted(by: { $0.key < $1.key }) {
            var item = ExchangeItem("image", stem, path: files[0].path)
            guard imageItems[stem] != nil else {
                item.notes = [.left("no setting names it")]
                _ = contents.add(item)
                continue
            }
            do {
                let name = try LogicalName(stem)
                let number = contents.add(item)
                for file in files {
                    guard let image = file.image else { continue }
                    contents.images.append(.init(.default, name, image.scale, ImageSource(file.path), item: number))
                }
            } catch {
                item.notes = [.defect("its name \(error.explanation)")]
                _ = contents.add(item)
            }
        }
    }
}
