/// Something that a theme sets, read when it is needed and again for every other theme: a colour, an image, a font, ...
///
/// ```swift
/// let title: ThemeValue<Theme, Colour> = .colour("Color.title")
/// let heading = ThemeValue<Theme, ThemeFont>.font("Font.title").map { "\($0.name ?? "system") of \($0.size) points" }
/// print(try title.value(in: theme) ?? "not set", try heading.value(in: theme) ?? "not set")
/// ```
///
/// `nil` means that the theme does not set it: what is bound keeps, or gets back, its own value.
public struct ThemeValue<Skin: Sendable, Value>: Sendable {
    /// Tells the same value again: bindings to values with one key are compared once for all of them.
    let key: ValueKey
    let read: @Sendable (Skin) throws -> Value?
    /// Whether two themes have different values here.
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

    /// A property of a theme of the caller's own type.
    public init(_ path: any KeyPath<Skin, Value> & Sendable) where Value: Equatable & SendableMetatype {
        self.init(source: .path(path), read: { $0[keyPath: path] }, differs: { $0[keyPath: path] != $1[keyPath: path] })
    }

    /// A property that a theme may leave unset.
    public init(_ path: any KeyPath<Skin, Value?> & Sendable) where Value: Equatable & SendableMetatype {
        self.init(source: .path(path), read: { $0[keyPath: path] })
    }

    /// Anything that follows from a theme. Keep it in a constant: every call of this makes a value that is compared by itself.
    public init(reading read: @escaping @Sendable (Skin) throws -> Value?) where Value: Equatable & SendableMetatype {
        self.init(source: .token(ValueToken()), read: read)
    }

    /// The same where results cannot be compared: they count as different in any two themes.
    @_disfavoredOverload
    public init(reading read: @escaping @Sendable (Skin) throws -> Value?) {
        self.init(source: .token(ValueToken()), read: read, differs: { _, _ in true })
    }

    /// The value in a theme.
    ///
    /// - Throws: what reading throws, ``ThemeError`` for packs; what a transform throws.
    public func value(in theme: Skin) throws -> Value? { try read(theme) }

    /// What `transform` makes of the value. It is called once for a theme, and not at all for one in which the value is the same.
    ///
    /// Keep it in a constant if it is bound to many objects: each call of this makes a value that is transformed by itself.
    public func map<New>(_ transform: @escaping @Sendable (Value) throws -> New?) -> ThemeValue<Skin, New> {
        ThemeValue<Skin, New>(
            source: .token(ValueToken()), read: { [read] in try read($0).flatMap(transform) }, differs: differs)
    }

    /// The same for a property that may be `nil`.
    @usableFromInline
    func optional() -> ThemeValue<Skin, Value?> {
        ThemeValue<Skin, Value?>(
            source: key.source, read: { [read] in try read($0).map(Optional.some) }, differs: differs)
    }
}

/// Tells a value from others: what it is read from, and as what. An object, as most are compared with themselves.
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
        // Keys bring theirs along.
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

/// A value that is only the same as itself.
final class ValueToken: Sendable {}
