import ThemeModel
package import ThemeProject

/// Reads resource folders of Android apps: images of `drawable` and `mipmap`, colors of `values`.
package struct AndroidImport {
    private struct Variant {
        let folder: ResourceFolder
        let path: String
    }

    private let limits: ProjectLimits
    private let night: ThemeID?
    private var contents = ThemeContents()
    private var drawables: [String: [Variant]] = [:]
    private var colors = AndroidColors()
    private var colorNotes: [String: [ExchangeItem.Note]] = [:]
    private var folderCount = 0
    private var resourceCount = 0

    /// - Parameters:
    ///   - sources: folders named `res`, and folders that have some.
    ///   - themes: `dark` is the theme of `-night`.
    package static func read(
        _ sources: [String], themes: AppearanceThemes, limits: ProjectLimits
    ) throws(UserError) -> ThemeContents {
        var reader = AndroidImport(limits, night: try themes.theme(of: "dark"))
        for source in sources {
            guard DiskFileSystem().kind(of: source) == .folder else {
                throw UserError(path: source, "is not a folder", hint: "name a folder of resources: app/src/main/res")
            }
            let before = reader.resourceCount
            reader.search(String(source.withoutLastSlash), depth: 0)
            guard reader.resourceCount > before else {
                throw UserError(
                    path: source, "contains no resources", hint: "expected folders such as values or drawable-xhdpi")
            }
        }
        reader.addDrawables()
        reader.addColors()
        return reader.contents
    }

    private init(_ limits: ProjectLimits, night: ThemeID?) { (self.limits, self.night) = (limits, night) }

    // MARK: Folders

    private mutating func search(_ folder: String, depth: Int) {
        folderCount += 1
        guard depth <= limits.folderDepth, folderCount <= limits.files else {
            report("folder", folder, .defect("is too deep, or one of too many folders"))
            return
        }
        let entries = sorted(folder)
        let resources = entries.filter { name, kind in
            kind == .folder && ["drawable", "mipmap", "values"].contains(ResourceFolder(name).type)
        }
        if resources.isEmpty {
            for (name, kind) in entries where kind == .folder && !name.hasPrefix(".") && name != "build" {
                search("\(folder)/\(name)", depth: depth + 1)
            }
            return
        }
        for (name, kind) in entries where !name.hasPrefix(".") { read(name, kind, in: folder) }
    }

    private mutating func read(_ name: String, _ kind: FileKind, in folder: String) {
        let path = "\(folder)/\(name)"
        guard kind == .folder else {
            report("file", path, .left("is in no folder of resources"))
            return
        }
        resourceCount += 1
        let resources = ResourceFolder(name)
        switch resources.type {
        case "drawable", "mipmap":
            for (name, kind) in sorted(path) where !name.hasPrefix(".") {
                guard kind == .file else {
                    report("file", "\(path)/\(name)", .left("is a link or a folder, which is not followed"))
                    continue
                }
                var stem = name.split(separator: ".", omittingEmptySubsequences: false)[0]
                if stem.isEmpty { stem = name[...] }
                drawables[String(stem), default: []].append(Variant(folder: resources, path: "\(path)/\(name)"))
            }
        case "values":
            for (name, kind) in sorted(path) where kind == .file && name.hasSuffix(".xml") {
                readValues("\(path)/\(name)", resources)
            }
        default: report("folder", path, .left("a theme has images and settings only"))
        }
    }

    private mutating func sorted(_ folder: String) -> [(name: String, kind: FileKind)] {
        do {
            return try DiskFileSystem().entries(of: folder)
                .compactMap { entry in String(validUTF8: entry.name).map { ($0, entry.kind) } }
                .sorted { UTF8Order.precedes($0.0, $1.0) }
        } catch {
            report("folder", folder, .defect(error.explanation))
            return []
        }
    }

    private mutating func report(_ kind: String, _ path: String, _ note: ExchangeItem.Note) {
        _ = contents.add(ExchangeItem(kind, String(path.lastPathComponent), path: path, notes: [note]))
    }

    // MARK: Images

    private mutating func addDrawables() {
        for (stem, variants) in drawables.sorted(by: { $0.key < $1.key }) {
            var item = ExchangeItem("drawable", stem, path: variants[0].path)
            let name: LogicalName
            do {
                name = try LogicalName(stem)
            } catch {
                item.notes = [.defect("its name \(error.explanation)")]
                _ = contents.add(item)
                continue
            }
            let number = contents.add(item)
            var taken: Set<String> = []
            for variant in variants.sorted(by: { ($0.folder.rank, $0.path) < ($1.folder.rank, $1.path) }) {
                guard let note = add(variant, name, number, &taken) else { continue }
                if !contents.items[number].notes.contains(note) { contents.items[number].notes.append(note) }
            }
        }
    }

    /// Returns why a file is not taken; `nil` if it is.
    private mutating func add(
        _ variant: Variant, _ name: LogicalName, _ item: Int, _ taken: inout Set<String>
    ) -> ExchangeItem.Note? {
        if variant.path.hasSuffix(".xml") { return .left("an XML drawable") }
        guard variant.folder.restrictions.isEmpty, let scale = variant.folder.scale else {
            return .left("qualifier \(variant.folder.words)")
        }
        guard let theme = variant.folder.isNight ? night : .default else { return .left("night, as --themes says") }
        guard taken.insert("\(theme) \(scale)").inserted else { return .left("a second file for the same use") }
        let form: ImageSource.Form = variant.path.hasSuffix(".9.png") ? .ninePatch : .pixels
        contents.images.append(.init(theme, name, scale, ImageSource(variant.path, form), item: item))
        return nil
    }

    // MARK: Colors

    private mutating func readValues(_ path: String, _ folder: ResourceFolder) {
        let root: XMLElement
        do {
            root = try XMLReader.read(try DiskFileSystem().read(path, limit: limits.configBytes))
        } catch let error as XMLReader.Failure {
            return report("file", path, .defect(error.message))
        } catch let error as FileError {
            return report("file", path, .defect(error.explanation))
        } catch {
            return report("file", path, .defect("cannot be read"))
        }
        guard root.name == "resources" else { return report("file", path, .left("is no list of resources")) }
        var others: [String: Int] = [:]
        for element in root.children {
            let type = element.name == "item" ? element.attributes["type"] ?? "item" : element.name
            guard type == "color", folder.restrictions.isEmpty, let name = element.attributes["name"] else {
                others[type, default: 0] += 1
                continue
            }
            let words = element.text.split(whereSeparator: \.isWhitespace)
            let entry = AndroidColors.Entry(text: words.joined(separator: " "), path: path, line: element.line)
            if let other = colors.add(name, entry, isNight: folder.isNight) {
                colorNotes[name, default: []].append(.left("a second one in \(path); the one in \(other) is taken"))
            }
        }
        guard !others.isEmpty else { return }
        let words = others.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        let reason = folder.restrictions.isEmpty ? "" : ", qualifier \(folder.words)"
        report("file", path, .left("\(words)\(reason)"))
    }

    private mutating func addColors() {
        for name in colors.names {
            let path = (colors.day[name] ?? colors.night[name])?.path ?? ""
            let item = contents.add(ExchangeItem("color", name, path: path, notes: colorNotes[name] ?? []))
            var day: ThemeColor?
            do throws(AndroidColors.Failure) {
                if colors.day[name] != nil {
                    let color = try colors.color(name, atNight: false)
                    contents.set([ContentSections.colors, name], .color(color), of: .default, item: item)
                    day = color
                }
                // A color also changes at night if its reference does.
                let dark = try colors.color(name, atNight: true)
                guard dark != day else { continue }
                if let night {
                    contents.set([ContentSections.colors, name], .color(dark), of: night, item: item)
                } else {
                    contents.items[item].notes.append(.left("night, as --themes says"))
                }
            } catch {
                contents.items[item].notes.append(error.note)
            }
        }
    }
}
