import ThemeModel

/// The properties of the theme in an index, as texts by key.
struct PackProperties {
    private let entries: [(key: String, value: String)]

    /// - Throws: ``PackError`` unless `count` properties in UTF-8, sorted by unique keys, fill the part.
    init(_ bytes: UnsafeRawBufferPointer, count: Int) throws(PackError) {
        let invalid = PackError("the theme's properties in the index are invalid")
        var cursor = ByteCursor(Array(bytes), pastEnd: invalid)
        var entries: [(key: String, value: String)] = []
        while !cursor.isAtEnd {
            let keyLength = try cursor.number(UInt16.self)
            let valueLength = try cursor.number(UInt16.self)
            guard let key = String(validUTF8: try cursor.bytes(keyLength)),
                let value = String(validUTF8: try cursor.bytes(valueLength)),
                entries.last.map({ UTF8Order.precedes($0.key, key) }) ?? true
            else { throw invalid }
            entries.append((key, value))
        }
        guard entries.count == count else { throw invalid }
        self.entries = entries
    }

    subscript(key: String) -> String? { entries.first { $0.key == key }?.value }
}
