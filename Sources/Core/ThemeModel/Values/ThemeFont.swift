/// A font by name and size. The caller's toolkit makes the font.
public struct ThemeFont: Hashable, Sendable {
    /// The name of the font; `nil` means the system's font.
    public var name: String?
    /// The size in points.
    public var size: Double

    /// Makes a font of any name and size.
    public init(name: String?, size: Double) {
        self.name = name
        self.size = size
    }

    private init?(_ text: String) {
        if let comma = text.lastIndex(of: ",") {
            let size = text[text.index(after: comma)...].split(separator: " ")
            guard size.count == 1, let points = Double.plain(size[0]) else { return nil }
            self.init(points, String(text[..<comma]))
            return
        }
        let words = text.split(separator: " ")
        if let first = words.first, let size = Double.plain(first) {
            self.init(size, words.count == 1 ? nil : words.dropFirst().joined(separator: " "))
        } else if let last = words.last, let size = Double.plain(last) {
            self.init(size, words.dropLast().joined(separator: " "))
        } else {
            return nil
        }
    }

    private init?(_ size: Double, _ name: String?) {
        guard size > 0, size.isFinite, name?.isEmpty != true else { return nil }
        self.init(name: name, size: size)
    }
}

extension ThemeFont: SettingConvertible {
    public static var settingFormat: String { "a font: \"Name,24\", \"24 Name\" or {\"name\", \"size\"}" }

    /// Reads `"PingFangSC-Medium,24"` as the library SwiftTheme does, or size and name in either order, separated by a
    /// space or in an object, as the library DDSkin does. A number alone is a size of the system's font.
    public init?(setting: ResolvedSetting) {
        switch setting.value {
        case .number(let size): self.init(size, nil)
        case .object(let members):
            guard let size = members["size"]?.double else { return nil }
            switch members["name"] {
            case nil: self.init(size, nil)
            case .string(let name)?: self.init(size, name)
            default: return nil
            }
        case .string(let text): self.init(text)
        default: return nil
        }
    }
}
