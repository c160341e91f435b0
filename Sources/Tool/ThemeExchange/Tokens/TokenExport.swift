import PackFormat
import ThemeModel

/// Writes settings as design tokens: a file for each theme, and a resolver document if there are several. It has a
/// modifier for each axis; the file of a later one goes before that of an earlier one.
package struct TokenExport {
    private var export = Export()
    /// The settings in the files of themes, by their conditions.
    private var written: [ExportedTheme.Condition: [SettingPath: ExportedTheme.Setting]] = [:]

    package static func files(of exported: [ExportedTheme]) -> Export {
        var writer = TokenExport()
        let base = exported.first
        for theme in exported where theme.conditions.count < 2 {
            writer.add(theme, theme.conditions.isEmpty ? nil : base)
        }
        for theme in exported where theme.conditions.count > 1 { writer.reportDifferences(of: theme, base) }
        if let base, exported.count > 1 {
            writer.addResolver(base, exported.filter { $0.conditions.count == 1 })
        }
        return writer.export
    }

    /// Adds an item for each setting that a selection of several themes has, and a resolver would not give it.
    private mutating func reportDifferences(of theme: ExportedTheme, _ base: ExportedTheme?) {
        for setting in theme.settings where Self.token(setting) != nil {
            let given = theme.conditions.compactMap { written[$0]?[setting.path] }.last
            guard given ?? base?.setting(setting.path) != setting else { continue }
            export.leave(setting, of: theme, because: "a resolver has no value for several themes together")
        }
    }

    /// - Parameter base: the theme of the first file. Other files have only what differs.
    private mutating func add(_ theme: ExportedTheme, _ base: ExportedTheme?) {
        var root: SettingValue = .object([:])
        for setting in theme.settings {
            if let base, base.setting(setting.path) == setting, !theme.sets(setting.path) { continue }
            if let condition = theme.conditions.first { written[condition, default: [:]][setting.path] = setting }
            var item = ExchangeItem("setting", setting.path.description, path: theme.label)
            let keys = setting.path.keys.map(Self.name)
            if let token = Self.token(setting), Self.hasRoom(at: keys[...], in: root) {
                root.set(token, at: keys[...])
                item.isTaken = true
                if keys != setting.path.keys {
                    item.newName = keys.joined(separator: ".")
                    item.add(.changed("renamed: names of tokens have no '{' and '}', and no '$' in front"))
                }
            } else if Self.token(setting) != nil {
                item.add(.defect("another setting has its name '\(keys.joined(separator: "."))' as a token"))
            } else {
                item.add(.left("tokens have no type for it"))
            }
            if base == nil || !item.isTaken { export.add(item) }
        }
        if base == nil {
            for image in theme.images { export.leave(image, of: theme, because: "tokens have no images") }
        }
        export.add("\(theme.label).tokens.json", CanonicalJSON.encode(root))
    }

    private static func name(_ key: String) -> String {
        let name = String(key.map { "{}".contains($0) ? "-" : $0 })
        return name.isEmpty || name.hasPrefix("$") ? "-" + name.dropFirst() : name
    }

    /// Whether neither a token nor a group is at a path, and no token above it.
    private static func hasRoom(at keys: ArraySlice<String>, in group: SettingValue?) -> Bool {
        guard let group else { return true }
        guard let key = keys.first, group["$value"] == nil else { return false }
        return hasRoom(at: keys.dropFirst(), in: group[key])
    }

    private static func token(_ setting: ExportedTheme.Setting) -> SettingValue? {
        if let color = setting.color {
            func component(_ byte: UInt8) -> Double { (Double(byte) / 255 * 10_000).rounded() / 10_000 }
            let value = SettingValue.members([
                "colorSpace": "srgb", "components": [color.red, color.green, color.blue].map(component),
                "hex": "#" + color.description.dropFirst(3).lowercased(),
                "alpha": color.alpha == 255 ? nil : component(color.alpha),
            ])
            return .members(["$type": "color", "$value": value])
        }
        if case .number = setting.value { return .members(["$type": "number", "$value": setting.value]) }
        let names: [SettingValue] = setting.value.string == nil ? setting.value.items : [setting.value]
        guard isFontFamily(setting.path), !names.isEmpty, names.allSatisfy({ $0.string?.isEmpty == false }) else {
            return nil
        }
        return .members(["$type": "fontFamily", "$value": setting.value])
    }

    /// Whether the keys say that a setting is the name of a font: `fontFamily`, `font.family.base`.
    private static func isFontFamily(_ path: SettingPath) -> Bool {
        let words = path.keys.flatMap(AndroidName.words)
        return zip(words, words.dropFirst()).contains { $0 == "font" && ["family", "families"].contains($1) }
    }

    /// - Parameter themes: have one condition each.
    private mutating func addResolver(_ base: ExportedTheme, _ themes: [ExportedTheme]) {
        func file(_ label: String) -> SettingValue { .members(["$ref": "\(label).tokens.json"]) }
        func reference(_ kind: String, _ name: String) -> SettingValue { .members(["$ref": "#/\(kind)/\(name)"]) }
        var contexts: [String: [String: SettingValue]] = [:]
        var order: [SettingValue] = [reference("sets", "base")]
        for theme in themes {
            guard let condition = theme.conditions.first else { continue }
            let modifier = condition.axis?.string ?? "theme"
            if contexts[modifier] == nil {
                contexts[modifier] = [base.label: .list([])]
                order.append(reference("modifiers", modifier))
            }
            contexts[modifier]?[condition.theme.string] = .list([file(theme.label)])
        }
        let modifiers = contexts.mapValues { contexts in
            SettingValue.members(["contexts": SettingValue.object(contexts), "default": base.label])
        }
        let resolver = SettingValue.members([
            "$schema": "https://www.designtokens.org/schemas/2025.10/resolver.json", "version": "2025.10",
            "sets": SettingValue.members(["base": SettingValue.members(["sources": [file(base.label)]])]),
            "modifiers": SettingValue.object(modifiers), "resolutionOrder": order,
        ])
        export.add("themes.resolver.json", CanonicalJSON.encode(resolver))
    }
}
