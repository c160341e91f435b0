import ThemeModel

/// The properties of the theme in an index, as texts by key.
struct PackProperties {
    private let entries: [(key: String, value: String)]

    /// - Throws: ``PackError`` unless `count` properties in UTF-8, sorted by unique keys, fill the part.
    init(_ reader: IndexReader, count: Int) throws(PackError) {
        let invalid = PackError("the theme's properties in the index are invalid")
        var entries: [(key: String, value: String)] = []
        var offset = 0
        while offset + 4 <= reader.count {
            let keyLength = Int(reader.value(at: offset) as UInt16)
            let valueLength = Int(reader.value(at: offset + 2) as UInt16)
            guard offset + 4 + keyLength + valueLength <= reader.count,
                let key = String(validUTF8: reader.bytes(at: offset + 4, count: keyLength)),
                let value = String(validUTF8: reader.bytes(at: offset + 4 + keyLength, count: valueLength)),
                entries.last.map({ UTF8Order.precedes($0.key, key) }) ?? true
            else { throw invalid }
            entries.append((key, value))
            offset += 4 + keyLength + valueLength
        }
        guard offset == reader.count, entries.count == count else { throw invalid }
        self.entries = entries
    }

    subscript(key: String) -> String? { entries.first { $0.key == key }?.value }
}
