package import ThemeProject

// See docs/decisions/28-imports.md.
/// The result of reading a source: images and settings of themes, and an item for each thing found.
///
/// Every import has the same steps: a reader of one format gives these contents, ``ProjectChange`` compares them with
/// the project and plans files and settings, and the plan is written as a whole or not at all. Each thing that the
/// source has is one ``ExchangeItem`` with its outcome, so that nothing is lost in silence. Exports go the other way,
/// from ``ExportedTheme``.
package struct ThemeContents: Sendable {
    package struct Image: Sendable {
        package fileprivate(set) var theme: ThemeID
        package fileprivate(set) var name: LogicalName
        package let scale: Scale
        package let source: SourceImage
        /// The index of its item.
        package let item: Int
    }

    package struct Setting: Sendable {
        package let theme: ThemeID
        package let path: SettingPath
        package fileprivate(set) var value: Value
        package let item: Int
        /// Whether the theme has it even if it would inherit the same value.
        var isKept = false
        /// The image that it names, without which it is not taken.
        var image: String?
    }

    /// A color is stored as a value, because each theme has its own `colorOrder`.
    package enum Value: Hashable, Sendable {
        case color(ThemeColor)
        /// A value with the notation of the source. Its colors have alpha first.
        case written(SettingValue)
        case other(SettingValue)
    }

    package private(set) var items: [ExchangeItem] = []
    package private(set) var images: [Image] = []
    package private(set) var settings: [Setting] = []
    /// The items that repeat another item, each with that item.
    private var copies: [(item: Int, original: Int)] = []
    /// The images of the default theme that are masks.
    private(set) var templates: [(name: LogicalName, template: ImageTemplate, item: Int)] = []
    /// The axes of the source from the weakest to the strongest.
    private(set) var axes: [ThemeAxis] = []
    private(set) var axisOfTheme: [ThemeID: ThemeAxis] = [:]
    private(set) var combinations: [ThemeID: [ThemeID]] = [:]
    /// The themes that files name with the key `super`, by the theme that extends them.
    private(set) var parents: [ThemeID: ThemeID] = [:]
    /// Whether each theme has all settings. Then only those that differ from inherited ones are written.
    var hasCompleteThemes = false
    let themes: AppearanceThemes
    /// The appearances, contexts and files whose themes a reader asked for.
    private var names: Set<String> = []

    package init(_ themes: AppearanceThemes = AppearanceThemes()) { self.themes = themes }

    package mutating func add(_ item: ExchangeItem) -> Int {
        items.append(item)
        return items.count - 1
    }

    /// Adds an item of which nothing is taken.
    mutating func leave(_ kind: String, _ name: String, path: String, _ note: ExchangeItem.Note) {
        items.append(ExchangeItem(kind, name, path: path, notes: [note]))
    }

    /// Adds an item that has the outcome of another one.
    mutating func addCopy(_ item: ExchangeItem, of original: Int) { copies.append((add(item), original)) }

    /// Gives default images whose names start with a theme's prefix to that theme, with their cap insets and intents.
    ///
    /// - Parameter hasDefault: whether there is a default image of a name beside those of the source.
    mutating func assign(_ owners: [ImageOwner], hasDefault: (LogicalName) -> Bool) {
        guard !owners.isEmpty else { return }
        let defaults = Set(images.filter { $0.theme == .default }.map(\.name))
        var found: [String: (theme: ThemeID, name: LogicalName)] = [:]
        for name in defaults {
            for owner in owners {
                guard let plain = owner.name(of: name), defaults.contains(plain) || hasDefault(plain) else { continue }
                found[name.description] = (owner.theme, plain)
                break
            }
        }
        for (index, image) in images.enumerated() where image.theme == .default {
            guard let (theme, name) = found[image.name.description] else { continue }
            images[index].theme = theme
            images[index].name = name
            items[image.item].newName = name.description
        }
        // The default image says whether a name is a template.
        templates.removeAll { found[$0.name.description] != nil }
        settings = settings.map { setting in
            guard setting.theme == .default, let (theme, name) = found[setting.path.imageOfCapInsets ?? ""] else {
                return setting
            }
            let path = SettingPath([ContentSections.capInsets, name.description])
            return Setting(theme: theme, path: path, value: setting.value, item: setting.item)
        }
    }

    mutating func note(_ note: ExchangeItem.Note, on item: Int) { items[item].add(note) }

    mutating func markTaken(_ item: Int) { items[item].isTaken = true }

    package mutating func add(_ image: Image) { images.append(image) }

    /// - Parameter color: the setting that has the color of the mask; `nil` for the color of where it is shown.
    mutating func setTemplate(_ name: LogicalName, color: SettingPath? = nil, item: Int) {
        templates.append((name, ImageTemplate(color: color), item))
    }

    package mutating func set(
        _ keys: [String], _ value: Value, of theme: ThemeID, item: Int, isKept: Bool = false, names image: String? = nil
    ) {
        let path = SettingPath(keys)
        settings.append(Setting(theme: theme, path: path, value: value, item: item, isKept: isKept, image: image))
    }

    /// Sets the cap insets of an image, in points, with the items that have them. A theme with those of the default
    /// theme inherits them.
    mutating func setCapInsets(of image: LogicalName, _ insets: [ThemeID: (points: CapInsets, item: Int)]) {
        for (theme, own) in insets.sorted(by: { $0.key < $1.key })
        where theme == .default || own.points != insets[.default]?.points {
            // A thousandth of a point is less than a hundredth of a pixel at @9x.
            let rounded = own.points.map { ($0 * 1000).rounded() / 1000 }
            set([ContentSections.capInsets, image.description], .other(rounded.json), of: theme, item: own.item)
        }
    }

    /// - Parameter axis: stronger than the axes of earlier calls; but contrast is stronger than mode.
    mutating func put(_ theme: ThemeID, on axis: ThemeAxis) {
        axisOfTheme[theme] = axis
        guard !axes.contains(axis) else { return }
        axes.append(axis)
        if axis == .mode, let contrast = axes.firstIndex(of: .contrast) { axes.swapAt(contrast, axes.count - 1) }
    }

    /// Returns the theme of an appearance, a context or a file; `nil` if the user left it out.
    mutating func theme(of name: String) throws(UserError) -> ThemeID? {
        names.insert(name)
        return try themes.theme(of: name)
    }

    /// As ``theme(of:)``, for an appearance or a context. What applies without it is the default theme.
    mutating func theme(ofVariant name: String) throws(UserError) -> ThemeID? {
        let theme = try theme(of: name)
        guard theme != .default else {
            throw UserError(
                "'\(name)' cannot be the default theme, which has the values that apply without it",
                hint: "choose another id: --themes '\(name)=ID'")
        }
        return theme
    }

    /// As ``theme(ofAppearance:)``, with a note on the item if the user left it out. No appearance means the default.
    mutating func theme(of appearance: String?, on item: Int) throws(UserError) -> ThemeID? {
        guard let appearance else { return .default }
        guard let theme = try theme(ofAppearance: appearance) else {
            note(.left("the appearance '\(appearance)', which --themes leaves out"), on: item)
            return nil
        }
        return theme
    }

    /// Returns the theme of an appearance, and puts it on the axis of modes or of contrast, or combines both.
    ///
    /// - Returns: `nil` if the user left it out.
    mutating func theme(ofAppearance appearance: String) throws(UserError) -> ThemeID? {
        guard let theme = try theme(ofVariant: appearance) else { return nil }
        let contrast = "high-contrast"
        if appearance == contrast {
            put(theme, on: .contrast)
        } else if appearance.hasSuffix("-\(contrast)") {
            let mode = String(appearance.dropLast(contrast.utf8.count + 1))
            if let first = try themes.theme(of: mode), let second = try themes.theme(of: contrast) {
                put(first, on: .mode)
                put(second, on: .contrast)
                combinations[theme] = [first, second]
            }
        } else {
            put(theme, on: .mode)
        }
        return theme
    }

    /// The note on a context or a file that `--themes` leaves out.
    static let leftOut = ExchangeItem.Note.left("--themes leaves it out")

    /// Records a name to which `--themes` can assign a theme.
    mutating func allow(_ name: String) { names.insert(name) }

    /// Checks that the source has all names to which the user assigned themes, and that the ids of themes differ in
    /// more than the case of letters.
    func checkThemes(and existing: [ThemeID]) throws(UserError) {
        try themes.checkNames(names)
        let ids = Set(settings.map(\.theme) + images.map(\.theme) + existing + [.default])
        var known: [String: ThemeID] = [:]
        for id in ids.sorted() {
            guard let other = known.updateValue(id, forKey: id.string.lowercased()) else { continue }
            throw UserError(
                "the themes '\(other)' and '\(id)' differ only in the case of letters",
                hint: "choose another id for one of them: --themes NAME=ID")
        }
    }

    /// Writes texts as lists of one text where another theme has a list: a font family is a text or a list.
    mutating func unifyLists() {
        let paths = Set(settings.compactMap { if case .other(.list) = $0.value { $0.path } else { nil } })
        for (index, setting) in settings.enumerated() where paths.contains(setting.path) {
            if case .other(.string(let text)) = setting.value {
                settings[index].value = .other(.list([.string(text)]))
            }
        }
    }

    /// Sets the theme that another one extends, by the key `super` of the library DDSkin: a theme's name or its file.
    ///
    /// - Parameter themes: by the names of their files.
    mutating func setParent(_ value: SettingValue, of theme: ThemeID, among themes: [String: ThemeID], item: Int) {
        let name = value.string ?? ""
        let suffix = [".plist", ".json"].first(where: name.hasSuffix) ?? ""
        guard let parent = themes[String(name.dropLast(suffix.count))] else {
            return note(.defect("super: no theme here is named '\(name.prefix(40))'"), on: item)
        }
        let chain = ThemeChain(of: parent, default: .default, exists: { _ in true }) { parents[$0] }
        guard theme != .default, !chain.themes.contains(theme) else {
            return note(.defect("super: '\(theme)' cannot extend '\(parent)'"), on: item)
        }
        parents[theme] = parent
    }

    /// Adds a reason to each item that has none although nothing of it was taken.
    mutating func addMissingReasons() {
        for (item, original) in copies where items[original].isTaken { items[item].isTaken = true }
        for index in items.indices where !items[index].isTaken && items[index].notes.isEmpty {
            items[index].add(.left("it has no image and no setting"))
        }
    }
}

extension ThemeAxis {
    /// The axes of an asset catalog's appearances.
    static let mode: ThemeAxis = "mode"
    static let contrast: ThemeAxis = "contrast"
}

/// A prefix of names, and the theme that images with the prefix belong to.
struct ImageOwner {
    let prefix: String
    let theme: ThemeID

    /// Returns the name without the prefix; `nil` if it does not start with it.
    func name(of image: LogicalName) -> LogicalName? {
        let last = image.description.lastPathComponent
        guard last.utf8.starts(with: prefix.utf8) else { return nil }
        let folder = image.description[..<last.startIndex]
        return try? LogicalName(folder + String(repairing: last.utf8.dropFirst(prefix.utf8.count)))
    }
}

/// The settings that imports write and exports read.
package enum ContentSections {
    package static let colors = "Color"
    /// ``CapInsets`` in points, keyed by image name. The runtime returns them with the image.
    package static let capInsets = "CapInsets"

    /// Colors of Android's styles, by style and attribute.
    static let styles = "Style"
    /// The names of images for the states of a view, by drawable: `pressedImage`.
    static let states = "States"
}

extension SettingPath {
    /// The name of the image whose cap insets are here; `nil` for other settings.
    var imageOfCapInsets: String? {
        description.hasPrefix("\(ContentSections.capInsets).")
            ? String(description.dropFirst(ContentSections.capInsets.count + 1)) : nil
    }
}

extension CapInsets: JSONConvertible {
    package var json: SettingValue { .members(["top": top, "left": left, "bottom": bottom, "right": right]) }

    var edges: [Double] { [top, left, bottom, right] }

    func map(_ change: (Double) -> Double) -> CapInsets {
        CapInsets(top: change(top), left: change(left), bottom: change(bottom), right: change(right))
    }
}

extension SettingValue {
    /// A member of an object; `nil` for any other value.
    subscript(_ key: String) -> SettingValue? { object?[key] }

    /// Sets the value at a path. Makes objects of the values on the way.
    mutating func set(_ value: SettingValue, at keys: ArraySlice<String>) {
        guard let key = keys.first else {
            self = value
            return
        }
        var members = object ?? [:]
        // Moved out and back, so that the members are changed in place and not copied for each value.
        self = .null
        members[key, default: .null].set(value, at: keys.dropFirst())
        self = .object(members)
    }

    /// The items of a list; empty for any other value.
    var items: [SettingValue] {
        if case .list(let items) = self { items } else { [] }
    }

    var flag: Bool {
        if case .boolean(let flag) = self { flag } else { false }
    }

    /// The members of an object that a reader does not take, in words: `compression-type lossless`. Leaves out
    /// members with a default value, such as `false`, `""` and `automatic`.
    func members(otherThan known: Set<String>) -> [String] {
        (object ?? [:]).filter { !known.contains($0.key) }.sorted { $0.key < $1.key }.compactMap { key, member in
            switch member {
            case .null, .boolean(false), .list([]), .string(""), .string("automatic"), .string("inherit"): nil
            case .string(let text): "\(key) \(text)"
            default: key
            }
        }
    }
}
