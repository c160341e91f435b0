package import ThemeProject

/// Reads resource folders of Android apps: images of `drawable` and `mipmap`, colors of `values` and `color`.
package struct AndroidImport {
    private struct Variant {
        let folder: ResourceFolder
        let path: String
        /// The index of its folder `res`.
        let source: Int
    }

    private let limits: ProjectLimits
    private let scales: [Scale]
    private let night: ThemeID?
    private var contents: ThemeContents
    /// The folders `res`, in the order in which they are read.
    private var sources: [String] = []
    private var drawables: [String: [Variant]] = [:]
    private var colors = AndroidColors()
    private var colorNotes: [String: [ExchangeItem.Note]] = [:]
    /// The colors that only qualified folders have, by their items.
    private var otherColors: [String: AndroidColors.Entry] = [:]
    /// The number and the files of values that are not colors, by type.
    private var otherValues: [String: (count: Int, paths: Set<String>)] = [:]
    private var folders: SourceFolders
    private var resourceCount = 0

    /// - Parameters:
    ///   - sources: folders named `res`, and folders that have some.
    ///   - options: `dark` is the theme of `-night`.
    package static func read(
        _ sources: [String], _ options: ImportOptions
    ) throws(UserError) -> ThemeContents {
        var contents = ThemeContents(options.themes)
        let night = try contents.theme(ofAppearance: "dark")
        var reader = AndroidImport(options, contents, night: night)
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
        reader.addOtherValues()
        reader.addUnusedSources()
        return reader.contents
    }

    private init(_ options: ImportOptions, _ contents: ThemeContents, night: ThemeID?) {
        limits = options.limits
        folders = SourceFolders(limits)
        scales = options.scales
        self.contents = contents
        self.night = night
    }

    // MARK: Folders

    private mutating func search(_ folder: String, depth: Int) {
        let entries = entries(folder, depth: depth)
        let resources = entries.filter { name, kind in
            kind == .folder && ["drawable", "mipmap", "values", "color"].contains(ResourceFolder(name).type)
        }
        if resources.isEmpty, folder.lastPathComponent == "res" {
            report("folder", folder, .left("has no images and no colors"))
            return
        }
        if resources.isEmpty {
            // Other source sets, such as debug, replace resources of main, so main is the one to take.
            let folders = entries.filter { $0.kind == .folder && !$0.name.hasPrefix(".") && $0.name != "build" }
            for (name, _) in folders.filter({ $0.name == "main" }) + folders.filter({ $0.name != "main" }) {
                search("\(folder)/\(name)", depth: depth + 1)
            }
            return
        }
        sources.append(folder)
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
            for (name, kind) in self.entries(path) where !name.hasPrefix(".") {
                guard kind == .file else {
                    report("file", "\(path)/\(name)", .left("is a link or a folder, which is not followed"))
                    continue
                }
                var stem = name.split(separator: ".", omittingEmptySubsequences: false)[0]
                if stem.isEmpty { stem = name[...] }
                drawables[String(stem), default: []].append(
                    Variant(folder: resources, path: "\(path)/\(name)", source: sources.count - 1))
            }
        case "values", "color":
            for (name, kind) in self.entries(path) where !name.hasPrefix(".") {
                let file = "\(path)/\(name)"
                if kind != .file || !name.hasSuffix(".xml") {
                    report("file", file, .left("is not an XML file"))
                } else if resources.type == "values" {
                    readValues(file, resources)
                } else {
                    readStates(String(name.dropLast(4)), file, resources)
                }
            }
        default: report("folder", path, .left("a theme has images and settings only"))
        }
    }

    private mutating func entries(_ folder: String, depth: Int = 0) -> [(name: String, kind: FileKind)] {
        var words: [String] = []
        let entries = folders.entries(of: folder, depth: depth) { words.append($0) }
        for text in words { report("folder", folder, .defect(text)) }
        return entries
    }

    private mutating func report(_ kind: String, _ path: String, _ note: ExchangeItem.Note) {
        contents.leave(kind, String(path.lastPathComponent), path: path, note)
    }

    /// Reports folders `res` of which nothing is taken, for example because others come first.
    private mutating func addUnusedSources() {
        let images = contents.images.map(\.source.path)
        let paths = images + colors.day.values.map(\.path) + colors.night.values.map(\.path)
        for source in sources where !paths.contains(where: { $0.hasPrefix(source + "/") }) {
            report("folder", source, .left("nothing in it is taken"))
        }
    }

    // MARK: Images

    private mutating func addDrawables() {
        for (stem, variants) in drawables.sorted(by: { $0.key < $1.key }) {
            let number = contents.add(ExchangeItem("drawable", stem, path: variants[0].path))
            let name: LogicalName
            do {
                name = try LogicalName(stem)
            } catch {
                contents.note(.defect("its name \(error.explanation)"), on: number)
                continue
            }
            var taken: Set<String> = []
            let isUniversal = variants.contains { $0.folder.restrictions.isEmpty && $0.folder.scale != nil }
            for variant in variants.sorted(by: {
                ($0.source, $0.folder.rank, $0.path) < ($1.source, $1.folder.rank, $1.path)
            }) {
                let hasLarger = variants.contains { other in
                    other.folder.restrictions.isEmpty && other.folder.isNight == variant.folder.isNight
                        && (other.folder.scale.map { Double($0.factor) } ?? 0) > variant.folder.density ?? .infinity
                }
                if let note = variant.folder.obstacle(isUniversal: isUniversal, hasLarger: hasLarger) {
                    contents.note(note, on: number)
                    continue
                }
                do throws(ExchangeFailure) {
                    try add(variant, name, number, &taken, hasNight: variants.contains(where: \.folder.isNight))
                } catch {
                    contents.note(error.note, on: number)
                }
            }
        }
    }

    /// Throws why a file is not taken.
    private mutating func add(
        _ variant: Variant, _ name: LogicalName, _ item: Int, _ taken: inout Set<String>, hasNight: Bool
    ) throws(ExchangeFailure) {
        let folder = variant.folder
        if folder.versions != nil { contents.note(.changed("qualifier \(folder.words), taken for all"), on: item) }
        if variant.path.hasSuffix(".xml") { return try addXML(variant, name, item, &taken, hasNight: hasNight) }
        guard let scale = folder.scale else { throw .left("qualifier \(folder.words)") }
        guard let theme = folder.isNight ? night : .default else { throw Self.nightLeftOut }
        guard taken.insert("\(theme) \(scale)").inserted else { throw Self.second }
        let form: SourceImage.Form = variant.path.hasSuffix(".9.png") ? .ninePatch : .pixels
        let source = SourceImage(variant.path, form)
        contents.add(.init(theme: theme, name: name, scale: scale, source: source, item: item))
    }

    private static let nightLeftOut = ExchangeFailure.left("night, which --themes leaves out")
    private static let second = ExchangeFailure.left("a second file for the same use")

    private mutating func addXML(
        _ variant: Variant, _ name: LogicalName, _ item: Int, _ taken: inout Set<String>, hasNight: Bool
    ) throws(ExchangeFailure) {
        let root = try xml(variant.path).root
        switch root.name {
        case "vector": break
        case "selector": return try addStates(root, name, variant.folder, item)
        default: throw .left("an XML drawable: \(root.name)")
        }
        guard let theme = variant.folder.isNight ? night : .default else { throw Self.nightLeftOut }
        let vector = try VectorDrawable(root, colors, atNight: variant.folder.isNight)
        for note in vector.notes { contents.note(note, on: item) }
        guard add(vector, variant.path, name, theme, item, &taken) else { throw Self.second }
        if let tint = vector.tint {
            contents.note(.changed("a template, without the color '\(tint)'"), on: item)
            if theme == .default { contents.setTemplate(name, item: item) }
        }
        guard theme == .default, !hasNight, let night else { return }
        let dark = try VectorDrawable(root, colors, atNight: true)
        if dark.svg != vector.svg { _ = add(dark, variant.path, name, night, item, &taken) }
    }

    /// Returns whether there is a scale without another file.
    private mutating func add(
        _ vector: VectorDrawable, _ path: String, _ name: LogicalName, _ theme: ThemeID, _ item: Int,
        _ taken: inout Set<String>
    ) -> Bool {
        let open = scales.filter { taken.insert("\(theme) \($0)").inserted }
        for scale in open {
            let source = SourceImage(path, .translated(svg: vector.svg, zoom: Int(scale.factor)))
            contents.add(.init(theme: theme, name: name, scale: scale, source: source, item: item))
        }
        return !open.isEmpty
    }

    /// Adds the names of the images that a selector has for states of a view.
    private mutating func addStates(
        _ selector: XMLElement, _ name: LogicalName, _ folder: ResourceFolder, _ item: Int
    ) throws(ExchangeFailure) {
        guard let theme = folder.isNight ? night : .default else { throw Self.nightLeftOut }
        var known: Set<String> = []
        for element in selector.children where element.name == "item" {
            let states = element.states
            let reference = element.android("drawable") ?? ""
            let image = String(reference.lastPathComponent)
            guard reference.hasPrefix("@drawable/") || reference.hasPrefix("@mipmap/"), drawables[image] != nil else {
                let words = reference.isEmpty ? "is drawn in the file" : "'\(reference.prefix(40))' is no image here"
                contents.note(.left("the state \(states): \(words)"), on: item)
                continue
            }
            // The first item that matches counts.
            guard known.insert(states).inserted else { continue }
            let path = [ContentSections.states, name.description, "\(states)Image"]
            contents.set(path, .other(.string(image)), of: theme, item: item)
        }
        if known.isEmpty { throw .left("a selector without images") }
    }

    // MARK: Colors

    private func xml(_ path: String) throws(ExchangeFailure) -> (root: XMLElement, declaresEntities: Bool) {
        let bytes = try rethrow(as: { ExchangeFailure.defect($0.explanation) }) { () throws(FileError) in
            try DiskFileSystem().read(path, limit: limits.configBytes)
        }
        return try XMLElement.read(bytes)
    }

    private mutating func readValues(_ path: String, _ folder: ResourceFolder) {
        let root: XMLElement
        let declaresEntities: Bool
        do {
            (root, declaresEntities) = try xml(path)
        } catch {
            return report("file", path, error.note)
        }
        if declaresEntities { report("file", path, .left("the entities that it declares")) }
        guard root.name == "resources" else { return report("file", path, .left("is not a list of resources")) }
        for element in root.children {
            let type = element.name == "item" ? element.attributes["type"] ?? "item" : element.name
            let name = element.attributes["name"]
            if type == "style", let name {
                for item in element.children { readStyle(name, item, path, folder) }
            } else if type == "color", let name {
                let entry = AndroidColors.Entry(
                    text: element.words, path: path, line: element.line, keys: [ContentSections.colors, name],
                    item: name)
                add(name, entry, folder)
            } else {
                addOther(type, path)
            }
        }
    }

    private mutating func addOther(_ type: String, _ path: String) {
        otherValues[type, default: (0, [])].count += 1
        otherValues[type]?.paths.insert(path)
    }

    private mutating func readStyle(_ style: String, _ item: XMLElement, _ path: String, _ folder: ResourceFolder) {
        let text = item.words
        let isColor = text.hasPrefix("#") || text.hasPrefix("@color/") || text.hasPrefix("@android:color/")
        guard item.name == "item", isColor, let name = item.attributes["name"] else { return addOther("style", path) }
        let keys = [ContentSections.styles, AndroidColors.key(style), AndroidColors.key(name)]
        let title = "\(style)/\(name)"
        add(title, .init(text: text, path: path, line: item.line, keys: keys, item: title), folder)
    }

    private mutating func add(_ name: String, _ entry: AndroidColors.Entry, _ folder: ResourceFolder) {
        guard folder.restrictions.isEmpty else {
            colorNotes[entry.item, default: []].append(.left("qualifier \(folder.words)"))
            if otherColors[entry.item] == nil { otherColors[entry.item] = entry }
            return
        }
        if let other = colors.add(name, entry, isNight: folder.isNight) {
            let note = ExchangeItem.Note.left("a second one in \(entry.path); the one in \(other) is taken")
            colorNotes[entry.item, default: []].append(note)
        }
    }

    /// Reads a file with a color for each state of a view.
    private mutating func readStates(_ name: String, _ path: String, _ folder: ResourceFolder) {
        func leave(_ note: ExchangeItem.Note) { contents.leave("color", name, path: path, note) }
        let root: XMLElement
        do {
            root = try xml(path).root
        } catch {
            return leave(error.note)
        }
        colors.stateLists.insert(name)
        let items = root.children.filter { $0.name == "item" && $0.android("color") != nil }
        guard root.name == "selector", !items.isEmpty else { return leave(.left("it has no color for a state")) }
        var known: Set<String> = []
        for item in items where known.insert(item.states).inserted {
            let keys = [ContentSections.colors, name, item.states]
            var entry = AndroidColors.Entry(
                text: item.android("color") ?? "", path: path, line: item.line, keys: keys, item: name)
            entry.opacity = item.android("alpha").flatMap(Double.init) ?? 1
            add("\(name)/\(item.states)/state", entry, folder)
        }
    }

    private mutating func addOtherValues() {
        for (type, values) in otherValues.sorted(by: { $0.key < $1.key }) {
            let files = values.paths.count.counting("file")
            let reason = "\(values.count) in \(files), which are not colors"
            contents.leave("value", type, path: values.paths.min() ?? "", .left(reason))
        }
    }

    private mutating func addColors() {
        var items: [String: Int] = [:]
        for name in colors.names {
            guard let entry = colors.day[name] ?? colors.night[name] else { continue }
            let known = items["\(entry.kind) \(entry.item)"]
            let notes = colorNotes[entry.item] ?? []
            let item = known ?? contents.add(ExchangeItem(entry.kind, entry.item, path: entry.path, notes: notes))
            items["\(entry.kind) \(entry.item)"] = item
            otherColors[entry.item] = nil
            do throws(ExchangeFailure) {
                try add(name, entry.keys, item)
            } catch {
                contents.note(error.note, on: item)
            }
        }
        for (name, entry) in otherColors.sorted(by: { $0.key < $1.key }) {
            _ = contents.add(ExchangeItem(entry.kind, name, path: entry.path, notes: colorNotes[name] ?? []))
        }
    }

    private mutating func add(_ name: String, _ keys: [String], _ item: Int) throws(ExchangeFailure) {
        var day: ThemeColor?
        if colors.day[name] != nil {
            let (color, system) = try colors.color(name, atNight: false)
            if let system { contents.note(.changed("\(system) taken as \(color)"), on: item) }
            contents.set(keys, .color(color), of: .default, item: item)
            day = color
        }
        // A color whose reference changes at night changes with it. One that night repeats is kept.
        let (dark, system) = try colors.color(name, atNight: true)
        guard dark != day || colors.night[name] != nil else { return }
        if let system { contents.note(.changed("\(system) taken as \(dark)"), on: item) }
        if let night {
            contents.set(keys, .color(dark), of: night, item: item)
        } else {
            contents.note(Self.nightLeftOut.note, on: item)
        }
    }
}
