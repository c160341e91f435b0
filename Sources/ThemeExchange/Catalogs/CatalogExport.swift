import ThemeModel
package import ThemeProject

/// Writes themes as one asset catalog. The first theme is for all appearances, each other one for its own.
package struct CatalogExport {
    private var export = Export()
    private let base: ExportedTheme
    private let others: [(theme: ExportedTheme, appearance: SettingValue)]

    /// - Parameter themes: the themes of appearances, by which other themes than `dark` are recognized.
    package static func files(
        of exported: [ExportedTheme], themes: AppearanceThemes
    ) throws(UserError) -> Export {
        var writer = try CatalogExport(exported, themes)
        writer.add()
        return writer.export
    }

    private init(_ exported: [ExportedTheme], _ themes: AppearanceThemes) throws(UserError) {
        guard let base = exported.first else { throw UserError("there is no theme to export") }
        self.base = base
        var others: [(rank: Int, theme: ExportedTheme, appearance: SettingValue)] = []
        for theme in exported.dropFirst() {
            let name = themes.appearance(of: theme.id)
            guard let rank = Self.appearances.firstIndex(where: { $0.name == name }) else {
                throw UserError(
                    "Xcode has no appearance for the theme '\(theme.id)'",
                    hint: "name one: --themes dark=\(theme.id); appearances are "
                        + Self.appearances.map(\.name).joined(separator: ", "))
            }
            let items = Self.appearances[rank].items.map { item in
                SettingValue.object(["appearance": .string(item.0), "value": .string(item.1)])
            }
            others.append((rank, theme, .list(items)))
        }
        self.others = others.sorted { $0.rank < $1.rank }.map { ($0.theme, $0.appearance) }
    }

    /// In the order in which Xcode writes them.
    private static let appearances: [(name: String, items: [(String, String)])] = [
        ("light", [("luminosity", "light")]), ("dark", [("luminosity", "dark")]),
        ("high-contrast", [("contrast", "high")]),
        ("light-high-contrast", [("luminosity", "light"), ("contrast", "high")]),
        ("dark-high-contrast", [("luminosity", "dark"), ("contrast", "high")]),
    ]

    private static let info: SettingValue = .object(["author": .string("xcode"), "version": .number(1)])

    private mutating func add() {
        var folders: Set<String> = []
        export.add("Contents.json", XcodeJSON.text(.object(["info": Self.info])))
        for image in base.images { add(image, &folders) }
        var rest: [ExportedTheme.Setting] = []
        for setting in base.settings {
            switch setting.path.keys.first {
            case ContentSections.colors where setting.color != nil: add(setting, &folders)
            case ContentSections.capInsets, ContentSections.renderingIntent: break
            default: rest.append(setting)
            }
        }
        export.leave(rest, of: base, because: "a catalog has only images and colors below 'Color'")
        for (theme, _) in others {
            let known = Set(base.settings.map(\.path))
            let added = theme.settings.filter { !known.contains($0.path) && $0.color != nil }
            export.leave(added, of: theme, because: "'\(base.id)' has no such color")
        }
        export.files.sort { UTF8Order.precedes($0.path, $1.path) }
    }

    /// Adds `Contents.json` of the folders of a name. Each is a namespace.
    private mutating func addFolders(of name: String, _ folders: inout Set<String>) {
        for slash in name.indices where name[slash] == "/" {
            let folder = String(name[..<slash])
            guard folders.insert(folder).inserted else { continue }
            let properties: SettingValue = .object(["provides-namespace": .boolean(true)])
            export.add(
                "\(folder)/Contents.json", XcodeJSON.text(.object(["info": Self.info, "properties": properties])))
        }
    }

    private mutating func add(_ image: ExportedTheme.Image, _ folders: inout Set<String>) {
        let name = image.name.description
        addFolders(of: name, &folders)
        let folder = "\(name).imageset"
        let stem = String(name.lastPathComponent)
        var uses: [(image: ExportedTheme.Image, suffix: String, appearance: SettingValue?)] = [(image, "", nil)]
        for (theme, appearance) in others {
            guard let own = theme.image(image.name), own.variants.map(\.digest) != image.variants.map(\.digest) else {
                continue
            }
            uses.append((own, "-\(theme.id)", appearance))
        }
        var item = ExchangeItem("image", name, path: base.id.string, isTaken: true)
        var slots: [SettingValue] = []
        for scale in [Scale.one, .two, .three] {
            for (image, suffix, appearance) in uses {
                var slot: [String: SettingValue] = [
                    "idiom": .string("universal"), "scale": .string("\(scale.factor)x"),
                ]
                slot["appearances"] = appearance
                if let variant = image.variants.first(where: { $0.scale == scale }) {
                    let fileName = "\(stem)\(suffix)\(scale.suffix).png"
                    export.files.append(("\(folder)/\(fileName)", variant.bytes))
                    slot["filename"] = .string(fileName)
                    slot["resizing"] = image.capInsets.map { Self.resizing($0, scale) }
                }
                slots.append(.object(slot))
            }
        }
        for variant in image.variants where variant.scale > .three {
            item.notes.append(.left("\(variant.scale), which Xcode has not"))
        }
        var contents: [String: SettingValue] = ["images": .list(slots), "info": Self.info]
        let intent = base.setting(SettingPath([ContentSections.renderingIntent, name]))?.value
        if let intent { contents["properties"] = .object(["template-rendering-intent": intent]) }
        export.add("\(folder)/Contents.json", XcodeJSON.text(.object(contents)))
        export.items.append(item)
    }

    private static func resizing(_ insets: CapInsets, _ scale: Scale) -> SettingValue {
        func pixels(_ points: Double) -> SettingValue { .number((points * Double(scale.factor)).rounded()) }
        return .object([
            "mode": .string("9-part"),
            "cap-insets": .object([
                "top": pixels(insets.top), "left": pixels(insets.left), "bottom": pixels(insets.bottom),
                "right": pixels(insets.right),
            ]),
            "center": .object(["mode": .string("stretch"), "width": .number(1), "height": .number(1)]),
        ])
    }

    private mutating func add(_ setting: ExportedTheme.Setting, _ folders: inout Set<String>) {
        let name = setting.path.keys.dropFirst().joined(separator: "/")
        guard let color = setting.color, (try? PortablePath(name)) != nil else {
            export.items.append(
                ExchangeItem("color", name, path: base.id.string, notes: [.defect("its name cannot be a file's")]))
            return
        }
        addFolders(of: name, &folders)
        var entries = [Self.entry(color, nil)]
        for (theme, appearance) in others {
            guard let own = theme.setting(setting.path)?.color, own != color else { continue }
            entries.append(Self.entry(own, appearance))
        }
        export.add(
            "\(name).colorset/Contents.json", XcodeJSON.text(.object(["colors": .list(entries), "info": Self.info])))
        export.items.append(ExchangeItem("color", name, path: base.id.string, isTaken: true))
    }

    private static func entry(_ color: ThemeColor, _ appearance: SettingValue?) -> SettingValue {
        func hexadecimal(_ byte: UInt8) -> SettingValue {
            .string("0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true))
        }
        let thousandths = Int((Double(color.alpha) / 255 * 1000).rounded())
        let digits = String(1000 + thousandths % 1000).dropFirst()
        let components: SettingValue = .object([
            "alpha": .string("\(thousandths / 1000).\(digits)"), "red": hexadecimal(color.red),
            "green": hexadecimal(color.green), "blue": hexadecimal(color.blue),
        ])
        var entry: [String: SettingValue] = [
            "color": .object(["color-space": .string("srgb"), "components": components]),
            "idiom": .string("universal"),
        ]
        entry["appearances"] = appearance
        return .object(entry)
    }
}
