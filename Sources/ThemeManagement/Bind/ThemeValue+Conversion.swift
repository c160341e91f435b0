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
