import ThemeProject
package import ThemeRuntime

/// The files of an export and an item for each thing that was to be exported.
package struct Export: Sendable {
    package typealias File = (path: String, bytes: [UInt8])

    /// Relative to the folder of the export, in order.
    package var files: [File] { unsorted.sorted { UTF8Order.precedes($0.path, $1.path) } }
    private var unsorted: [File] = []
    package private(set) var items: [ExchangeItem] = []
    private var paths = ClashCheck()

    init() {}

    mutating func add(_ item: ExchangeItem) { items.append(item) }

    /// Adds an item with its files, or with the reason why they cannot be written.
    mutating func add(_ item: ExchangeItem, _ files: [File]) {
        var item = item
        var obstacle: String?
        for file in files where obstacle == nil { obstacle = self.obstacle(to: file.path) }
        if let obstacle {
            item.isTaken = false
            item.add(.defect(obstacle))
        } else {
            unsorted += files
        }
        items.append(item)
    }

    /// Adds a file that belongs to no item, such as a stylesheet.
    mutating func add(_ path: String, _ bytes: [UInt8]) {
        if obstacle(to: path) == nil { unsorted.append((path, bytes)) }
    }

    mutating func add(_ path: String, _ text: String) { add(path, Array(text.utf8)) }

    private mutating func obstacle(to path: String) -> String? {
        do {
            guard let clash = paths.clash(adding: try PortablePath(path)) else { return nil }
            return UTF8Order.equal(clash.earlier, path) ? "another one has its path" : "its path \(clash.explanation)"
        } catch {
            return "its path '\(path)' \(error.explanation)"
        }
    }

    /// Adds an item for each resource, which no format has, and for each theme that looks like the base, because an
    /// import of the export makes none of it.
    package mutating func leaveRest(of themes: [ExportedTheme]) {
        for theme in themes.dropFirst() where theme.conditions.count == 1 && theme.isSame(as: themes[0]) {
            let reason = "it looks like '\(themes[0].label)' and sets nothing of its own"
            leave("theme", theme.label, of: theme, because: reason)
        }
        var known: Set<PortablePath> = []
        for theme in themes {
            for path in theme.resources where known.insert(path).inserted {
                leave("resource", path.string, of: theme, because: "an export has only images and settings")
            }
        }
    }

    /// Adds an item for what the format cannot express.
    mutating func leave(_ kind: String, _ name: String, of theme: ExportedTheme, because reason: String) {
        items.append(ExchangeItem(kind, name, path: theme.label, notes: [.left(reason)]))
    }

    mutating func leave(_ setting: ExportedTheme.Setting, of theme: ExportedTheme, because reason: String) {
        leave("setting", setting.path.description, of: theme, because: reason)
    }

    mutating func leave(_ image: ExportedTheme.Image, of theme: ExportedTheme, because reason: String) {
        leave("image", image.name.description, of: theme, because: reason)
    }
}

// See docs/decisions/29-exports.md.
/// The complete look of a theme, or of several that are selected together: every image and setting, as their chain
/// answers.
package struct ExportedTheme: Sendable {
    /// A selected theme.
    package struct Condition: Hashable, Sendable {
        package let theme: ThemeID
        /// `nil` for the axis without a name.
        package let axis: ThemeAxis?
    }

    package struct Image: Sendable {
        package let name: LogicalName
        /// In the order of scales.
        package let variants: [Variant]
        package let capInsets: CapInsets?
        /// The setting that it is drawn in; `nil` for an image with colors of its own.
        package let template: Theme.Template?
    }

    package struct Variant: Hashable, Sendable {
        package let scale: Scale
        package let size: PixelSize
        package let digest: ContentDigest
        package let bytes: [UInt8]
    }

    package struct Setting: Hashable, Sendable {
        package let path: SettingPath
        package let value: SettingValue
        /// `nil` for a text that only reads as a color, as a weight of `700` does.
        package fileprivate(set) var color: ThemeColor?
    }

    /// The ids of the selected themes: `dark`, `acme+dark`.
    package let label: String
    /// The themes that are selected in addition to those of the base, from the weakest axis to the strongest.
    let conditions: [Condition]
    package let images: [Image]
    /// The paths of resources, in order.
    let resources: [PortablePath]
    /// All but objects, in the order of paths.
    package private(set) var settings: [Setting]
    private let imagesByName: [LogicalName: Image]
    private var settingsByPath: [SettingPath: Setting] = [:]
    private let ownSettings: Settings?

    /// Returns the look of the base, then those of every selection that has at most one other theme of each axis. The
    /// base fills the axes that are left. Looks with fewer conditions come first.
    ///
    /// - Parameters:
    ///   - ids: the base and the others. A combination whose members are among them shows where all of these are.
    ///   - library: has the themes and the themes of their chains.
    /// - Throws: ``UserError`` for more than 1,000 looks, `ThemeError` for a damaged pack.
    package static func looks(of ids: [ThemeID], in library: ThemeLibrary) throws -> [ExportedTheme] {
        let snapshot = library.snapshot
        let base = snapshot.order.selection(of: ids[0], after: [])
        var selections = [base]
        let others = ids.dropFirst().filter { $0 != .default }
        for id in ([nil] + snapshot.axes).flatMap({ axis in others.filter { snapshot.axis(of: $0) == axis } }) {
            let members = snapshot.order.selection(of: id, after: [])
            if members.count > 1, Set(members).isSubset(of: ids) { continue }
            let axes = members.map(snapshot.axis)
            func leavesRoom(_ selection: [ThemeID]) -> Bool {
                selection.allSatisfy { base.contains($0) || !axes.contains(snapshot.axis(of: $0)) }
            }
            for selection in selections where leavesRoom(selection) {
                selections.append(snapshot.order.selection(of: id, after: selection))
            }
            guard selections.count <= looksMax else {
                throw UserError(
                    "the themes have more than \(looksMax) selections", hint: "export fewer themes at a time")
            }
        }
        if ids.dropFirst().contains(.default) { selections.append([]) }
        var known = Cache()
        var looks: [ExportedTheme] = []
        for selection in selections {
            guard let theme = try snapshot.theme(selecting: selection) else { continue }
            let added = selection.isEmpty && !base.isEmpty ? [.default] : selection.filter { !base.contains($0) }
            let conditions = added.map { Condition(theme: $0, axis: snapshot.axis(of: $0)) }
            looks.append(try ExportedTheme(theme, conditions, in: snapshot, &known))
        }
        let colors = Set(looks.flatMap(\.settings).filter { $0.value.isSurelyColor(at: $0.path) }.map(\.path))
        for index in looks.indices { looks[index].keepColors(at: colors) }
        return (0...snapshot.axes.count + 1).flatMap { count in looks.filter { $0.conditions.count == count } }
    }

    private static let looksMax = 1000

    /// The bytes of images, which looks share.
    fileprivate typealias Cache = [ContentDigest: [UInt8]]

    private init(
        _ theme: Theme, _ conditions: [Condition], in snapshot: ThemeSnapshot, _ known: inout Cache
    ) throws(ThemeError) {
        label = theme.selection.map(\.string).joined(separator: "+")
        self.conditions = conditions
        var names: Set<LogicalName> = []
        var resources: Set<PortablePath> = []
        for link in theme.chain {
            guard let pack = snapshot.theme(link)?.pack else { continue }
            names.formUnion(try pack.imageNames())
            resources.formUnion(try pack.resourcePaths())
        }
        self.resources = resources.sorted()
        var images: [Image] = []
        for name in names.sorted() { images += try Image(name, of: theme, &known).map { [$0] } ?? [] }
        self.images = images
        let table = try theme.settingsTable()
        var settings: [Setting] = []
        table.setting(SettingKey(SettingPath.root))?.setting.value.forEach { path, value in
            guard value.object == nil, let setting = table.setting(SettingKey(path))?.setting else { return }
            settings.append(Setting(path: path, value: setting.value, color: setting.color))
        }
        self.settings = settings
        let first = snapshot.theme(theme.chain[0])
        ownSettings = first?.selection == theme.selection ? try first?.pack.storedSettings() : nil
        imagesByName = Dictionary(images.map { ($0.name, $0) }) { first, _ in first }
    }

    /// - Parameter paths: those at which some look has a color without doubt.
    private mutating func keepColors(at paths: Set<SettingPath>) {
        for index in settings.indices where !paths.contains(settings[index].path) { settings[index].color = nil }
        settingsByPath = Dictionary(settings.map { ($0.path, $0) }) { first, _ in first }
    }

    var hasTemplates: Bool { images.contains { $0.template != nil } }

    func setting(_ path: SettingPath) -> Setting? { settingsByPath[path] }

    /// Whether the theme itself sets a value, even if it is the one that it would inherit.
    func sets(_ path: SettingPath) -> Bool { ownSettings?[path]?.isSet ?? false }

    /// Whether an export writes a setting together with the image that it names.
    func hasImage(ofSetting path: SettingPath) -> Bool {
        ([path] + path.ancestors).contains { place in
            place.imageOfCapInsets.flatMap { try? LogicalName($0) }.flatMap(image) != nil
        }
    }

    func image(_ name: LogicalName) -> Image? { imagesByName[name] }

    fileprivate func isSame(as base: ExportedTheme) -> Bool {
        images.allSatisfy { base.image($0.name)?.isSame(as: $0) ?? false }
            && settings.allSatisfy { base.setting($0.path) == $0 && !sets($0.path) }
    }
}

extension ExportedTheme.Image {
    /// Whether both have the same files at the same scales and are stretched alike.
    func isSame(as other: ExportedTheme.Image) -> Bool {
        capInsets == other.capInsets
            && variants.elementsEqual(other.variants) { $0.scale == $1.scale && $0.digest == $1.digest }
    }

    fileprivate init?(
        _ name: LogicalName, of theme: Theme, _ known: inout ExportedTheme.Cache
    ) throws(ThemeError) {
        var variants: [ExportedTheme.Variant] = []
        var insets: CapInsets?
        var template: Theme.Template?
        for factor in 1...9 {
            guard let scale = Scale(factor), let image = try theme.image(ImageKey(name), scale: scale),
                image.scale == scale
            else { continue }
            insets = try image.capInsets()
            template = try image.template
            if known[image.digest] == nil { known[image.digest] = try image.bytes().withUnsafeBytes { Array($0) } }
            let bytes = known[image.digest] ?? []
            variants.append(
                ExportedTheme.Variant(scale: scale, size: image.pixelSize, digest: image.digest, bytes: bytes))
        }
        guard !variants.isEmpty else { return nil }
        self.name = name
        self.variants = variants
        capInsets = insets
        self.template = template
    }
}
