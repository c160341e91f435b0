extension ThemePack {
    /// The theme's own settings, without those of its parents; `nil` if it has none. The first call parses them.
    ///
    /// - Throws: ``ThemeError`` if the bytes differ from the packed ones, or are not a JSON object.
    public func ownSettings() throws(ThemeError) -> SettingValue? { try storedSettings()?.value }

    package func storedSettings() throws(ThemeError) -> Settings? {
        if let known = settings.object { return known.value }
        return settings.storeIfNil(Box(try readSettings())).value
    }

    private func readSettings() throws(ThemeError) -> Settings? {
        guard let bytes = try settingsBytes() else { return nil }
        let entry = PackContents.settingsPath
        return try bytes.withUnsafeBytes { bytes throws(ThemeError) in
            Settings(try SettingValue.members(ofSettings: bytes, path: path, entry: entry, limits))
        }
    }
}

extension SettingValue {
    package static func members(
        ofSettings bytes: UnsafeRawBufferPointer, path: String, entry: String,
        _ limits: ReadingLimits = ReadingLimits()
    ) throws(ThemeError) -> [String: SettingValue] {
        let value: SettingValue
        do throws(SettingsError) {
            let bounds = SettingsLimits(
                bytes: limits.settingsBytes, depth: limits.settingsDepth, pathBytes: limits.keyPathBytes,
                dotsNest: true)
            value = try JSONReader.value(of: bytes, bounds)
        } catch {
            throw ThemeError(error, path: path, entry: entry, in: bytes)
        }
        guard let members = value.object else {
            throw .invalidSettings(path: path, entry: entry, line: 1, column: 1, reason: "is not a JSON object")
        }
        return members
    }
}

extension ThemeError {
    init(_ problem: SettingsError, path: String, entry: String, in bytes: UnsafeRawBufferPointer) {
        let before = bytes.prefix(problem.offset)
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        self = .invalidSettings(
            path: path, entry: entry, line: line, column: problem.offset - lineStart + 1,
            reason: problem.defect.description)
    }
}
