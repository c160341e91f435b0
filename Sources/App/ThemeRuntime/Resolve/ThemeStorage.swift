@_spi(Chain) public import ThemeModel
public import ThemeSystem

/// Settings and images of a theme by key, from any source: a pack, a folder, a dictionary, JSON, a property list.
///
/// A type needs ``label``, ``setting(_:)`` and ``image(_:scale:)``. The accessors by type follow from these. They
/// return `nil` for a setting that is not set, and throw ``ThemeError/wrongType(path:key:expected:found:)`` for a
/// value of another type. `StorageLaws` of `ThemeManagementTesting` checks a conforming type.
public protocol ThemeStorage: Sendable {
    /// The type of images, or of references to them.
    associatedtype Image: Equatable & Sendable

    /// The name of the storage in messages, mostly a path.
    var label: String { get }
    /// The label of the parent that sets a key. Default: ``label``.
    func label(of key: SettingKey) -> String

    /// The setting of a key; `nil` if it is not set. A storage may return `null` and `""` for that, too.
    func setting(_ key: SettingKey) throws(ThemeError) -> ResolvedSetting?
    /// The setting of a key, converted. The default implementation converts ``setting(_:)``.
    func value<Value: SettingConvertible>(_ key: SettingKey, as type: Value.Type) throws(ThemeError) -> Value?

    /// The image of a logical name; `nil` if there is none.
    func image(_ key: ImageKey, scale: Scale) throws -> Image?
    /// The image that a setting names. The default implementation asks ``image(_:scale:)``.
    func image(forKey key: SettingKey, at scale: Scale) throws -> Image?
}

extension ThemeStorage {
    public func label(of key: SettingKey) -> String { label }

    public func value<Value: SettingConvertible>(_ key: SettingKey, as type: Value.Type) throws(ThemeError) -> Value? {
        guard let setting = try setting(key), setting.value.isSet else { return nil }
        guard let value = Value(setting: setting) else {
            throw .wrongType(
                path: label(of: key), key: key.path, expected: Value.settingFormat, found: setting.value.summary)
        }
        return value
    }

    public func image(forKey key: SettingKey, at scale: Scale) throws -> Image? {
        guard let name = try string(key) else { return nil }
        return try image(ImageKey(name), scale: scale)
    }

    /// The image that a setting names, by its typed key.
    public func image(forKey setting: Setting<String>, at scale: Scale) throws -> Image? {
        try image(forKey: setting.key, at: scale)
    }
}

/// Settings by type. `nil` means that no theme of the chain sets the key.
extension ThemeStorage {
    /// A setting by its typed key: `try theme[.Color.title]`.
    @inlinable
    public subscript<Value>(setting: Setting<Value>) -> Value? {
        get throws(ThemeError) { try value(setting.key, as: Value.self) }
    }

    /// A setting by its typed key, for code that cannot throw. The default also replaces a setting that cannot be
    /// read or has another type.
    @inlinable
    public subscript<Value>(setting: Setting<Value>, default value: @autoclosure () -> Value) -> Value {
        (try? self[setting]) ?? value()
    }

    /// A setting of any type. Objects are merged along the chain.
    @inlinable
    public func value(_ key: SettingKey) throws(ThemeError) -> SettingValue? { try value(key, as: SettingValue.self) }

    /// The members of an object, merged along the chain.
    @inlinable
    public func object(_ key: SettingKey) throws(ThemeError) -> [String: SettingValue]? {
        try value(key, as: [String: SettingValue].self)
    }

    /// A string.
    @inlinable
    public func string(_ key: SettingKey) throws(ThemeError) -> String? { try value(key, as: String.self) }

    /// A number; `true` and `"6"` are not numbers.
    @inlinable
    public func number(_ key: SettingKey) throws(ThemeError) -> Double? { try value(key, as: Double.self) }

    /// `true` or `false`; 0 and 1 are neither.
    @inlinable
    public func boolean(_ key: SettingKey) throws(ThemeError) -> Bool? { try value(key, as: Bool.self) }

    /// A color in any notation that `ThemeColor` reads, in the `colorOrder` of the theme that sets it.
    @inlinable
    public func color(_ key: SettingKey) throws(ThemeError) -> ThemeColor? { try value(key, as: ThemeColor.self) }

    /// An absolute URL, or a relative one.
    @inlinable
    public func url(_ key: SettingKey) throws(ThemeError) -> URL? { try value(key, as: URL.self) }

    /// A font: `"PingFangSC-Medium,24"`, `"24 PingFangSC-Medium"`, or an object of `name` and `size`.
    @inlinable
    public func font(_ key: SettingKey) throws(ThemeError) -> ThemeFont? { try value(key, as: ThemeFont.self) }

    /// A size in points: an object of `width` and `height`, `"320x44"` or `"{320, 44}"`.
    @inlinable
    public func size(_ key: SettingKey) throws(ThemeError) -> PointSize? { try value(key, as: PointSize.self) }

    /// Distances from four edges in points: an object of `top`, `left`, `bottom` and `right`.
    @inlinable
    public func capInsets(_ key: SettingKey) throws(ThemeError) -> CapInsets? { try value(key, as: CapInsets.self) }
}
