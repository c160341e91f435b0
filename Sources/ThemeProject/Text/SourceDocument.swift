package import ThemeModel

package struct SourceDocument: Sendable {
    package var value: SettingValue
    package var keyPositions: [SettingPath: SourcePosition] = [:]
    package var valuePositions: [SettingPath: SourcePosition] = [:]
    package var duplicateKeys: [SourceError] = []

    /// The member with which a file names its JSON Schema, for editors. Any text is accepted: editors also take paths.
    package static let schemaKey = "$schema"

    init(_ value: SettingValue, _ places: SettingsPlaces, in text: SourceText) {
        self.value = value
        keyPositions = places.keys.mapValues(text.position(of:))
        valuePositions = places.values.mapValues(text.position(of:))
        duplicateKeys = places.duplicates.map {
            .duplicate($0.key, at: text.position(of: $0.offset), after: $0.first.map(text.position(of:)))
        }
    }

    /// Checks that `"$schema"`, if there is one, is a string.
    func checkSchema() throws(SourceError) {
        let path = SettingPath([Self.schemaKey])
        guard let value = value.object?[Self.schemaKey], value.string == nil else { return }
        throw SourceError(
            position: valuePositions[path], key: path, message: "expected the address of a JSON Schema",
            hint: "'themepack schema' writes schemas; write their path as a string")
    }

    /// Returns the position of a value by its dotted path. A key can contain dots.
    package func valuePosition(at path: SettingPath) -> SourcePosition? {
        valuePositions[path] ?? valuePositions.first { $0.key.description == path.description }?.value
    }

    /// Checks the length before it copies the bytes.
    package static func read(
        _ bytes: UnsafeRawBufferPointer, fileName: String, limits: ProjectLimits
    ) throws(SourceError) -> SourceDocument {
        try checkLength(bytes.count, limits)
        return try read(Array(bytes), fileName: fileName, limits: limits)
    }

    private static func checkLength(_ count: Int, _ limits: ProjectLimits) throws(SourceError) {
        guard count > limits.configBytes else { return }
        throw SourceError(
            message: FileError.tooLarge(bytes: count, limit: limits.configBytes).explanation,
            hint: "split it, or raise the limit")
    }

    package static func read(
        _ bytes: [UInt8], fileName: String, limits: ProjectLimits
    ) throws(SourceError) -> SourceDocument {
        try checkLength(bytes.count, limits)
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        do throws(SourceError) {
            if fileName.lowercased().hasSuffix(".plist") {
                return try SourceDocument(propertyList: bytes, limits)
            }
            return try SourceDocument(json: bytes, limits)
        } catch {
            throw (try? SourceText(bytes))?.conflict ?? error
        }
    }
}
