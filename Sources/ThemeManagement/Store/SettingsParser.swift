import ThemeModel
public import ThemeRuntime

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Parses settings as ``SettingsStorage`` does, for storages of your own.
public enum SettingsParser {
    /// Parses settings from JSON.
    /// - Throws: `ThemeError.invalidSettings(path:entry:line:column:reason:)`, also for duplicate keys and for text
    ///   that is too deep or too long.
    public static func json(_ bytes: some ContiguousBytes, label: String) throws(ThemeError) -> [String: SettingValue] {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(ThemeError) in
                try SettingValue(settings: bytes, path: label, entry: "settings")
            }
        }
        return try result.get().object ?? [:]
    }

    /// Parses settings from an XML property list.
    /// - Throws: `ThemeError.invalidPropertyList(path:reason:)`, also for duplicate keys and for data that is too deep
    ///   or too long.
    public static func propertyList(_ data: Data, label: String) throws(ThemeError) -> [String: SettingValue] {
        let maximum = ReadingLimits().settingsBytes
        let bytes = Array(data)
        do throws(PropertyListError) {
            // As a pack's settings: see PackSettings.
            let limits = SettingsLimits(bytes: maximum, depth: 64, pathBytes: maximum)
            let value = try PropertyListReader.value(of: bytes, limits)
            guard let members = value.object else {
                throw PropertyListError(offset: 0, defect: .notAPropertyList)
            }
            return members
        } catch {
            let line = bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
            throw .invalidPropertyList(path: label, reason: "line \(line): \(error.defect)")
        }
    }
}
