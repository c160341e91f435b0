/// The kind of name that a key stands for. The generated file has an extension for each.
enum KeyKind: String, CaseIterable, Sendable {
    case image, setting, resource, theme, axis

    /// The type that the keys extend, by the name that no folder and no type of an app hides.
    var type: String { "__" + (self == .setting ? "SettingKey" : typeName) }

    /// The type's own name, for people.
    var typeName: String {
        switch self {
        case .image: "ImageKey"
        case .setting: "Setting"
        case .resource: "ResourceKey"
        case .theme: "ThemeID"
        case .axis: "ThemeAxis"
        }
    }

    /// The names of the type's own static members, with their descriptions.
    var taken: [String: String] {
        switch self {
        case .setting: ["Value": "the generic parameter of Setting"]
        case .theme: ["default": "ThemeID.default", "maximumLength": "ThemeID.maximumLength"]
        case .image, .resource, .axis: [:]
        }
    }

    /// Returns the path of a folder, as rules and messages name it.
    func folderPath(_ components: some Sequence<String>) -> String {
        self == .setting ? components.joined(separator: ".") : components.map { $0 + "/" }.joined()
    }
}
