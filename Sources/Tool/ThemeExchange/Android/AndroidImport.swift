package import ThemeProject

/// Reads resource folders of Android apps: images of `drawable` and `mipmap`, colors of `values` and `color`.
package struct AndroidImport {
    private struct Variant {
        let folder: ResourceFolder
        /// The place of its folder `res` in the order in which they are read.
        let rank: Int
        let source: SourceSet
        /// Relative to the folder `res`.
        let file: String
        var path: String { "\(source.path)/\(file)" }
    }

    /// A name of drawables, whose files are added.
    private struct Drawable {
        let name: LogicalName
        /// The index of its item.
        let item: Int
        let hasNight: Bool
        /// The files by theme and scale.
        var taken: [String: Variant] = [:]
    }

    private let options: ImportOptions
    private let night: ThemeID?
    private var contents: ThemeContents
    /// The folders of resources, those of `main` first. A flavor or a build type is one only if the user names it.
    private var sources: [SourceSet] = []
    private var drawables: [String: [Variant]] = [:]
    private var values: AndroidValues
    private var folders: SourceFolders

    /// - Parameters:
    ///   - sources: folders named `res`, and folders that have some.
    ///   - options: `dark` is the theme of `-night`.
    package static func read(_ sources: [String], _ options: ImportOptions) throws(UserError) -> ThemeContents {
        var contents = ThemeContents(options.themes)
        let night = try contents.theme(ofAppearance: "dark")
        var reader = AndroidImport(
            options: options, night: night, contents: contents, values: AndroidValues(options.limits, night: night),
            folders: SourceFolders(options.limits))
        var others: [SourceSet] = []
        for source in sources {
            let root = try SourceFolders.root(source, hint: "name a folder of resources: app/src/main/res")
            let found = reader.search(root, depth: 0).map(SourceSet.init)
            guard !found.isEmpty else {
                throw UserError(
                    path: source, "contains no resources", hint: "expected folders such as values or drawable-xhdpi")
            }
            let isNamed = { (set: SourceSet) in set.isMain || root.utf8.count >= set.folder.utf8.count }
            reader.sources += found.filter { isNamed($0) && !reader.sources.contains($0) }
            others += found.filter { !isNamed($0) }
        }
        reader.sources = reader.sources.filter(\.isMain) + reader.sources.filter { !$0.isMain }
        for (rank, source) in reader.sources.enumerated() { reader.read(source, rank) }
        for other in others where !reader.sources.contains(other) {
            let words = "is of the source set '\(other.name)', which is imported only if it is named: \(other.folder)"
            reader.folders.report("folder", other.path, [.left(words)])
        }
        for item in reader.folders.problems { _ = reader.contents.add(item) }
        reader.addDrawables()
        reader.values.add(to: &reader.contents)
        reader.addUnusedSources()
        return reader.contents
    }

    // MARK: Folders

    private mutating func search(_ folder: String, depth: Int) -> [String] {
        let entries = folders.entries(of: folder, depth: depth)
        let resources = entries.filter { name, kind in
            kind == .folder && ["drawable", "mipmap", "values", "color"].contains(ResourceFolder(name).type)
        }
        if resources.isEmpty, folder.lastPathComponent == "res" {
            folders.report("folder", folder, [.left("has no images and no colors")])
            return []
        }
        guard resources.isEmpty else { return [folder] }
        let inner = entries.filter { $0.kind == .folder && $0.name != "build" }
        return inner.flatMap { search("\(folder)/\($0.name)", depth: depth + 1) }
    }

    private mutating func read(_ source: SourceSet, _ rank: Int) {
        values.module = source.isMain ? source.path : nil
        for (name, kind) in folders.entries(of: source.path, depth: 0) { read(name, kind, in: source, rank) }
    }

    private mutating func read(_ name: String, _ kind: FileKind, in source: SourceSet, _ rank: Int) {
        let path = "\(source.path)/\(name)"
        guard kind == .folder else {
            folders.report("file", path, [.left("is in no folder of resources")])
            return
        }
        let resources = ResourceFolder(name)
        switch resources.type {
        case "drawable", "mipmap":
            for (name, kind) in folders.entries(of: path, depth: 0) {
                guard kind == .file else {
                    folders.report("file", "\(path)/\(name)", [.left("is a link or a folder, which is not followed")])
                    continue
                }
                let file = "\(resources.name)/\(name)"
                drawables[String(name.prefix { $0 != "." }), default: []].append(
                    Variant(folder: resources, rank: rank, source: source, file: file))
            }
        case "values", "color":
            for (name, kind) in folders.entries(of: path, depth: 0) {
                let file = "\(path)/\(name)"
                if kind != .file || !name.hasSuffix(".xml") {
                    folders.report("file", file, [.left("is not an XML file")])
                } else if resources.type == "values" {
                    values.read(file, resources, &contents)
                } else {
                    values.readStates(String(name.dropLast(4)), file, resources, &contents)
                }
            }
        default: folders.report("folder", path, [.left("a theme has images and settings only")])
        }
    }

    /// Reports folders `res` of which nothing is taken, for example because others come first.
    private mutating func addUnusedSources() {
        let images = contents.images.map(\.source.path)
        let paths = images + values.colors.paths
        for source in sources.map(\.path) where !paths.contains(where: { $0.hasPrefix(source + "/") }) {
            contents.leave("folder", String(source.lastPathComponent), path: source, .left("nothing in it is taken"))
        }
    }

    // MARK: Images

    private mutating func addDrawables() {
        for (stem, variants) in drawables.sorted(by: { $0.key < $1.key }) {
            let item = contents.add(ExchangeItem("drawable", stem, path: variants[0].path))
            do {
                let hasNight = variants.contains(where: \.folder.isNight)
                var drawable = Drawable(name: try LogicalName(stem), item: item, hasNight: hasNight)
                add(variants, to: &drawable)
            } catch {
                contents.note(.defect("its name \(error.explanation)"), on: item)
            }
        }
    }

    private mutating func add(_ variants: [Variant], to drawable: inout Drawable) {
        let isUniversal = variants.contains { $0.folder.restrictions.isEmpty && $0.folder.scale != nil }
        for variant in variants.sorted(by: {
            ($0.rank, $0.folder.rank, $0.path) < ($1.rank, $1.folder.rank, $1.path)
        }) where !variants.contains(where: { isCopy(variant, of: $0) }) {
            let hasLarger = variants.contains { other in
                other.folder.restrictions.isEmpty && other.folder.isNight == variant.folder.isNight
                    && (other.folder.scale.map { Double($0.factor) } ?? 0) > variant.folder.density ?? .infinity
            }
            do throws(ExchangeItem.Note) {
                if let note = variant.folder.obstacle(isUniversal: isUniversal, hasLarger: hasLarger) { throw note }
                try add(variant, to: &drawable)
            } catch {
                contents.note(error, on: drawable.item)
            }
        }
    }

    /// Throws why a file is not taken.
    private mutating func add(_ variant: Variant, to drawable: inout Drawable) throws(ExchangeItem.Note) {
        let folder = variant.folder
        let isXML = variant.path.hasSuffix(".xml")
        guard isXML || folder.scale != nil else { throw folder.leftOut }
        if folder.versions != nil {
            contents.note(.changed("qualifier \(folder.words), taken for all"), on: drawable.item)
        }
        guard !isXML, let scale = folder.scale else { return try addXML(variant, to: &drawable) }
        guard let theme = folder.isNight ? night : .default else { throw Self.nightLeftOut }
        let use = "\(theme) \(scale)"
        if let first = drawable.taken[use] { throw Self.second(variant, after: first) }
        drawable.taken[use] = variant
        let form: SourceImage.Form = variant.path.hasSuffix(".9.png") ? .ninePatch : .pixels
        let source = SourceImage(variant.path, form)
        contents.add(.init(theme: theme, name: drawable.name, scale: scale, source: source, item: drawable.item))
    }

    static let nightLeftOut = ExchangeItem.Note.left("night, which --themes leaves out")

    /// The note on a file where another one is taken. Between modules nothing says which one an app shows.
    private static func second(_ variant: Variant, after first: Variant) -> ExchangeItem.Note {
        let words = "a second file for the same use in \(variant.path); the one in \(first.path) is taken"
        guard variant.source != first.source, variant.source.isMain else { return .left(words) }
        return .defect(words + conflictHint)
    }

    static let conflictHint = ": import one of the modules into another project"

    /// Whether a module repeats the file of a module that is read before it.
    private func isCopy(_ variant: Variant, of other: Variant) -> Bool {
        guard other.rank < variant.rank, other.file == variant.file else { return false }
        return DiskFileSystem().haveSameBytes(variant.path, other.path, limit: options.limits.imageBytes)
    }

    private mutating func addXML(_ variant: Variant, to drawable: inout Drawable) throws(ExchangeItem.Note) {
        let root = try XMLElement.read(variant.path, options.limits)
        switch root.name {
        case "vector": break
        case "selector": return try addStates(root, of: drawable, variant.folder)
        case "bitmap" where !variant.folder.isNight, "nine-patch" where !variant.folder.isNight:
            return try addTinted(root, to: &drawable)
        default: throw .left("an XML drawable: \(root.name)")
        }
        guard let theme = variant.folder.isNight ? night : .default else { throw Self.nightLeftOut }
        let vector = try VectorDrawable(root, values.colors, atNight: variant.folder.isNight)
        for note in vector.notes { contents.note(note, on: drawable.item) }
        guard add(vector, variant, of: theme, to: &drawable) else {
            guard let first = options.scales.first.flatMap({ drawable.taken["\(theme) \($0)"] }) else { return }
            throw Self.second(variant, after: first)
        }
        if let tint = vector.tint {
            contents.note(.changed("a template, without the color '\(tint)'"), on: drawable.item)
            if theme == .default { contents.setTemplate(drawable.name, item: drawable.item) }
        }
        guard theme == .default, !drawable.hasNight, let night else { return }
        let dark = try VectorDrawable(root, values.colors, atNight: true)
        if dark.svg != vector.svg { _ = add(dark, variant, of: night, to: &drawable) }
    }

    /// Returns whether there is a scale without another file.
    private mutating func add(
        _ vector: VectorDrawable, _ variant: Variant, of theme: ThemeID, to drawable: inout Drawable
    ) -> Bool {
        let open = options.scales.filter { drawable.taken["\(theme) \($0)"] == nil }
        for scale in open {
            drawable.taken["\(theme) \(scale)"] = variant
            let source = SourceImage(variant.path, .translated(svg: vector.svg, zoom: Int(scale.factor)))
            contents.add(.init(theme: theme, name: drawable.name, scale: scale, source: source, item: drawable.item))
        }
        return !open.isEmpty
    }

    /// Adds the files of the image that a drawable draws, under the drawable's name. With a tint, they are a template.
    private mutating func addTinted(_ root: XMLElement, to drawable: inout Drawable) throws(ExchangeItem.Note) {
        let reference = root.android("src") ?? ""
        let files = (try image(of: reference).flatMap { drawables[$0] } ?? []).filter { !$0.path.hasSuffix(".xml") }
        guard !files.isEmpty else { throw .left("an XML drawable: \(root.name)") }
        try root.checkTintMode()
        add(files, to: &drawable)
        guard let tint = root.android("tint") else { return }
        let isTaken = tint.hasPrefix("@color/") && (try? values.colors.color(of: tint, atNight: false)) != nil
        let color = isTaken ? values.colors.day[String(tint.lastPathComponent)] : nil
        if color == nil { contents.note(.changed("a template, without the color '\(tint)'"), on: drawable.item) }
        contents.setTemplate(drawable.name, color: color.map { SettingPath($0.keys) }, item: drawable.item)
    }

    /// Returns the name of the drawable here that an attribute refers to; `nil` if it refers to none.
    private func image(of reference: String) throws(ExchangeItem.Note) -> String? {
        guard ["drawable", "mipmap"].contains(where: { reference.contains("\($0)/") }) else { return nil }
        var image = String(reference.lastPathComponent)
        // An alias in values is another name.
        for _ in 0..<16 where drawables[image] == nil {
            image = values.colors.texts["drawable/\(image)"].map { String($0.lastPathComponent) } ?? image
        }
        guard !reference.contains(":"), drawables[image] != nil else { throw AndroidColors.missing(reference) }
        return image
    }

    /// Adds the names of the images that a selector has for states of a view.
    private mutating func addStates(
        _ selector: XMLElement, of drawable: Drawable, _ folder: ResourceFolder
    ) throws(ExchangeItem.Note) {
        guard let theme = folder.isNight ? night : .default else { throw Self.nightLeftOut }
        var known: Set<String> = []
        for element in selector.children where element.name == "item" {
            let states = element.states
            do throws(ExchangeItem.Note) {
                let reference = element.android("drawable") ?? ""
                guard let image = try image(of: reference) else {
                    throw .left(element.children.isEmpty ? "'\(reference)' is no image" : "is drawn in the file")
                }
                // The first item that matches counts.
                guard known.insert(states).inserted else { continue }
                let path = [ContentSections.states, drawable.name.description, "\(states)Image"]
                contents.set(path, .other(.string(image)), of: theme, item: drawable.item, names: image)
            } catch {
                contents.note(.left("the state \(states): \(error.text)"), on: drawable.item)
            }
        }
        if known.isEmpty { throw .left("a selector without images") }
    }
}
