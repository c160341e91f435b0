import PackFormat
package import ThemeProject

/// Lists the settings that a theme resolves.
struct SettingRows {
    private let layers: [ReviewInput.Theme]
    private(set) var rows: [ReviewedSetting] = []

    init(of number: Int, in input: ReviewInput, _ settings: MergedSetting?) {
        layers = input.themes[number].chain.map { input.themes[$0] }
        for member in settings?.members ?? [] { add(member.setting, at: SettingPath([member.key])) }
        rows.sort { $0.path < $1.path }
    }

    /// Adds a setting, or the members of an object that is not a font, a size or insets.
    private mutating func add(_ setting: MergedSetting, at path: SettingPath) {
        let (type, shape) = Self.shape(of: setting, at: path, layers[setting.layer].colorOrder)
        if shape == .other, !setting.members.isEmpty {
            for member in setting.members { add(member.setting, at: path.appending(member.key)) }
            return
        }
        let source = layers[setting.layer]
        let (text, isCut) = Self.text(of: setting.value)
        rows.append(
            ReviewedSetting(
                path: path, type: type, text: text, isTextCut: isCut, origin: origin(of: setting.layer), shape: shape,
                file: source.settingsFile, position: source.places?.values[path]))
    }

    private func origin(of layer: Int) -> ReviewedSetting.Origin {
        if layer == 0 { return .own }
        return layers[layer].isDefault ? .defaultTheme : .inherited(layers[layer].id)
    }

    /// Returns the type that a report shows. An object is a font, a size or insets only if it has nothing else.
    private static func shape(
        of setting: MergedSetting, at path: SettingPath, _ order: ThemeColor.Order
    ) -> (KeyType, ReviewedSetting.Shape) {
        // Merging builds the value of an object, so it is built only for small ones.
        let isSmall = (1...4).contains(setting.members.count) && !setting.members.contains { $0.setting.isObject }
        guard !setting.isObject || isSmall else { return (.object, .other) }
        let value = setting.value
        let resolved = ResolvedSetting(value, colorOrder: order)
        guard setting.isObject else {
            let type = KeyType(SettingType(of: value, at: path))
            if type == .color { return (type, resolved.color.map { .color($0) } ?? .other) }
            if type == .string, path.namesFont, let font = ThemeFont(setting: resolved) { return (.font, .font(font)) }
            if type == .string, let size = PointSize(setting: resolved) { return (.size, .size(size)) }
            return (type, .other)
        }
        let keys = Set(setting.members.map(\.key))
        if keys == ["width", "height"], let size = PointSize(setting: resolved) { return (.size, .size(size)) }
        if keys.isSubset(of: ["name", "size"]), let font = ThemeFont(setting: resolved) { return (.font, .font(font)) }
        return CapInsets(setting: resolved).map { (.insets, .insets($0)) } ?? (.object, .other)
    }

    /// Returns the beginning of a value's JSON, whole scalars only.
    private static func text(of value: SettingValue) -> (String, isCut: Bool) {
        let limit = ReviewedSetting.textLengthMax
        let whole = value.string ?? CanonicalJSON.line(value)
        guard whole.utf8.count > limit else { return (whole, false) }
        var end = whole.utf8.index(whole.startIndex, offsetBy: limit)
        while end.samePosition(in: whole.unicodeScalars) == nil { end = whole.utf8.index(before: end) }
        return (String(whole[..<end]), true)
    }
}

/// A setting that a theme resolves: its own value, or one of its chain.
package struct ReviewedSetting: Hashable, Sendable {
    package var path: SettingPath
    package var type: KeyType
    /// The text of a string; any other value as JSON in one line. Cut after ``textLengthMax`` bytes.
    package var text: String
    package var isTextCut = false
    package var origin: Origin
    package var shape: Shape = .other
    /// The file that sets the value, relative to the project, and the value's place in it; `nil` if not known.
    package var file: String?
    package var position: SourcePosition?
    /// Findings about the setting: indexes in ``ReviewFacts/findings``.
    package var findings: [Int] = []

    /// A setting can have megabytes. A table with longer texts cannot be read.
    package static let textLengthMax = 400

    /// The theme that sets the value. For an object of several themes, the first that sets a member.
    package enum Origin: Hashable, Sendable {
        case own
        /// A theme of the chain, by its id.
        case inherited(String)
        case defaultTheme
    }

    /// The value as the type that a report can draw.
    package enum Shape: Hashable, Sendable {
        case color(ThemeColor)
        case font(ThemeFont)
        case size(PointSize)
        case insets(CapInsets)
        case other
    }
}
