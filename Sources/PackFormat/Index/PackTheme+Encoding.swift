package import ThemeModel

extension PackTheme {
    /// The properties as an index stores them.
    package var encodedProperties: (bytes: [UInt8], count: Int) {
        let properties = properties
        var writer = ByteWriter()
        writer.add(properties)
        return (writer.bytes, properties.count)
    }

    /// - Parameter encoded: at most ``FormatLimits/propertiesBytes``.
    package init(encodedProperties encoded: [UInt8], count: Int) throws(PackError) {
        self = try encoded.withUnsafeBytes { bytes in
            Result { () throws(PackError) in
                try PackTheme(properties: PackProperties(bytes, count: count))
            }
        }.get()
    }
}

extension ByteWriter {
    mutating func add(_ properties: [(key: String, value: String)]) {
        for (key, value) in properties {
            add(UInt16(key.utf8.count))
            add(UInt16(value.utf8.count))
            add(raw: key.utf8)
            add(raw: value.utf8)
        }
    }
}
