/// The limits of ``JSONReader`` and ``PropertyListReader``.
package struct SettingsLimits: Hashable, Sendable {
    package let bytes: Int
    /// Levels of objects and lists. The readers recurse for each.
    package let depth: Int
    /// Bytes of all paths. Each member repeats the path of its parents; items of lists count if they have places.
    package let pathBytes: Int
    package var keyBytes = Int.max
    /// Values that have places.
    package var values = Int.max
    /// The largest integer without fraction and exponent.
    package var integerMax = Double.infinity
    /// The largest double has 309 digits, and the exact decimal fraction of the smallest one has 1,074.
    package var numberBytes = 2048

    package init(bytes: Int, depth: Int, pathBytes: Int) {
        self.bytes = bytes
        self.depth = min(depth, 128)
        self.pathBytes = pathBytes
    }
}

/// The places of keys and values in a text of settings, as offsets of bytes.
package struct SettingsPlaces: Sendable {
    package struct Duplicate: Sendable {
        package let key: SettingPath
        package let offset: Int
        package let first: Int?
    }

    package internal(set) var keys: [SettingPath: Int] = [:]
    /// Without the scalars beyond the first thousand of a list.
    package internal(set) var values: [SettingPath: Int] = [:]
    package private(set) var duplicates: [Duplicate] = []

    mutating func add(key: SettingPath, at offset: Int, isDuplicate: Bool) {
        if isDuplicate { duplicates.append(Duplicate(key: key, offset: offset, first: keys[key])) }
        keys[key] = offset
    }
}
