public import ThemeRuntime

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Settings and images of a theme by key, from any source: a dictionary, JSON, a property list, a folder, a pack.
///
/// A type needs ``value(_:)``, ``image(_:scale:)`` and ``place``; the typed accessors have default implementations.
/// They return `nil` for a setting that is not set, and throw `ThemeError.wrongType(path:key:expected:found:)` for a
/// value of another type. `StorageLaws` of `ThemeManagementTesting` checks a conforming type.
public protocol ThemeStorage: Sendable {
    /// The type of images, or of references to them.
    associatedtype Image: Equatable & Sendable

    /// The name of the storage in messages, mostly a path.
    var place: String { get }
    /// The place of the parent that sets a key. Default: ``place``.
    func place(of key: SettingKey) -> String
    /// The position of alpha in colors of four and eight digits. Default: first.
    var colorOrder: ThemeColor.Order { get }
    /// The setting of a key; `nil` also for `""` and `null`.
    func value(_ key: SettingKey) throws -> SettingValue?
    /// The image of a logical name; `nil` if there is none.
    func image(_ key: ImageKey, scale: Scale) throws -> Image?

    /// An object, merged with those of its parents.
    func object(_ key: SettingKey) throws -> [String: SettingValue]?
    /// A string.
    func string(_ key: SettingKey) throws -> String?
    /// A number.
    func number(_ key: SettingKey) throws -> Double?
    /// `true` or `false`.
    func boolean(_ key: SettingKey) throws -> Bool?
    /// A color in any notation that `ThemeColor` reads.
    func color(_ key: SettingKey) throws -> ThemeColor?
    /// A URL, absolute or relative.
    func url(_ key: SettingKey) throws -> URL?
    /// A font by name and size.
    func font(_ key: SettingKey) throws -> ThemeFont?
    /// A size in points.
    func size(_ key: SettingKey) throws -> PointSize?
    /// Distances from four edges in points.
    func capInsets(_ key: SettingKey) throws -> CapInsets?
    /// The image that a setting names.
    func image(forKey key: SettingKey, scale: Scale) throws -> Image?
}

extension ThemeStorage {
    /// The storage's own place.
    public func place(of key: SettingKey) -> String { place }

    /// Alpha first.
    public var colorOrder: ThemeColor.Order { .argb }

    /// An object, merged with those of its parents.
    public func object(_ key: SettingKey) throws -> [String: SettingValue]? {
        try read(key, expected: "an object") { $0.object }
    }

    /// A string.
    public func string(_ key: SettingKey) throws -> String? { try read(key, expected: "a string") { $0.string } }

    /// A number.
    public func number(_ key: SettingKey) throws -> Double? { try read(key, expected: "a number") { $0.double } }

    /// `true` or `false`.
    public func boolean(_ key: SettingKey) throws -> Bool? {
        try read(key, expected: "true or false") { if case .boolean(let flag) = $0 { flag } else { nil } }
    }

    /// A color in any notation that `ThemeColor` reads.
    public func color(_ key: SettingKey) throws -> ThemeColor? {
        let order = colorOrder
        return try read(key, expected: "a color: \(InvalidColor.expected)") { value in
            value.string.flatMap { try? ThemeColor($0, order: order) }
        }
    }

    /// A URL, absolute or relative.
    public func url(_ key: SettingKey) throws -> URL? {
        try read(key, expected: "a URL") { $0.string.flatMap { URL(string: $0) } }
    }

    /// A font by name and size.
    public func font(_ key: SettingKey) throws -> ThemeFont? {
        try read(key, expected: ThemeFont.expected) { ThemeFont($0) }
    }

    /// A size in points.
    public func size(_ key: SettingKey) throws -> PointSize? {
        try read(key, expected: PointSize.expected) { PointSize($0) }
    }

    /// Distances from four edges in points.
    public func capInsets(_ key: SettingKey) throws -> CapInsets? {
        try read(key, expected: CapInsets.expected) { CapInsets($0) }
    }

    /// The image that a setting names.
    public func image(forKey key: SettingKey, scale: Scale) throws -> Image? {
        guard let name = try string(key) else { return nil }
        return try image(ImageKey(name), scale: scale)
    }

    private func read<Value>(
        _ key: SettingKey, expected: String, as convert: (SettingValue) -> Value?
    ) throws -> Value? {
        guard let value = try value(key), value.isSet else { return nil }
        guard let converted = convert(value) else {
            throw ThemeError.wrongType(path: place(of: key), key: key.path, expected: expected, found: value.summary)
        }
        return converted
    }
}

/// A mounted pack or folder, with its chain.
extension Theme: ThemeStorage {
    /// The path that the theme's own pack was mounted from.
    public var place: String { pack.path }
    /// The order in the theme's own settings.
    public var colorOrder: ThemeColor.Order { pack.theme.colorOrder }
}
