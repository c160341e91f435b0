import ThemeModel
public import ThemeRuntime

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Parses settings as ``SettingsStorage`` does, for storages of your own.
public enum SettingsParser {
    /// The most levels of elements in a property list. Foundation's parser recurses for each.
    private static let depthMax = 64

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
    /// - Throws: `ThemeError.invalidPropertyList(path:reason:)`, also for data that is too deep or too long.
    public static func propertyList(_ data: Data, label: String) throws(ThemeError) -> [String: SettingValue] {
        let limit = ReadingLimits().settingsBytes
        guard data.count <= limit else {
            throw .invalidPropertyList(path: label, reason: "has \(data.count) bytes, more than the limit of \(limit)")
        }
        if let reason = rejectionReason(for: Array(data)) { throw .invalidPropertyList(path: label, reason: reason) }
        guard let value = try? PropertyListDecoder().decode(SettingValue.self, from: data), let members = value.object
        else { throw .invalidPropertyList(path: label, reason: "is not a property list of settings") }
        return members
    }

    /// The reason to reject data before Foundation parses it; `nil` if there is none.
    private static func rejectionReason(for bytes: [UInt8]) -> String? {
        guard !bytes.starts(with: Array("bplist".utf8)) else { return "is a binary property list; write it as XML" }
        // Foundation also reads UTF-16, which has zeros where XML has ASCII.
        guard !bytes.contains(0) else { return "is not UTF-8" }
        do throws(InvalidText) { _ = try String(checking: bytes) } catch { return error.description }
        var tags = XMLTags(of: bytes)
        var depth = 0
        do throws(XMLTags.InvalidXML) {
            while let tag = try tags.next() {
                if tag.isEnd { depth = max(0, depth - 1) } else if !tag.isEmpty { depth += 1 }
                if depth > depthMax { return "is nested more than \(depthMax) levels deep" }
            }
        } catch {
            switch error {
            case .entities: return "declares entities, which are not supported"
            case .composedKey: return "has a key that is put together of CDATA, comments or character references"
            case .unclosedTag: return "has a tag without an end"
            case .ambiguousComment: return "has a comment that is not well-formed"
            }
        }
        return nil
    }
}
