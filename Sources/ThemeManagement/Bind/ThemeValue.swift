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
        (self.read, self.differs) = (read, differs)
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

private protocol OptionalType {
    static func isNil<Value>(_ value: Value) -> Bool
}

extension Optional: OptionalType {
    fileprivate static func isNil<Value>(_ value: Value) -> Bool {
        if case Optional<Self>.some(.none) = value as? Self { true } else { false }
    }
}
