import PackFormat
import ThemeModel

/// Writes settings as design tokens: a file for each theme, and a resolver document if there are several.
package struct TokenExport {
    private var export = Export()

    package static func files(of exported: [ExportedTheme]) -> Export {
        var writer = TokenExport()
        for (number, theme) in exported.enumerated() {
            let base = number == 0 ? nil : exported[0]
            writer.add(theme, base)
        }
        if exported.count > 1 { writer.addResolver(exported.map(\.id.string)) }
        writer.export.sort()
        return writer.export
    }

    private init() {}

    /// - Parameter base: the theme of the first file. Other files have only what differs.
    private mutating func add(_ theme: ExportedTheme, _ base: ExportedTheme?) {
        var root: SettingValue = .object([:])
        for setting in theme.settings {
            if let base, base.setting(setting.path) == setting, !theme.sets(setting.path) { continue }
            var item = ExchangeItem("setting", setting.path.description, path: theme.id.string)
            if let key = setting.path.keys.first(where: { !Self.isName($0) }) {
                item.add(.defect("'\(key)' has a character that names of tokens cannot have"))
            } else if let token = Self.token(setting) {
                root = Self.inserting(token, at: setting.path.keys[...], in: root)
                item.isTaken = true
            } else {
                item.add(.left("tokens have no type for it"))
            }
            if base == nil || !item.isTaken { export.add(item) }
        }
        if base == nil {
            for image in theme.images {
                let note = ExchangeItem.Note.left("tokens have no images")
                export.add(ExchangeItem("image", image.name.description, path: theme.id.string, notes: [note]))
            }
        }
        export.add("\(theme.id).tokens.json", CanonicalJSON.encode(root))
    }

    private static func isName(_ key: String) -> Bool {
        !key.isEmpty && !key.hasPrefix("$") && !key.contains { "{}.".contains($0) }
    }

    private static func token(_ setting: ExportedTheme.Setting) -> SettingValue? {
        if let color = setting.color {
            func component(_ byte: UInt8) -> SettingValue { .number((Double(byte) / 255 * 10_000).rounded() / 10_000) }
            var value: [String: SettingValue] = [
                "colorSpace": .string("srgb"),
                "components": .list([component(color.red), component(color.green), component(color.blue)]),
                "hex": .string("#" + color.description.dropFirst(3).lowercased()),
            ]
            if color.alpha != 255 { value["alpha"] = component(color.alpha) }
            return .object(["$type": .string("color"), "$value": .object(value)])
        }
        guard case .number = setting.value else { return nil }
        return .object(["$type": .string("number"), "$value": setting.value])
    }

    private static func inserting(
        _ token: SettingValue, at keys: ArraySlice<String>, in group: SettingValue?
    ) -> SettingValue {
        guard let key = keys.first else { return token }
        var members = group?.object ?? [:]
        members[key] = inserting(token, at: keys.dropFirst(), in: members[key])
        return .object(members)
    }

    private mutating func addResolver(_ ids: [String]) {
        func file(_ id: String) -> SettingValue { .object(["$ref": .string("\(id).tokens.json")]) }
        var contexts: [String: SettingValue] = [ids[0]: .list([])]
        for id in ids.dropFirst() { contexts[id] = .list([file(id)]) }
        let theme: SettingValue = .object(["contexts": .object(contexts), "default": .string(ids[0])])
        let resolver: SettingValue = .object([
            "$schema": .string("https://www.designtokens.org/schemas/2025.10/resolver.json"),
            "version": .string("2025.10"),
            "sets": .object(["base": .object(["sources": .list([file(ids[0])])])]),
            "modifiers": .object(["theme": theme]),
            "resolutionOrder": .list([
                .object(["$ref": .string("#/sets/base")]), .object(["$ref": .string("#/modifiers/theme")]),
            ]),
        ])
        export.add("themes.resolver.json", CanonicalJSON.encode(resolver))
    }
}
