import ThemeSystem
import ThemeModel
package import ThemeProject

/// Reads resource folders of Android apps: images of `drawable` and `mipmap`, colors of `values`.
package struct AndroidImport {
    private struct Variant {
        let folder: ResourceFolder
        let path: String
        /// The number of its folder `res`, in the order in which they are read.
        let source: Int
    }

    private let limits: ProjectLimits
    private let night: ThemeID?
    private var contents: ThemeContents
    private var sourceCount = 0
    private var drawables: [String: [Variant]] = [:]
    private var colors = AndroidColors()
    private var colorNotes: [String: [ExchangeItem.Note]] = [:]
    /// The first file of colors that only qualified folders have.
    private var colorPaths: [String: String] = [:]
    /// The number and the files of values that are not colors, by type.
    private var otherValues: [String: (count: Int, paths: Set<String>)] = [:]
    private var folderCount = 0
    private var resourceCount = 0

    /// - Parameters:
    ///   - sources: folders named `res`, and folders that have some.
    ///   - themes: `dark` is the theme of `-night`.
    package static func read(
        _ sources: [String], themes: AppearanceThemes, limits: ProjectLimits
    ) throws(UserError) -> ThemeContents {
        var contents = ThemeContents(themes)
        let night = try contents.theme(of: "dark")
        var reader = AndroidImport(limits, contents, night: night)
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
        return reader.contents
    }

    private init(_ limits: ProjectLimits, _ contents: ThemeContents, night: ThemeID?) {
        self.limits = limits
        self.contents = contents
        self.night = night
    }

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
            // Other source sets, such as debug, replace resources of main, so main is the one to take.
            let folders = entries.filter { $0.kind == .folder && !$0.name.hasPrefix(".") && $0.name != "build" }
            for (name, _) in folders.filter({ $0.name == "main" }) + folders.filter({ $0.name != "main" }) {
                search("\(folder)/\(name)", depth: depth + 1)
            }
            return
        }
        sourceCount += 1
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
                drawables[String(stem), default: []].append(
                    Variant(folder: resources, path: "\(path)/\(name)", source: sourceCount))
            }
        case "values":
            for (name, kind) in sorted(path) where !name.hasPrefix(".") {
                if kind == .file, name.hasSuffix(".xml") {
                    readValues("\(path)/\(name)", resources)
                } else {
                    report("file", "\(path)/\(name)", .left("is not an XML file"))
                }
            }
        case "color":
            for (name, kind) in sorted(path) where !name.hasPrefix(".") {
                let stem = name.hasSuffix(".xml") ? String(name.dropLast(4)) : name
                if kind == .file { colors.stateLists.insert(stem) }
                contents.leave("color", stem, path: "\(path)/\(name)", .left("a color for each state"))
            }
        default: report("folder", path, .left("a theme has images and settings only"))
        }
    }

    private mutating func sorted(_ folder: String) -> [(name: String, kind: FileKind)] {
        do {
            let entries = try DiskFileSystem().entries(of: folder)
            let names = entries.compactMap { entry in String(validUTF8: entry.name).map { ($0, entry.kind) } }
            if names.count < entries.count {
                report("folder", folder, .defect("has names that are \(InvalidText.reasons)"))
            }
            return names.sorted { UTF8Order.precedes($0.0, $1.0) }
        } catch {
            report("folder", folder, .defect(error.explanation))
            return []
        }
    }

    private mutating func report(_ kind: String, _ path: String, _ note: ExchangeItem.Note) {
        contents.leave(kind, String(path.lastPathComponent), path: path, note)
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
            for variant in variants.sorted(by: {
                ($0.source, $0.folder.rank, $0.path) < ($1.source, $1.folder.rank, $1.path)
            }) {
                if let note = add(variant, name, number, &taken) { contents.note(note, on: number) }
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
        guard let theme = variant.folder.isNight ? night : .default else { return Self.nightLeftOut }
        guard taken.insert("\(theme) \(scale)").inserted else { return .left("a second file for the same use") }
        let form: SourceImage.Form = variant.path.hasSuffix(".9.png") ? .ninePatch : .pixels
        contents.add(.init(theme, name, scale, SourceImage(variant.path, form), item: item))
        return nil
    }

    private static let nightLeftOut = ExchangeItem.Note.left("night, which --themes leaves out")

    // MARK: Colors

    private mutating func readValues(_ path: String, _ folder: ResourceFolder) {
        let root: XMLElement
        let declaresEntities: Bool
        do {
            (root, declaresEntities) = try XMLElement.read(try DiskFileSystem().read(path, limit: limits.configBytes))
        } catch let error as XMLElement.Failure {
            return report("file", path, .defect(error.message))
        } catch let error as FileError {
            return report("file", path, .defect(error.explanation))
        } catch {
            return report("file", path, .defect("cannot be read"))
        }
        if declaresEntities { report("file", path, .left("the entities that it declares")) }
        guard root.name == "resources" else { return report("file", path, .left("is not a list of resources")) }
        for element in root.children {
            let type = element.name == "item" ? element.attributes["type"] ?? "item" : element.name
            guard type == "color", let name = element.attributes["name"] else {
                otherValues[type, default: (0, [])].count += 1
                otherValues[type]?.paths.insert(path)
                continue
            }
            guard folder.restrictions.isEmpty else {
                colorNotes[name, default: []].append(.left("qualifier \(folder.words)"))
                if colorPaths[name] == nil { colorPaths[name] = path }
                continue
            }
            let words = element.text.split(whereSeparator: \.isWhitespace)
            let entry = AndroidColors.Entry(text: words.joined(separator: " "), path: path, line: element.line)
            if let other = colors.add(name, entry, isNight: folder.isNight) {
                colorNotes[name, default: []].append(.left("a second one in \(path); the one in \(other) is taken"))
            }
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
        let known = Set(colors.names)
        for (name, path) in colorPaths.sorted(by: { $0.key < $1.key }) where !known.contains(name) {
            _ = contents.add(ExchangeItem("color", name, path: path, notes: colorNotes[name] ?? []))
        }
        for name in colors.names {
            let path = (colors.day[name] ?? colors.night[name])?.path ?? ""
            let item = contents.add(ExchangeItem("color", name, path: path, notes: colorNotes[name] ?? []))
            var day: ThemeColor?
            do throws(AndroidColors.Failure) {
                if colors.day[name] != nil {
                    let (color, system) = try colors.color(name, atNight: false)
                    if let system { contents.note(.changed("\(system) taken as \(color)"), on: item) }
                    contents.set([ContentSections.colors, name], .color(color), of: .default, item: item)
                    day = color
                }
                // A color whose reference changes at night changes with it.
                let (dark, system) = try colors.color(name, atNight: true)
                guard dark != day else { continue }
                if let system { contents.note(.changed("\(system) taken as \(dark)"), on: item) }
                if let night {
                    contents.set([ContentSections.colors, name], .color(dark), of: night, item: item)
                } else {
                    contents.note(Self.nightLeftOut, on: item)
                }
            } catch {
                contents.note(error.note, on: item)
            }
        }
    }
}
