package import ThemeModel

package struct SourceDocument: Sendable {
    package var value: SettingValue
    package var keyPositions: [SettingPath: SourcePosition] = [:]
    package var valuePositions: [SettingPath: SourcePosition] = [:]
    package var duplicateKeys: [SourceError] = []

    /// Returns the position of a value by its dotted path. A key can contain dots.
    package func valuePosition(at path: SettingPath) -> SourcePosition? {
        valuePositions[path] ?? valuePositions.first { $0.key.description == path.description }?.value
    }

    package static func read(
        _ bytes: [UInt8], fileName: String, limits: ProjectLimits
    ) throws(SourceError) -> SourceDocument {
        guard bytes.count <= limits.configBytes else {
            throw SourceError(
                message: FileError.tooLarge(bytes: bytes.count, limit: limits.configBytes).explanation,
                hint: "split it, or raise the limit")
        }
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        if fileName.lowercased().hasSuffix(".plist") {
            return try PropertyListScanner(bytes, limits).document()
        }
        return try JSONScanner.document(of: bytes, limits)
    }
}
