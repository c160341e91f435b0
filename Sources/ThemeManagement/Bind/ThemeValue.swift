/// A value that a theme sets: a color, an image, a font, or anything made of these. It is read anew from each theme.
///
/// ```swift
/// let title: ThemeValue<Theme, ThemeColor> = .color("Color.title")
/// let heading = ThemeValue<Theme, ThemeFont>.font("Font.title").map { "\($0.name ?? "system") of \($0.size) points" }
/// print(try title.value(in: theme) ?? "not set", try heading.value(in: theme) ?? "not set")
/// ```
///
/// `nil` means that the theme does not set it. A bound object then keeps, or gets back, its own value.
public struct ThemeValue<Skin: Sendable, Value>: Sendable {
    /// Values with equal keys are compared once for all their bindings.
    let key: ValueKey
    let read: @Sendable (Skin) throws -> Value?
    /// Returns whether the value differs between two themes.
    let differs: @Sendable (Skin, Skin) throws -> Bool

    init(
        source: ValueKey.Source, read: @escaping @Sendable (Skin) throws -> Value?,
        differs: @escaping @Sendable (Skin, Skin) throws -> Bool
    ) {
        key = ValueKey(Value.self, source)
        (self.read, self.differs) = (read, differs)
    }

    init(source: ValueKey.Source, read: @escaping @Sendable (Skin) throws -> Value?)
    where Value: Equatable & SendableMetatype {
        self.init(source: source, read: read, differs: { try read($0) != read($1) })
    }

    /// A property of a theme of your own type.
    public init(_ path: any KeyPath<Skin, Value> & Sendable) where Value: Equatable & SendableMetatype {
        self.init(source: .path(path), read: { $0[keyPath: path] }, differs: { $0[keyPath: path] != $1[keyPath: path] })
    }

    /// A property that a theme may leave unset.
    public init(_ path: any KeyPath<Skin, Value?> & Sendable) where Value: Equatable & SendableMetatype {
        self.init(source: .path(path), read: { $0[keyPath: path] })
    }

    /// A value computed from a theme. Keep it in a constant: each call makes a value that is compared separately.
    public init(reading read: @escaping @Sendable (Skin) throws -> Value?) where Value: Equatable & SendableMetatype {
        self.init(source: .token(ValueToken()), read: read)
    }

    /// A value that cannot be compared. It counts as different in any two themes.
    @_disfavoredOverload
    public init(reading read: @escaping @Sendable (Skin) throws -> Value?) {
        self.init(source: .token(ValueToken()), read: read, differs: { _, _ in true })
    }

    /// The value in a theme.
    ///
    /// - Throws: the errors of reading or a transform; `ThemeError` for packs.
    public func value(in theme: Skin) throws -> Value? { try read(theme) }

    /// The transformed value. `transform` is called once for a theme, and not at all if the underlying value is the
    /// same.
    ///
    /// Keep it in a constant: each call makes a value that is transformed separately.
    public func map<New>(_ transform: @escaping @Sendable (Value) throws -> New?) -> ThemeValue<Skin, New> {
        ThemeValue<Skin, New>(
            source: .token(ValueToken()), read: { [read] in try read($0).flatMap(transform) }, differs: differs)
    }

    /// The value for an optional property.
    @usableFromInline
    func optional() -> ThemeValue<Skin, Value?> {
        ThemeValue<Skin, Value?>(
            source: key.source, read: { [read] in try read($0).map(Optional.some) }, differs: differs)
    }
}

/// Identifies a value by its source and type. It is a class, because most keys are compared with themselves.
final class ValueKey: Hashable, Sendable {
    enum Source: Sendable {
        case setting(SettingKey)
        case image(ImageKey, Scale)
        case imageForKey(SettingKey, Scale)
        case path(any AnyKeyPath & Sendable)
        case token(ValueToken)
    }

    let type: ObjectIdentifier
    let source: Source
    private let hash: Int

    init<Value>(_ type: Value.Type, _ source: Source) {
        (self.type, self.source) = (ObjectIdentifier(type), source)
        // Setting keys and image keys contain their hash.
        hash =
            switch source {
            case .setting(let key), .imageForKey(let key, _): Int(truncatingIfNeeded: key.hash)
            case .image(let key, _): Int(truncatingIfNeeded: key.hash)
            case .path(let path): path.hashValue
            case .token(let token): ObjectIdentifier(token).hashValue
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
        default: return false
        }
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// The source of a value that equals only itself.
final class ValueToken: Sendable {}
