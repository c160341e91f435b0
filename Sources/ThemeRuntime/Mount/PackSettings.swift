public import ThemeModel

/// The settings of one pack, read. A box, so that it can be published once, atomically.
final class PackSettings: Sendable {
    /// `nil` if the theme has no settings.
    let value: SettingValue?

    init(_ value: SettingValue?) { self.value = value }
}

extension ThemePack {
    /// The theme's own settings, without those of its parents; `nil` if it has none. They are read when first asked for.
    ///
    /// - Throws: ``ThemeError`` if the settings' bytes are not those that were packed, or are no JSON object.
    public func ownSettings() throws(ThemeError) -> SettingValue? {
        if let known = settings.object { return known.value }
        // Two threads may both get here; both read the same, and one of the results is kept.
        return settings.storeIfNil(PackSettings(try readSettings())).value
    }

    private func readSettings() throws(ThemeError) -> SettingValue? {
        guard let bytes = try settingsBytes() else { return nil }
        let entry = PackContents.settingsPath
        return try bytes.withUnsafeBytes { bytes throws(ThemeError) -> SettingValue in
            do throws(JSONReader.Problem) {
                let value = try JSONReader.value(of: bytes, limits)
                guard value.object != nil else {
                    throw JSONReader.Problem(offset: 0, reason: "holds no object of settings")
                }
                return value
            } catch {
                throw ThemeError(error, path: path, entry: entry, in: bytes)
            }
        }
    }
}

extension ThemeError {
    init(_ problem: JSONReader.Problem, path: String, entry: String, in bytes: UnsafeRawBufferPointer) {
        let before = bytes.prefix(problem.offset)
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        self = .invalidSettings(
            path: path, entry: entry, line: line, column: problem.offset - lineStart + 1, reason: problem.reason)
    }
}
