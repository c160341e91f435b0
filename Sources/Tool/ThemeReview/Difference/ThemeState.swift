import PackFormat
import ThemePackager
package import ThemeProject

/// A theme in a pack, a folder or a revision, or what apps show with several themes selected: one side of a comparison.
package struct ThemeState: Sendable {
    /// The part of a project that is read.
    package enum Subject: Sendable {
        /// A theme by itself, by the name of its folder.
        case theme(String)
        /// The result of selecting themes of different axes, in any order, as apps show it.
        case selection([String])
    }

    package typealias Progress = @Sendable (_ done: Int, _ all: Int) -> Void

    /// The name of this side in reports, for example `HEAD:year`.
    package let label: String
    /// Of a selection, the default theme: apps ask for its names and settings.
    package let theme: PackTheme
    /// From the weakest axis to the strongest; empty for a theme by itself.
    package var selection: [ThemeID] = []
    package let settings: Settings?
    /// Sorted by name and scale.
    package let images: [StoredImage]
    /// The images of the default theme that are drawn in a color; empty for other themes by themselves.
    var templates: [LogicalName: ImageTemplate] = [:]
    /// Sorted by path.
    package let resources: [StoredResource]
    /// The digest of the defaults that a pack was verified against; `nil` for a folder, unless a command sets it.
    package var contract: ContentDigest?
    /// The number of errors by which files of a folder are left out, as in a build.
    package let errorCount: Int
    package let limits: ProjectLimits
    /// The color below its images: the ground of the project's first pair of colors; `nil` if not known.
    var ground: ThemeColor?
    /// The colors of its masks; empty if not known.
    var tints: [LogicalName: ThemeColor] = [:]
    /// Reads the default image of a name and scale; `nil` if there is none, and in packs.
    var readDefault: @Sendable (StoredImage) throws(ImageError) -> [UInt8]? = { _ in nil }
    /// Whether there is no such theme on this side.
    package var isAbsent = false

    /// The theme's id, or those of the selected themes.
    package var title: String {
        selection.isEmpty ? theme.id.string : selection.map(\.string).joined(separator: " + ")
    }

    /// The settings of a selection have alpha first.
    private var colorOrder: ThemeColor.Order { selection.isEmpty ? theme.colorOrder : .argb }

    /// Returns the color of a setting; `nil` if it is not a color.
    func color(of value: SettingValue?, at path: SettingPath) -> ThemeColor? {
        guard let value, SettingType(of: value, at: path) == .color, let text = value.string else { return nil }
        return try? ThemeColor(text, order: colorOrder)
    }
}

/// One scale of an image, with the digest of its file.
package struct StoredImage: Sendable {
    package let name: LogicalName
    package let scale: Scale
    /// The path in the project or in the pack.
    package let path: String
    /// `nil` if the file has no readable header.
    package let size: PixelSize?
    package let byteCount: Int
    package let digest: ContentDigest
    /// Reads the file again. Returns the bytes of ``digest`` only.
    package let bytes: @Sendable () throws(ImageError) -> [UInt8]

    /// The name as in the asset tree: `common/buttonImage@2x`.
    package var title: String { "\(name)\(scale.suffix)" }

    static func precedes(_ left: Self, _ right: Self) -> Bool {
        left.name == right.name ? left.scale < right.scale : left.name < right.name
    }
}

package struct StoredResource: Hashable, Sendable {
    package let path: PortablePath
    package let byteCount: Int
    package let digest: ContentDigest
}

extension ThemeState {
    /// Reads the index and the settings of a pack. Its images are read when they are compared.
    package init(ofPack path: String, label: String, limits: ProjectLimits) throws(UserError) {
        let file = try PackReader.map(path)
        let (contents, settings, _) = try PackReader.contents(of: file, at: path, limits: limits)
        let images = contents.images.flatMap { image in
            image.variants.map { variant in
                StoredImage(
                    name: image.name, scale: variant.scale, path: contents.path(of: image.name, at: variant.scale),
                    size: variant.size, byteCount: Int(variant.stored.length), digest: variant.stored.digest
                ) { [stored = variant.stored] () throws(ImageError) in
                    let bytes = file.withBytes { Array(stored.slice(of: $0)) }
                    guard ContentDigest(of: bytes) == stored.digest else {
                        throw ImageError(
                            .packContents, "has a SHA-256 that differs from the index", hint: "build the pack again")
                    }
                    return bytes
                }
            }
        }
        self.init(
            label: label, theme: contents.theme, settings: settings,
            images: images,
            resources: contents.resources.map {
                StoredResource(path: $0.path, byteCount: Int($0.stored.length), digest: $0.stored.digest)
            },
            contract: contents.contract, errorCount: 0, limits: limits)
        for image in contents.images { templates[image.name] = contents.theme.template(image.template) }
    }

    /// Reads a theme of a project with all of its files, or a selection. Images that do not decode are not an error.
    ///
    /// - Throws: ``UserError`` if there is no such theme, if two selected themes are of one axis, if `theme.json` or
    ///   the settings have errors that hide their contents, or if a file cannot be read.
    ///
    /// - Parameter read: called from any thread after each image that is read.
    package init(
        of subject: Subject, in project: Project, label: String, jobs: Int, read: Progress? = nil
    ) throws(UserError) {
        let done = AtomicInteger(0)
        switch subject {
        case .theme(let folder):
            let survey = try ProjectSurvey(of: project, .folders([folder]), jobs: jobs)
            guard let number = survey.themes.selected.first else { throw Self.absent(folder, from: survey, label) }
            let leftOut = try Self.leftOutFiles(of: project, jobs: jobs)
            try self.init(of: number, in: survey, without: leftOut, label: label, jobs: jobs) { all in
                read?(done.add(1), all)
            }
        case .selection(let folders):
            let survey = try ProjectSurvey(of: project, .everything, jobs: jobs)
            let all = survey.images.files.count
            try self.init(selecting: folders, in: survey, label: label, jobs: jobs) { _ in read?(done.add(1), all) }
        }
    }

    /// Reads every theme of a project, the default theme first. A folder from which nothing can be read, such as that
    /// of a submodule in a revision, is a problem by the theme's name.
    ///
    /// - Parameter label: returns the name of a theme's state, from its survey.
    package static func all(
        in project: Project, jobs: Int, read progress: Progress? = nil, label: (SurveyedTheme) -> String
    ) throws(UserError) -> (states: [ThemeState], unread: [String: String]) {
        let survey = try ProjectSurvey(of: project, .everything, jobs: jobs)
        let leftOut = try leftOutFiles(of: project, jobs: jobs)
        let (unread, read) = survey.themes.selected.reduce(into: ([Int](), [Int]())) { parts, number in
            if survey.themes[number].isUnread { parts.0.append(number) } else { parts.1.append(number) }
        }
        let done = AtomicInteger(0)
        let all = survey.images.files.count
        let states = try read.map { number throws(UserError) in
            try ThemeState(
                of: number, in: survey, without: leftOut, label: label(survey.themes[number]), jobs: jobs
            ) { _ in progress?(done.add(1), all) }
        }
        let problems = unread.map { number in
            let source = survey.themes[number]
            return (source.folderName, "\(label(source)) \(source.findings.first?.message ?? "cannot be read")")
        }
        return (
            states.filter { $0.theme.id == .default } + states.filter { $0.theme.id != .default },
            Dictionary(problems) { first, _ in first }
        )
    }

    /// The side of a comparison that lacks the other side's theme.
    init(without other: ThemeState, label: String) {
        self.init(
            label: label, theme: other.theme, settings: nil, images: [], resources: [],
            errorCount: 0, limits: other.limits, isAbsent: true)
    }

    private static func absent(_ theme: String, from survey: ProjectSurvey, _ label: String) -> UserError {
        let known = Set(survey.themes.indices.map(survey.themes.name)).sorted().joined(separator: ", ")
        return UserError("\(label): there is no theme '\(theme)'", hint: "its themes are \(known)")
    }

    /// Returns the files that a build leaves out of the packs, because the project accepts that they break a rule of
    /// packs. Verifies the project if there can be such files.
    private static func leftOutFiles(of project: Project, jobs: Int) throws(UserError) -> Set<ExactText> {
        guard project.configuration.ruleBook.canLeaveOutFiles else { return [] }
        let notes = try ProjectRun(of: project, jobs: jobs).verify().findings.filter { $0.severity == .note }
        return Set(notes.map { ExactText($0.path) })
    }

    private init(
        of number: Int, in survey: ProjectSurvey, without leftOut: Set<ExactText>, label: String, jobs: Int,
        _ read: @escaping @Sendable (_ own: Int) -> Void
    ) throws(UserError) {
        let source = survey.themes[number]
        let project = survey.project
        guard let manifest = source.manifest else { throw Self.error(of: source, or: source.manifestPath) }
        if let path = source.configPath, source.settings == nil { throw Self.error(of: source, or: path) }
        let owned = survey.images.files.indices.filter {
            survey.images.owner($0) == (source.isDefault ? nil : number)
                && (leftOut.isEmpty || !leftOut.contains(ExactText(survey.images.path($0))))
        }
        let stored = Workers.map(owned.count, jobs: jobs) { index in
            defer { read(owned.count) }
            return Result { () throws(UserError) in try Self.image(owned[index], of: survey) }
        }
        let images = try stored.map { image throws(UserError) in try image.get() }
        let resources = try survey.resources[number].filter { file, folder in
            !leftOut.contains(ExactText("\(folder)/\(file.path)"))
        }.map { file, folder throws(UserError) in
            try Self.resource(file, in: folder, of: project)
        }
        let name = survey.themes.name(number)
        let findings = survey.themes.selected.count > 1 ? survey.findings.filter { $0.theme == name } : survey.findings
        let errors = project.configuration.ruleBook.judge(findings, isComplete: false)
        let theme = manifest.packTheme
        self.init(
            label: label, theme: theme, settings: source.settings,
            images: images, resources: resources,
            errorCount: errors.count { $0.severity == .error }, limits: project.configuration.limits)
        let chain = survey.themes.chain(of: number)
        let layers = chain.map { (survey.themes.name($0), survey.themes[$0].manifest?.colorOrder ?? .argb) }
        let settings = MergedSetting(chain.map { survey.themes[$0].settings })
        let pair = Array(project.configuration.contrast.prefix(1))
        ground = ContrastResult.results(of: pair, in: settings, project.budget, layers: layers).first?.ground.color
        tints = survey.templates.byName.compactMapValues { template in
            template.color.flatMap { settings?.setting(at: $0) }.flatMap { setting in
                setting.value.string.flatMap { try? ThemeColor($0, order: layers[setting.layer].1) }
            }
        }
        guard !source.isDefault else {
            templates = survey.templates.byName
            return
        }
        readDefault = { image throws(ImageError) in
            guard let file = survey.image(named: image.name, image.scale, of: nil) else { return nil }
            return try survey.project.readImage(at: survey.images.location(file)).bytes
        }
    }

    /// Takes each image from the first theme that has it, and merges the settings. There are no resources, because apps
    /// ask a single theme for them.
    private init(
        selecting names: [String], in survey: ProjectSurvey, label: String, jobs: Int,
        _ read: @escaping @Sendable (_ own: Int) -> Void
    ) throws(UserError) {
        let known = Set(survey.themes.indices.map { survey.themes[$0].folderName })
        for name in names where !known.contains(name) { throw Self.absent(name, from: survey, label) }
        let folders = try rethrow(as: { UserError("\(label): \($0)", hint: "select one theme of each axis") }) {
            () throws(ThemeOrder<String>.SharedAxis) in
            try survey.themes.order.selection(of: names)
        }
        let leftOut = try Self.leftOutFiles(of: survey.project, jobs: jobs)
        let layers = try survey.themes.chain(selecting: folders).map { theme throws(UserError) in
            try ThemeState(of: theme, in: survey, without: leftOut, label: label, jobs: jobs, read)
        }
        // The default theme is the last of each chain.
        guard let base = layers.last else { throw Self.absent(ThemeID.default.string, from: survey, label) }
        guard !folders.isEmpty else {
            self = base
            return
        }
        var shown: [StoredImage] = []
        var shownNames: Set<LogicalName> = []
        for layer in layers {
            shown += layer.images.filter { !shownNames.contains($0.name) }
            shownNames.formUnion(layer.images.map(\.name))
        }
        self.init(
            label: label, theme: base.theme, selection: folders.compactMap { try? ThemeID($0) },
            settings: MergedSetting(layers.map(\.settingsInUsualOrder))?.value.object.map { Settings($0) },
            images: shown.sorted(by: StoredImage.precedes), templates: base.templates, resources: [],
            errorCount: base.errorCount, limits: base.limits)
    }

    /// The settings, with alpha first in each color. The themes of a selection can write it in different places.
    private var settingsInUsualOrder: Settings? {
        func inUsualOrder(_ value: SettingValue, at path: SettingPath) -> SettingValue {
            if let members = value.object {
                let pairs = members.map { ($0.key, inUsualOrder($0.value, at: path.appending($0.key))) }
                return .object(Dictionary(pairs) { first, _ in first })
            }
            guard let text = value.string, let color = color(of: value, at: path), color != (try? ThemeColor(text))
            else { return value }
            return .string(color.description)
        }
        guard colorOrder != .argb, let settings else { return settings }
        return Settings(inUsualOrder(settings.value, at: .root).object ?? [:])
    }

    private static func image(_ file: Int, of survey: ProjectSurvey) throws(UserError) -> StoredImage {
        let path = survey.images.path(file)
        let project = survey.project
        let bytes = try project.fileSystem.contents(
            of: survey.images.location(file), named: path, limit: project.configuration.limits.imageBytes)
        let variant = survey.images.files[file].variant
        let digest = ContentDigest(of: bytes)
        return StoredImage(
            name: variant.name, scale: variant.scale, path: path, size: (try? PNGStructure(bytes))?.size,
            byteCount: bytes.count, digest: digest
        ) { () throws(ImageError) in
            let bytes = try project.readImage(at: survey.images.location(file)).bytes
            guard ContentDigest(of: bytes) == digest else { throw ImageError(FileError.changed) }
            return bytes
        }
    }

    private static func resource(
        _ file: TreeFile, in folder: String, of project: Project
    ) throws(UserError) -> StoredResource {
        let bytes = try project.fileSystem.contents(
            of: project.location(of: file, in: folder), named: "\(folder)/\(file.path)",
            limit: project.configuration.limits.resourceBytes)
        return StoredResource(path: file.path, byteCount: bytes.count, digest: ContentDigest(of: bytes))
    }

    /// Returns the first error of a theme's file or folder as one that stops the command.
    private static func error(of source: SurveyedTheme, or path: String) -> UserError {
        let errors = source.findings.filter { $0.severity == .error }
        guard let finding = errors.first(where: { [path, source.folder].contains($0.path) }) else {
            return UserError(path: path, "cannot be read", hint: "run 'themepack verify'")
        }
        let key = finding.key.map { "\($0): " } ?? ""
        return UserError(path: finding.path, position: finding.position, key + finding.message, hint: finding.hint)
    }
}
