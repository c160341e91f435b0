import ThemeRuntime
package import ThemeProject

/// Writes themes as one asset catalog. The first theme is for all appearances, each other one for its own.
package struct CatalogExport {
    private var export = Export()
    private let base: ExportedTheme
    /// From general to special appearances, in the order in which Xcode writes them.
    private let others: [(theme: ExportedTheme, appearance: CatalogAppearance)]
    private var folders: Set<String> = []

    /// The names of all appearances. Other formats know some of them.
    package static let appearances = CatalogAppearance.allCases.map(\.rawValue)

    /// - Parameter themes: the themes of appearances, by which other themes than `dark` are recognized.
    package static func files(
        of exported: [ExportedTheme], themes: AppearanceThemes
    ) throws(UserError) -> Export {
        var writer = try CatalogExport(exported, themes)
        writer.add()
        return writer.export
    }

    private init(_ exported: [ExportedTheme], _ themes: AppearanceThemes) throws(UserError) {
        try themes.checkNames(Set(Self.appearances))
        guard let base = exported.first else { throw UserError("there is no theme to export") }
        self.base = base
        var others: [(theme: ExportedTheme, appearance: CatalogAppearance)] = []
        for theme in exported.dropFirst() {
            let appearance = try Self.appearance(of: theme, themes)
            if let other = others.first(where: { $0.appearance == appearance }) {
                throw UserError(
                    "'\(other.theme.label)' and '\(theme.label)' are both for the appearance \(appearance.rawValue)",
                    hint: "export one of them")
            }
            others.append((theme, appearance))
        }
        self.others = others.sorted { $0.appearance < $1.appearance }
    }

    private static func appearance(
        of look: ExportedTheme, _ themes: AppearanceThemes
    ) throws(UserError) -> CatalogAppearance {
        let names = look.conditions.map { themes.appearance(of: $0.theme) }
        let known = [names, names.reversed()].lazy.compactMap { CatalogAppearance(rawValue: $0.joined(separator: "-")) }
        if let appearance = known.first { return appearance }
        let other = zip(look.conditions, names).first { CatalogAppearance(rawValue: $0.1) == nil }
        guard let theme = (other?.0 ?? look.conditions.first)?.theme else {
            throw UserError("'\(look.label)' is exported twice", hint: "name it once")
        }
        throw UserError(
            "Xcode has no appearance for the theme '\(theme)'",
            hint: "name one: --themes dark=\(theme); appearances are "
                + CatalogAppearance.allCases.map(\.rawValue).joined(separator: ", ")
                + (look.conditions.contains { $0.axis != nil } ? "; or name '\(theme)' first, without 'default'" : ""))
    }

    private var themes: [ExportedTheme] { [base] + others.map(\.theme) }

    /// Returns a `Contents.json` with some members.
    private static func json(_ members: [String: SettingValue]) -> [UInt8] {
        let info = ["info": SettingValue.members(["author": "xcode", "version": 1])]
        return CanonicalJSON.encode(.object(info.merging(members) { $1 }), style: .xcode)
    }

    private mutating func add() {
        export.add("Contents.json", Self.json([:]))
        for image in base.images { add(image) }
        var known: Set<SettingPath> = []
        for theme in themes {
            for setting in theme.settings where known.insert(setting.path).inserted { add(setting, of: theme) }
        }
        for (theme, _) in others {
            for image in theme.images where base.image(image.name) == nil {
                export.leave(image, of: theme, because: "'\(base.label)' has no image of this name")
            }
        }
    }

    private mutating func add(_ setting: ExportedTheme.Setting, of theme: ExportedTheme) {
        let path = setting.path
        let named = path.keys.first == ContentSections.colors ? path : SettingPath([ContentSections.colors] + path.keys)
        if named != path, themes.contains(where: { $0.setting(named)?.color != nil }) {
            export.leave(setting, of: theme, because: "'\(named)' has its name in a catalog")
        } else if themes.contains(where: { $0.setting(path)?.color != nil }) {
            addColor(path, of: theme)
        } else if !base.hasImage(ofSetting: path) {
            export.leave(setting, of: theme, because: "a catalog has only images and colors")
        }
    }

    /// Adds `Contents.json` of the folders of a name. Each is a namespace.
    private mutating func addFolders(of name: String) {
        for slash in name.indices where name[slash] == "/" {
            let folder = String(name[..<slash])
            guard folders.insert(folder).inserted else { continue }
            let properties = SettingValue.members(["provides-namespace": true])
            export.add("\(folder)/Contents.json", Self.json(["properties": properties]))
        }
    }

    /// Returns the values of appearances that need a slot. Without one, Xcode shows the value of an appearance with
    /// fewer conditions.
    ///
    /// - Parameter value: returns a theme's value; `nil` if the theme has none.
    private func exceptions<Value>(
        from first: Value?, _ value: (ExportedTheme) -> Value?, areSame: (Value, Value) -> Bool,
        isKept: (ExportedTheme) -> Bool = { _ in false }
    ) -> [(value: Value, theme: ExportedTheme, appearance: CatalogAppearance)] {
        var written: [(value: Value, theme: ExportedTheme, appearance: CatalogAppearance)] = []
        for (theme, appearance) in others {
            guard let own = value(theme) else { continue }
            let general = written.filter { appearance.includes($0.appearance) }.map(\.value)
            let shown: [Value?] = general.isEmpty ? [first] : general
            guard isKept(theme) || shown.contains(where: { other in other.map { !areSame($0, own) } ?? true })
            else { continue }
            written.append((own, theme, appearance))
        }
        return written
    }

    // MARK: Images

    private mutating func add(_ image: ExportedTheme.Image) {
        let name = image.name.description
        addFolders(of: name)
        let folder = "\(name).imageset"
        let stem = String(name.lastPathComponent)
        var uses: [(image: ExportedTheme.Image, suffix: String, appearance: SettingValue?)] = [(image, "", nil)]
        uses += exceptions(from: image, { $0.image(image.name) }, areSame: { $0.isSame(as: $1) })
            .map { ($0.value, "-\($0.theme.label)", $0.appearance.value) }
        var item = ExchangeItem("image", name, path: base.label, isTaken: true)
        var slots: [SettingValue] = []
        var files: [Export.File] = []
        for scale in [Scale.one, .two, .three] {
            for (image, suffix, appearance) in uses {
                let fileName = "\(stem)\(suffix)\(scale.suffix).png"
                let variant = image.variants.first { $0.scale == scale }
                if let variant { files.append(("\(folder)/\(fileName)", variant.bytes)) }
                slots.append(
                    .members([
                        "idiom": "universal", "scale": "\(scale.factor)x", "appearances": appearance,
                        "filename": variant == nil ? nil : fileName,
                        "resizing": variant == nil ? nil : image.capInsets.map { Self.resizing($0, scale) },
                    ]))
            }
        }
        for variant in uses.flatMap(\.image.variants) where variant.scale > .three {
            item.add(.left("\(variant.scale), which Xcode lacks"))
        }
        var contents: [String: SettingValue] = ["images": .list(slots)]
        if let color = image.template?.color {
            item.add(.changed("a catalog has no color for a template: tint it with '\(color)'"))
        }
        // Without templates the catalog may leave it to each view.
        if base.hasTemplates {
            let intent = image.template == nil ? "original" : "template"
            contents["properties"] = .members(["template-rendering-intent": intent])
        }
        item.isTaken = !files.isEmpty
        files.append(("\(folder)/Contents.json", Self.json(contents)))
        export.add(item, files)
    }

    private static func resizing(_ insets: CapInsets, _ scale: Scale) -> SettingValue {
        .members([
            "mode": "9-part", "cap-insets": insets.map { ($0 * Double(scale.factor)).rounded() },
            "center": SettingValue.members(["mode": "stretch", "width": 1, "height": 1]),
        ])
    }

    // MARK: Colors

    /// - Parameter theme: the first one that has the color.
    private mutating func addColor(_ path: SettingPath, of theme: ExportedTheme) {
        let keys = path.keys.dropFirst(path.keys.first == ContentSections.colors ? 1 : 0)
        let name = keys.joined(separator: "/")
        var item = ExchangeItem("color", name, path: theme.label, isTaken: true)
        if keys.count == path.keys.count { item.add(.changed("an import takes it below 'Color'")) }
        if keys.count > 1 { item.add(.changed("the groups around it become namespaces")) }
        addFolders(of: name)
        let first = base.setting(path)?.color
        let own = exceptions(from: first, { $0.setting(path)?.color }, areSame: ==) { $0.sets(path) }
        if first == nil {
            // Xcode writes an empty slot like this.
            let names = own.map(\.appearance.rawValue).joined(separator: ", ")
            item.add(.changed("it exists only in the appearance \(names)"))
        }
        for theme in themes {
            guard let setting = theme.setting(path), setting.color == nil else { continue }
            item.add(.left("its value in '\(theme.label)', which is not a color"))
        }
        let entries = [Self.entry(first, nil)] + own.map { Self.entry($0.value, $0.appearance.value) }
        let contents = Self.json(["colors": .list(entries)])
        export.add(item, [("\(name).colorset/Contents.json", contents)])
    }

    /// - Parameter color: `nil` for an empty slot, which Xcode writes without a color.
    private static func entry(_ color: ThemeColor?, _ appearance: SettingValue?) -> SettingValue {
        .members(["idiom": "universal", "appearances": appearance, "color": color.map(value)])
    }

    private static func value(of color: ThemeColor) -> SettingValue {
        func hexadecimal(_ byte: UInt8) -> String { "0x" + byte.hexadecimal(digits: 2, uppercase: true) }
        let thousandths = Int((Double(color.alpha) / 255 * 1000).rounded())
        let components = SettingValue.members([
            "alpha": "\(thousandths / 1000).\(String(1000 + thousandths % 1000).dropFirst())",
            "red": hexadecimal(color.red), "green": hexadecimal(color.green), "blue": hexadecimal(color.blue),
        ])
        return .members(["color-space": "srgb", "components": components])
    }
}
