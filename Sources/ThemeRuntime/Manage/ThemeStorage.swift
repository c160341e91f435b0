public import Foundation
public import ThemeModel

/// Settings and images of a theme by key, wherever they come from: a dictionary, JSON, a property list, a folder, a pack.
///
/// ``value(_:)``, ``image(_:scale:)`` and ``place`` make a storage; the typed accessors follow from them. In each `nil` means
/// that nothing is set, and a value of another type throws ``ThemeError/wrongType(path:key:expected:found:)``, which names key,
/// expected and found. `StorageLaws` of `ThemeRuntimeTesting` checks all of it.
public protocol ThemeStorage: Sendable {
    /// A picture, or the way to one.
    associatedtype Image: Equatable & Sendable

    /// What messages call it: a path, mostly.
    var place: String { get }
    /// What messages about a key call it: the place of the parent whose value it is; if not given, ``place``.
    func place(of key: SettingKey) -> String
    /// Where colours of four and eight digits have alpha.
    var colorOrder: Colour.Order { get }
    /// What stands at a key; `nil` also for `""` and `null`.
    func value(_ key: SettingKey) throws -> SettingValue?
    /// The picture of a logical name. It is made when it is asked for, not before.
    func image(_ key: ImageKey, scale: Scale) throws -> Image?

    /// An object, with what its parents set merged into it.
    func object(_ key: SettingKey) throws -> [String: SettingValue]?
    /// A string.
    func string(_ key: SettingKey) throws -> String?
    /// A number.
    func number(_ key: SettingKey) throws -> Double?
    /// `true` or `false`.
    func boolean(_ key: SettingKey) throws -> Bool?
    /// A colour in any notation that ``Colour`` reads.
    func colour(_ key: SettingKey) throws -> Colour?
    /// A URL, absolute or relative.
    func url(_ key: SettingKey) throws -> URL?
    /// A font by name and size.
    func font(_ key: SettingKey) throws -> ThemeFont?
    /// A size in points.
    func size(_ key: SettingKey) throws -> PointSize?
    /// Distances from four edges in points.
    func capInsets(_ key: SettingKey) throws -> CapInsets?
    /// The picture that a setting names.
    func image(forKey key: SettingKey, scale: Scale) throws -> Image?
}

extension ThemeStorage {
    /// The storage's own.
    public func place(of key: SettingKey) -> String { place }

    /// Alpha stands first.
    public var colorOrder: Colour.Order { .argb }

    /// An object, with what its parents set merged into it.
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

    /// A colour in any notation that ``Colour`` reads.
    public func colour(_ key: SettingKey) throws -> Colour? {
        let order = colorOrder
        return try read(key, expected: "a colour: \(InvalidColour.expected)") { value in
            value.string.flatMap { try? Colour($0, order: order) }
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

    /// The picture that a setting names.
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

/// A mounted pack or folder, with the chain behind it.
extension Theme: ThemeStorage {
    /// Where the theme's own pack was mounted from.
    public var place: String { pack.path }
    /// Of the theme's own settings.
    public var colorOrder: Colour.Order { pack.theme.colorOrder }
}

extension ThemeImage: Equatable {
    /// Whether both look the same: the same picture at the same scale, stretched alike. They may come from different themes.
    public static func == (left: ThemeImage, right: ThemeImage) -> Bool {
        left.digest == right.digest && left.scale == right.scale
            && (left.theme === right.theme || (try? left.capInsets()) == (try? right.capInsets()))
    }
}
