import PackFormat
package import ThemePackager

/// The files that an import writes into a project.
///
/// A reader of a format makes ``ThemeContents``: images and settings by theme, with an ``ExchangeItem`` for each thing
/// that the source has, taken or not. This value converts the images, compares them and the settings with what the
/// project has, and plans the files. What is in the project already stays, unless the import is told to replace it.
/// Nothing is written before ``write(to:written:)``, which writes all files or none; everything that is left out has a
/// reason.
package struct ProjectChange {
    package private(set) var contents: ThemeContents
    /// New and changed files, relative to the project's folder, in order.
    package private(set) var files: [(path: String, bytes: [UInt8])] = []
    private var places: [OutputPlace] = []
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
        self.contents = contents
        self.target = target
        self.isForced = isForced
        try contents.checkThemes(and: Array(target.themes.keys))
        self.contents.assign(target.prefixes, hasDefault: target.hasDefault)
        addImages(converter.convert(self.contents.images.map(\.source), jobs: jobs))
        addSlicings()
        let settings = try addSettings()
        self.contents.addMissingReasons()
        // A source without anything to take makes no project.
        guard target.project != nil || self.contents.items.contains(where: \.isTaken) else { return }
        addThemes(withSettings: settings, templates: try templates())
        files.sort { UTF8Order.precedes($0.path, $1.path) }
        for file in files { places.append(try target.place.file(file.path)) }
    }

    /// - Parameters:
    ///   - folder: the project's folder, locked since the project was read.
    ///   - written: called after each file.
    package func write(
        to folder: OutputFolder, written: ((_ done: Int, _ all: Int) -> Void)? = nil
    ) throws(UserError) {
        guard !files.isEmpty else { return }
        Leftovers.remove(in: folder, [target.assetFolder, target.themesFolder])
        try OutputFiles.write(zip(places, files).map { ($0, $1.bytes) }, written: written)
        folder.keep()
    }

    // MARK: Images

    private mutating func addImages(_ results: [Result<ImageConverter.Result, ImageConverter.Failure>]) {
        var defaults: [LogicalName: [VariantList.Variant]] = [:]
        for (image, result) in zip(contents.images, results) where image.theme == .default {
            guard case .success(let result) = result else { continue }
            defaults[image.name, default: []].append(.init(image.scale, result.size))
        }
        var announced: [Int: Set<ThemeID>] = [:]
        for (image, result) in zip(contents.images, results) {
            switch result {
            case .failure(let failure):
                let name = image.source.path.lastPathComponent
                let text = failure.cause == .missingTool ? failure.message : "'\(name)' \(failure.message)"
                contents.note(failure.cause == .unsupported ? .left(text) : .defect(text), on: image.item)
            case .success(let result):
                for other in result.notes { contents.note(other, on: image.item) }
                guard image.theme == .default || defaults[image.name] != nil || target.hasDefault(image.name) else {
                    contents.note(
                        .left("no default image has this name, so '\(image.theme)' replaces none"), on: image.item)
                    continue
                }
                let other = defaults[image.name].flatMap { VariantList($0) }?.best(for: image.scale)
                if image.theme != .default, let other,
                    !result.size.agrees(
                        at: image.scale, with: other.size, at: other.scale,
                        within: target.project?.configuration.tolerance ?? 0),
                    announced[image.item, default: []].insert(image.theme).inserted
                {
                    let sizes = "\(result.size) px at \(image.scale), the default \(other.size) px at \(other.scale)"
                    let words = "'\(image.theme)' has \(sizes): themepack verify reports it"
                    let points = [1.0, 2].first { points in
                        result.size.agrees(at: image.scale, with: other.size, at: other.scale, within: points)
                    }
                    let hint = points.map { ", unless themepack.json has \"tolerance\": {\"points\": \(Int($0))}" }
                    contents.note(.changed(words + (hint ?? "")), on: image.item)
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
            contents.note(.defect("its name starts with the prefix of the theme '\(owner)'"), on: image.item)
            return
        }
        do {
            if let clash = checks.clash(adding: try PortablePath(path)) {
                let isSame = UTF8Order.equal(clash.earlier, path)
                contents.note(
                    .defect(isSame ? "another file is \(path)" : "its file \(clash.explanation)"), on: image.item)
                return
            }
        } catch {
            contents.note(.defect("the path '\(path)' \(error.explanation)"), on: image.item)
            return
        }
        if let insets = result.capInsets, image.scale >= slicings[image.name]?[image.theme]?.scale ?? .one {
            slicings[image.name, default: [:]][image.theme] = (image.scale, insets, image.item)
        }
        if add(path, result.png, for: image.item) { contents.markTaken(image.item) }
    }

    private mutating func addSlicings() {
        for (name, themes) in slicings.sorted(by: { $0.key < $1.key }) {
            let insets = themes.mapValues { scale, pixels, item in
                (points: pixels.map { $0 / Double(scale.factor) }, item: item)
            }
            contents.setCapInsets(of: name, insets)
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
            contents.note(.defect("\(path) exists and differs; --force replaces it"), on: item)
            return false
        }
        files.append((path, bytes))
        return true
    }

    // MARK: Settings

    /// Returns the themes that get a new settings file.
    private mutating func addSettings() throws(UserError) -> Set<ThemeID> {
        // An image that was not taken needs no cap insets.
        let failed = Set(contents.images.map(\.item).filter { !contents.items[$0].isTaken })
        let taken = Set(contents.images.filter { !failed.contains($0.item) }.map(\.name.description))
        func isTaken(_ image: String) -> Bool {
            taken.contains(image) || (try? LogicalName(image)).map(target.hasDefault) ?? false
        }
        let byTheme = Dictionary(grouping: contents.settings, by: \.theme)
        let chains = Dictionary(
            uniqueKeysWithValues: byTheme.keys.map { ($0, chain(of: $0, among: Set(byTheme.keys))) })
        var merges: [ThemeID: SettingsMerge] = [:]
        // Parents come first, because a theme is compared with what it inherits.
        for (theme, chain) in chains.sorted(by: { ($0.value.count, $0.key) < ($1.value.count, $1.key) }) {
            var inherited: [SettingsMerge] = []
            for parent in contents.hasCompleteThemes ? chain : [] {
                if merges[parent] == nil { merges[parent] = try file(of: parent) }
                inherited += merges[parent].map { [$0] } ?? []
            }
            var merge = try file(of: theme)
            let base = theme == .default ? nil : merges[.default] ?? (try? file(of: .default))
            for setting in byTheme[theme] ?? [] where !failed.contains(setting.item) {
                if let image = setting.image, !isTaken(image) {
                    let key = setting.path.keys.last ?? ""
                    contents.note(.left("\(key): '\(image)' is not taken"), on: setting.item)
                } else if !setting.isKept, !merge.has(setting.path),
                    let parent = inherited.first(where: { $0.has(setting.path) }),
                    parent.has(setting.path, setting.value)
                {
                    contents.markTaken(setting.item)
                } else if let obstacle = merge.obstacle(to: setting.value, at: setting.path, base)
                    ?? merge.set(setting.path, setting.value).map(ExchangeItem.Note.defect)
                {
                    contents.note(obstacle, on: setting.item)
                } else {
                    contents.markTaken(setting.item)
                }
            }
            merges[theme] = merge
        }
        var withNewFile: Set<ThemeID> = []
        for (theme, merge) in merges where merge.isChanged {
            let existing = target.themes[theme]?.configPath
            let path = existing ?? "\(target.themesFolder)/\(theme)/config.json"
            files.append((path, try SettingsMerge.bytes(of: merge.root.value, for: path, target.limits)))
            if existing == nil { withNewFile.insert(theme) }
        }
        return withNewFile
    }

    /// Returns the theme that a theme of an import extends; `nil` for the default theme. A theme of the project keeps
    /// its parent.
    private func parent(of theme: ThemeID, among imported: Set<ThemeID>) -> ThemeID? {
        guard theme != .default else { return nil }
        if let manifest = target.themes[theme]?.manifest { return manifest.extends ?? .default }
        guard let id = contents.parents[theme] ?? contents.themes.parent(of: theme), id != theme,
            imported.contains(id) || target.themes[id] != nil
        else { return .default }
        return id
    }

    /// Returns the themes that answer after a theme, the nearest first.
    private func chain(of theme: ThemeID, among imported: Set<ThemeID>) -> [ThemeID] {
        let chain = ThemeChain(of: theme, default: .default, exists: { _ in true }) { parent(of: $0, among: imported) }
        return Array(chain.themes.dropFirst())
    }

    private func file(of theme: ThemeID) throws(UserError) -> SettingsMerge {
        let source = target.themes[theme]
        return try SettingsMerge(
            into: source?.configPath, in: target, order: source?.manifest?.colorOrder ?? .argb, isForced: isForced)
    }

    // MARK: Themes

    /// Adds masks to an existing `theme.json` of the default theme. Returns those for a new one.
    private mutating func templates() throws(UserError) -> [String: SettingValue] {
        let source = target.themes[.default]
        // A pattern of the project says already how its images are drawn.
        let known = ImageTemplates(
            source?.manifest?.templates ?? [], of: contents.templates.map(\.name).sorted(), WorkBudget())
        let new = contents.templates.filter { contents.items[$0.item].isTaken && known[$0.name] == nil }
        guard let source else {
            return Dictionary(new.map { ($0.name.description, $0.template.settingValue) }) { first, _ in first }
        }
        guard !new.isEmpty else { return [:] }
        let path = source.manifestPath
        var members = try SettingsMerge.members(of: path, in: target)
        var templates = members["templates", default: .object([:])].object ?? [:]
        for mask in new { templates[mask.name.description] = mask.template.settingValue }
        members["templates"] = .object(templates)
        files.append((path, try SettingsMerge.bytes(of: .object(members), for: path, target.limits)))
        return [:]
    }

    private mutating func addThemes(withSettings: Set<ThemeID>, templates: [String: SettingValue]) {
        let folder = target.themesFolder + "/"
        var themes = Set(
            files.compactMap { file in
                file.path.path(below: target.themesFolder).flatMap { try? ThemeID(String($0.firstPathComponent)) }
            })
        if !templates.isEmpty { themes.insert(.default) }
        // A project that exists has chosen its axes.
        let axes = target.project?.configuration.axes ?? contents.axes
        func axis(of theme: ThemeID) -> ThemeAxis? {
            let axis = target.themes[theme]?.manifest.map(\.axis) ?? contents.axisOfTheme[theme]
            return axis.flatMap { axes.contains($0) ? $0 : nil }
        }
        func combined(_ theme: ThemeID) -> [ThemeID]? {
            contents.combinations[theme].flatMap { $0.allSatisfy { axis(of: $0) != nil } ? $0 : nil }
        }
        for theme in themes { themes.formUnion(combined(theme) ?? []) }
        if target.project == nil {
            themes.insert(.default)
            let members = SettingValue.members([
                "rules": SettingValue.object([:]), "exemptions": SettingValue.list([]),
                "axes": axes.isEmpty ? nil : axes.map(\.string),
            ])
            files.append((Project.fileName, CanonicalJSON.encode(members)))
        }
        if !files.contains(where: { $0.path.hasPrefix(target.assetFolder + "/") }),
            DiskFileSystem().kind(of: "\(target.root)/\(target.assetFolder)") == nil
        {
            // A project needs the folder, and git does not store empty folders.
            files.append(("\(target.assetFolder)/.gitkeep", []))
        }
        for theme in themes where target.themes[theme] == nil {
            let combined = combined(theme)
            let manifest = SettingValue.members([
                "id": theme, "name": Self.name(of: theme), "version": "1.0.0",
                "config": withSettings.contains(theme) ? "config.json" : nil,
                "templates": theme == .default && !templates.isEmpty ? SettingValue.object(templates) : nil,
                "for": combined, "axis": combined == nil ? axis(of: theme)?.string : nil,
                "extends": combined == nil ? parent(of: theme, among: themes) : nil,
            ])
            files.append(("\(folder)\(theme)/theme.json", CanonicalJSON.encode(manifest)))
        }
    }

    private static func name(of theme: ThemeID) -> String {
        theme.string.split(separator: "-").joined(separator: " ").firstUppercased
    }
}
