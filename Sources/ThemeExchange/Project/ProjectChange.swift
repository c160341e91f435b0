import PackFormat
import ThemeModel
package import ThemePackager
package import ThemeProject

/// The files that an import writes into a project. Nothing is written before ``write(_:)``.
package struct ProjectChange {
    package private(set) var contents: ThemeContents
    /// New and changed files, relative to the project's folder, in order.
    package private(set) var files: [(path: String, bytes: [UInt8])] = []
    private let target: TargetProject
    private let isForced: Bool
    private var checks = ClashCheck()
    /// Cap insets of nine-patches at their largest scale, in pixels.
    private var slicings: [LogicalName: [ThemeID: (scale: Scale, pixels: CapInsets, item: Int)]] = [:]

    /// Converts all images, which can take as long as `jobs` programs run at a time.
    ///
    /// - Parameter isForced: whether files and settings are replaced.
    package init(
        of contents: ThemeContents, in target: TargetProject, isForced: Bool, converter: ImageConverter, jobs: Int
    ) throws(UserError) {
        (self.contents, self.target, self.isForced) = (contents, target, isForced)
        let images = contents.images
        let results = Workers.map(images.count, stride: 1, jobs: jobs) { index in
            Result { () throws(ImageConverter.Failure) in try converter.convert(images[index].source) }
        }
        addImages(results)
        addSlicings()
        let settings = try addSettings()
        try addThemes(withSettings: settings)
        files.sort { UTF8Order.precedes($0.path, $1.path) }
        try checkLinks()
    }

    /// A link in a project can be somebody else's, so no file is written through one that leads out.
    private func checkLinks() throws(UserError) {
        let project = target.project ?? (try? Project(at: target.root))
        for file in files {
            guard let link = project?.linkOut(onWayTo: "\(target.root)/\(file.path)") else { continue }
            throw UserError(
                path: "\(target.root)/\(file.path)", "leads out of the project through the link '\(link)'",
                hint: "replace the link by a folder; nothing was written")
        }
    }

    /// Writes all files, or none.
    package func write(_ unfinished: UnfinishedFiles) throws(UserError) {
        try NewFiles(unfinished: unfinished).write(files.map { ("\(target.root)/\($0.path)", $0.bytes) })
    }

    // MARK: Images

    private mutating func addImages(_ results: [Result<ImageConverter.Result, ImageConverter.Failure>]) {
        var defaults: [LogicalName: [(scale: Scale, size: PixelSize)]] = [:]
        for (image, result) in zip(contents.images, results) where image.theme == .default {
            guard case .success(let result) = result else { continue }
            defaults[image.name, default: []].append((image.scale, result.size))
        }
        for (image, result) in zip(contents.images, results) {
            switch result {
            case .failure(let failure):
                let name = image.source.path.lastPathComponent
                let text = failure.isMissingTool ? failure.message : "'\(name)' \(failure.message)"
                note(.defect(text), on: image.item)
            case .success(let result):
                for other in result.notes { note(other, on: image.item) }
                guard image.theme == .default || defaults[image.name] != nil || target.hasDefault(image.name) else {
                    note(.left("no default image has this name, so '\(image.theme)' replaces none"), on: image.item)
                    continue
                }
                let other = defaults[image.name]?.first {
                    !result.size.agrees(at: image.scale, with: $0.size, at: $0.scale)
                }
                if image.theme != .default, let other {
                    let sizes = "\(result.size) px at \(image.scale), the default \(other.size) px at \(other.scale)"
                    note(.changed("'\(image.theme)' has \(sizes): verification reports it"), on: image.item)
                }
                add(image, result)
            }
        }
    }

    private mutating func add(_ image: ThemeContents.Image, _ result: ImageConverter.Result) {
        let key = TargetProject.ImageKey(theme: image.theme, name: image.name, scale: image.scale)
        let path = target.path(of: key)
        let stem = String(path.lastPathComponent)
        if image.theme == .default, let owner = target.owner(ofStem: stem) {
            note(.defect("its name starts with the prefix of the theme '\(owner)'"), on: image.item)
            return
        }
        do {
            if let clash = checks.clash(adding: try PortablePath(path)) {
                let isSame = UTF8Order.equal(clash.earlier, path)
                note(.defect(isSame ? "another file is \(path)" : "its file \(clash.explanation)"), on: image.item)
                return
            }
        } catch {
            note(.defect("the path '\(path)' \(error.explanation)"), on: image.item)
            return
        }
        if let insets = result.capInsets, image.scale >= slicings[image.name]?[image.theme]?.scale ?? .one {
            slicings[image.name, default: [:]][image.theme] = (image.scale, insets, image.item)
        }
        if add(path, result.png, for: image.item) { contents.items[image.item].isTaken = true }
    }

    private mutating func addSlicings() {
        for (name, themes) in slicings.sorted(by: { $0.key < $1.key }) {
            let base = themes[.default].map { $0.pixels.divided(by: $0.scale) }
            for (theme, slicing) in themes.sorted(by: { $0.key < $1.key }) {
                let points = slicing.pixels.divided(by: slicing.scale)
                guard theme == .default || points != base else { continue }
                contents.set(
                    [ContentSections.capInsets, name.description], .other(ContentSections.setting(points)), of: theme,
                    item: slicing.item)
            }
        }
    }

    /// Returns whether the project has the file after the import.
    private mutating func add(_ path: String, _ bytes: [UInt8], for item: Int) -> Bool {
        let location = "\(target.root)/\(path)"
        guard DiskFileSystem().kind(of: location) != nil else {
            files.append((path, bytes))
            return true
        }
        if (try? DiskFileSystem().read(location, limit: .max)) == bytes { return true }
        guard isForced else {
            note(.defect("\(path) exists and differs; --force replaces it"), on: item)
            return false
        }
        files.append((path, bytes))
        return true
    }

    // MARK: Settings

    /// Returns the themes that get a new settings file.
    private mutating func addSettings() throws(UserError) -> Set<ThemeID> {
        var withNewFile: Set<ThemeID> = []
        // Cap insets of an image that was not taken would be of no use.
        let failed = Set(contents.images.map(\.item).filter { !contents.items[$0].isTaken })
        let byTheme = Dictionary(grouping: contents.settings, by: \.theme)
        for (theme, settings) in byTheme.sorted(by: { $0.key < $1.key }) {
            let source = target.theme(theme)
            var merge = try SettingsMerge(
                into: source?.configPath, in: target, order: source?.manifest?.colorOrder ?? .argb, isForced: isForced)
            for setting in settings where !failed.contains(setting.item) {
                if let obstacle = merge.set(setting.path, setting.value) {
                    note(.defect(obstacle), on: setting.item)
                } else {
                    contents.items[setting.item].isTaken = true
                }
            }
            guard merge.isChanged else { continue }
            files.append((source?.configPath ?? "\(target.themesFolder)/\(theme)/config.json", merge.bytes))
            if source?.configPath == nil { withNewFile.insert(theme) }
        }
        return withNewFile
    }

    // MARK: Themes

    private mutating func addThemes(withSettings: Set<ThemeID>) throws(UserError) {
        let folder = target.themesFolder + "/"
        var themes = Set(
            files.compactMap { file in
                file.path.path(below: target.themesFolder).flatMap { try? ThemeID(String($0.firstPathComponent)) }
            })
        if target.project == nil {
            themes.insert(.default)
            files.append((Project.fileName, Array("{\n  \"rules\": {},\n  \"exemptions\": []\n}\n".utf8)))
        }
        if !files.contains(where: { $0.path.hasPrefix(target.assetFolder + "/") }),
            DiskFileSystem().kind(of: "\(target.root)/\(target.assetFolder)") == nil
        {
            // A project needs the folder, and git does not store empty folders.
            files.append(("\(target.assetFolder)/.gitkeep", []))
        }
        for theme in themes where target.theme(theme) == nil {
            var members: [String: SettingValue] = [
                "id": .string(theme.string), "name": .string(Self.name(of: theme)), "version": .string("1.0.0"),
            ]
            if withSettings.contains(theme) { members["config"] = .string("config.json") }
            if theme != .default {
                members["extends"] = .string(parent(of: theme, among: themes).string)
            }
            files.append(("\(folder)\(theme)/theme.json", CanonicalJSON.encode(.object(members))))
        }
    }

    /// `dark-high-contrast` extends `dark`, if there is one.
    private func parent(of theme: ThemeID, among themes: Set<ThemeID>) -> ThemeID {
        let suffix = "-high-contrast"
        guard theme.string.hasSuffix(suffix), let id = try? ThemeID(String(theme.string.dropLast(suffix.utf8.count))),
            themes.contains(id) || target.theme(id) != nil
        else { return .default }
        return id
    }

    private static func name(of theme: ThemeID) -> String {
        let words = theme.string.split(separator: "-").joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    private mutating func note(_ note: ExchangeItem.Note, on item: Int) {
        if !contents.items[item].notes.contains(note) { contents.items[item].notes.append(note) }
    }
}

extension CapInsets {
    func divided(by scale: Scale) -> CapInsets {
        let factor = Double(scale.factor)
        return CapInsets(top: top / factor, left: left / factor, bottom: bottom / factor, right: right / factor)
    }
}
