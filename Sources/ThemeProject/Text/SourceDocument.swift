package import ThemeModel

/// The contents of a configuration file, with the places of its keys and values.
package struct SourceDocument: Sendable {
    package var value: SettingValue
    package var keyPositions: [SettingPath: SourcePosition] = [:]
    package var valuePositions: [SettingPath: SourcePosition] = [:]
    /// Errors that do not prevent reading the file: duplicate keys.
    package var problems: [SourceError] = []

    /// Reads JSON, or an XML property list if the file's name ends with `.plist`.
    package static func read(
        _ bytes: [UInt8], fileName: String, limits: ProjectLimits
    ) throws(SourceError) -> SourceDocument {
        guard bytes.count <= limits.configBytes else {
            throw SourceError(
                message: "has \(bytes.count) bytes, more than the limit of \(limits.configBytes)",
                hint: "split it, or raise the limit")
        }
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        if fileName.lowercased().hasSuffix(".plist") {
            return try PropertyListSource(bytes, limits).document()
        }
        return try JSONSource.document(of: bytes, limits)
    }
}
