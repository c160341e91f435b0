public import ThemeSystem

/// A value that a theme sets: a color, an image, a font, or anything made of these. It is read anew from each theme.
///
/// ```swift
/// let title: ThemeValue<Theme, ThemeColor> = .color("Color.title")
/// let heading: ThemeValue<Theme, String> = .font("Font.title").map { "\($0.name ?? "system") of \($0.size) points" }
/// print(try title.value(in: theme) ?? "not set", heading.value(in: theme, default: "system"))
/// ```
///
/// `nil` means that the theme does not set it. A bound object then keeps, or gets back, its own value.
public struct ThemeValue<ThemeType: Sendable, Value>: Sendable {
    /// Values with equal keys are read and compared once for all their bindings.
    let key: ValueKey
    let read: @Sendable (ThemeType) throws -> Value?
    /// Returns whether the value differs between two themes.
    let differs: @Sendable (ThemeType, ThemeType) throws -> Bool

    init(
        source: ValueKey.Source, read: @escaping @Sendable (ThemeType) throws -> Value?,
        differs: @escaping @Sendable (ThemeType, ThemeType) throws -> Bool
    ) {
        key = ValueKey(Value.self, source)
        self.read = read
        self.differs = differs
    }

    init(source: ValueKey.Source, read: @escaping @Sendable (ThemeType) throws -> Value?)
    where Value: Equatable & SendableMetatype {
        self.init(source: source, read: read, differs: { try read($0) != read($1) })
    }

    /// A property of a theme of your own type. `nil` in an optional property means that the theme does not set it.
    @_disfavoredOverload
    public init(_ path: any KeyPath<ThemeType, Value> & Sendable) where Value: Equatable & SendableMetatype {
        self.init(
            source: .path(path), read: Self.flattening { $0[keyPath: path] },
            differs: { $0[keyPath: path] != $1[keyPath: path] })
    }

    /// A property that a theme may leave unset.
    public init(_ path: any KeyPath<ThemeType, Value?> & Sendable) where Value: Equatable & SendableMetatype {
        self.init(source: .path(path), read: { $0[keyPath: path] })
    }

    /// A value computed from a theme. Keep it in a constant if it is bound often: each call makes a separate value.
    public init(reading read: @escaping @Sendable (ThemeType) throws -> Value?)
    where Value: Equatable & SendableMetatype {
        self.init(source: .token(ValueToken()), read: Self.flattening(read))
    }

    /// A value that cannot be compared. It counts as different in any two themes.
    @_disfavoredOverload
    public init(reading read: @escaping @Sendable (ThemeType) throws -> Value?) {
        self.init(source: .token(ValueToken()), read: Self.flattening(read), differs: { _, _ in true })
    }

    /// The value in a theme. Throws the errors of reading and of transforms; `ThemeError` for packs.
    public func value(in theme: ThemeType) throws -> Value? { try read(theme) }

    /// The value in a theme, for code that cannot throw. The default also replaces a value that cannot be read.
    public func value(in theme: ThemeType, default value: @autoclosure () -> Value) -> Value {
        (try? read(theme)) ?? value()
    }

    /// The transformed value. `transform` is called once for each theme that changes the underlying value.
    ///
    /// It can be written where the value is bound. Keep it in a constant if it is bound often: each call makes a
    /// separate value.
    public func map<New>(_ transform: @escaping @Sendable (Value) throws -> New?) -> ThemeValue<ThemeType, New> {
        ThemeValue<ThemeType, New>(
            source: .mapped(ValueToken(), of: key),
            read: ThemeValue<ThemeType, New>.flattening { [read] in try read($0).flatMap(transform) },
            differs: differs)
    }

    /// The value for an optional property.
    @usableFromInline
    func optional() -> ThemeValue<ThemeType, Value?> {
        ThemeValue<ThemeType, Value?>(
            source: key.source, read: { [read] in try read($0).map(Optional.some) }, differs: differs)
    }

    /// If `Value` is an optional type, changes a result that contains `nil` to `nil`, so that both mean "not set".
    private static func flattening(
        _ read: @escaping @Sendable (ThemeType) throws -> Value?
    ) -> @Sendable (ThemeType) throws -> Value? {
        guard let type = Value.self as? any OptionalType.Type else { return read }
        // Safe to share: the only conformance is not isolated.
        nonisolated(unsafe) let optional = type
        return { try read($0).flatMap { optional.isNil($0) ? nil : $0 } }
    }
}

protocol OptionalType {
    static func isNil<Value>(_ value: Value) -> Bool
}

extension Optional: OptionalType {
    static func isNil<Value>(_ value: Value) -> Bool {
        if case Optional<Self>.some(.none) = value as? Self { true } else { false }
    }
}

extension ThemeValue {
    /// The value as a toolkit's type. Unlike `map(_:)`, all calls for one source and one type make equal values, so a
    /// change converts the value once for all their bindings.
    ///
    /// - Parameter convert: the same function in every call for one type.
    package func converted<New>(_ convert: @escaping @Sendable (Value) throws -> New?) -> ThemeValue<ThemeType, New> {
        ThemeValue<ThemeType, New>(
            source: key.source, read: { [read] in try read($0).flatMap(convert) }, differs: differs)
    }
}

/// Settings and images of packs and of any other storage.
///
/// The functions' results do not depend on `Value`, so the compiler infers the type of a mapped value:
/// `manager.bind(label, \.textColor, to: .color("Color.title").map { UIColor($0) })`.
extension ThemeValue where ThemeType: ThemeStorage {
    /// A setting by its typed key.
    public init(_ setting: Setting<Value>) where Value: SettingConvertible {
        self.init(source: .setting(setting.key)) { try $0.value(setting.key, as: Value.self) }
    }

    /// A color.
    public static func color(_ key: SettingKey) -> ThemeValue<ThemeType, ThemeColor> { .init(Setting(key)) }

    /// A string.
    public static func string(_ key: SettingKey) -> ThemeValue<ThemeType, String> { .init(Setting(key)) }

    /// A number.
    public static func number(_ key: SettingKey) -> ThemeValue<ThemeType, Double> { .init(Setting(key)) }

    /// `true` or `false`.
    public static func boolean(_ key: SettingKey) -> ThemeValue<ThemeType, Bool> { .init(Setting(key)) }

    /// A URL, absolute or relative.
    public static func url(_ key: SettingKey) -> ThemeValue<ThemeType, URL> { .init(Setting(key)) }

    /// A font by name and size.
    public static func font(_ key: SettingKey) -> ThemeValue<ThemeType, ThemeFont> { .init(Setting(key)) }

    /// A size in points.
    public static func size(_ key: SettingKey) -> ThemeValue<ThemeType, PointSize> { .init(Setting(key)) }

    /// Distances from four edges in points.
    public static func capInsets(_ key: SettingKey) -> ThemeValue<ThemeType, CapInsets> { .init(Setting(key)) }

    /// An object, merged with those of its parents.
    public static func object(_ key: SettingKey) -> ThemeValue<ThemeType, [String: SettingValue]> {
        .init(Setting(key))
    }

    /// A setting of any type.
    public static func setting(_ key: SettingKey) -> ThemeValue<ThemeType, SettingValue> { .init(Setting(key)) }

    /// An image by its logical name.
    public static func image(_ key: ImageKey, scale: Scale) -> ThemeValue<ThemeType, ThemeType.Image> {
        .init(source: .image(key, scale)) { try $0.image(key, scale: scale) }
    }

    /// An image at each scale of screens that the theme has, smallest first; not set if it has none.
    package static func images(_ key: ImageKey) -> ThemeValue<Theme, [ThemeImage]> where ThemeType == Theme {
        .init(source: .image(key, nil)) { try $0.images(key) }
    }

    /// The images that an object of settings names, by state and at each scale, without unset states.
    package static func images(
        states key: SettingKey
    ) -> ThemeValue<Theme, [ControlState: [ThemeImage]]> where ThemeType == Theme {
        .init(source: .imageForKey(key, nil)) { theme in
            try theme.states(key) { try theme.string($0).flatMap { try theme.images(ImageKey($0)) } }
        }
    }

    /// The image that a setting names.
    public static func image(forKey key: SettingKey, at scale: Scale) -> ThemeValue<ThemeType, ThemeType.Image> {
        .init(source: .imageForKey(key, scale)) { try $0.image(forKey: key, at: scale) }
    }

    /// The image that a setting names, by its typed key.
    public static func image(
        forKey setting: Setting<String>, at scale: Scale
    ) -> ThemeValue<ThemeType, ThemeType.Image> {
        image(forKey: setting.key, at: scale)
    }

    /// The colors of a control by state, without unset states: `"Button.ThemeMode_Button_NavBarRight.titleColor"`.
    public static func colors(_ key: SettingKey) -> ThemeValue<ThemeType, [ControlState: ThemeColor]> {
        .init(source: .setting(key)) { theme in try theme.states(key) { try theme.color($0) } }
    }
}

/// Identifies a value by its source and type. It is a class, so that a comparison with itself is fast.
final class ValueKey: Hashable, Sendable {
    enum Source: Sendable {
        case setting(SettingKey)
        // Without a scale: all scales.
        case image(ImageKey, Scale?)
        case imageForKey(SettingKey, Scale?)
        case path(any AnyKeyPath & Sendable)
        case token(ValueToken)
        case mapped(ValueToken, of: ValueKey)
    }

    let type: ObjectIdentifier
    let source: Source
    private let hash: Int

    init<Value>(_ type: Value.Type, _ source: Source) {
        self.type = ObjectIdentifier(type)
        self.source = source
        // Setting keys and image keys contain their hash.
        hash =
            switch source {
            case .setting(let key), .imageForKey(let key, _): Int(truncatingIfNeeded: key.hash)
            case .image(let key, _): Int(truncatingIfNeeded: key.hash)
            case .path(let path): path.hashValue
            case .token(let token), .mapped(let token, _): ObjectIdentifier(token).hashValue
            }
    }

    static func == (left: ValueKey, right: ValueKey) -> Bool {
        if left === right { return true }
        guard left.hash == right.hash, left.type == right.type else { return false }
        switch (left.source, right.source) {
        case (.setting(let left), .setting(let right)): return left == right
        case (.image(let left, let leftScale), .image(let right, let rightScale)):
            return left == right && leftScale == rightScale
        case (.imageForKey(let left, let leftScale), .imageForKey(let right, let rightScale)):
            return left == right && leftScale == rightScale
        case (.path(let left), .path(let right)): return left == right
        case (.token(let left), .token(let right)): return left === right
        case (.mapped(let left, _), .mapped(let right, _)): return left === right
        default: return false
        }
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// The source of a value that equals only itself.
final class ValueToken: Sendable {}

extension ThemeStorage {
    /// Reads the member of each state of an object; `nil` if no theme sets the object.
    fileprivate func states<Value>(
        _ key: SettingKey, _ read: (SettingKey) throws -> Value?
    ) throws -> [ControlState: Value]? {
        try object(key)?.keys.sorted().reduce(into: [:]) { values, state in
            values[ControlState(rawValue: state)] = try read(key.appending(state))
        }
    }
}

extension Theme {
    fileprivate func images(_ key: ImageKey) throws(ThemeError) -> [ThemeImage]? {
        var images: [ThemeImage] = []
        for scale in [Scale.one, .two, .three] {
            if let image = try image(key, scale: scale), image.scale != images.last?.scale { images.append(image) }
        }
        return images.isEmpty ? nil : images
    }
}
