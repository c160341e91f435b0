public import Foundation
public import ThemeModel

/// Makes settings of text, for storages of a caller's own as well: what it gives is what the other storages read.
public enum SettingsParser {
    /// Settings from JSON text.
    ///
    /// - Throws: ``ThemeError/invalidSettings(path:entry:line:column:reason:)`` with line and column, if this is no JSON object,
    ///   has a key twice, or is too deep or too long.
    public static func json(_ bytes: some ContiguousBytes, place: String) throws(ThemeError) -> [String: SettingValue] {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(ThemeError) -> [String: SettingValue] in
                do throws(JSONReader.Problem) {
                    let value = try JSONReader.value(of: bytes)
                    guard let members = value.object else {
                        throw JSONReader.Problem(offset: 0, reason: "holds no object of settings")
                    }
                    return members
                } catch {
                    throw ThemeError(error, path: place, entry: "settings", in: bytes)
                }
            }
        }
        return try result.get()
    }

    /// Settings from an XML property list.
    ///
    /// - Throws: ``ThemeError/invalidProject(path:reason:)`` if this is no XML property list of settings, or too deep.
    public static func propertyList(_ data: Data, place: String) throws(ThemeError) -> [String: SettingValue] {
        guard data.count <= ReadingLimits().settingsBytes else {
            throw .invalidProject(path: place, reason: "is too long")
        }
        if let reason = XMLDepth.objection(to: data) { throw .invalidProject(path: place, reason: reason) }
        guard let value = try? PropertyListDecoder().decode(SettingValue.self, from: data), let members = value.object
        else { throw .invalidProject(path: place, reason: "is no property list that settings can be read from") }
        return members
    }
}

/// Looks at how deep a property list goes before Foundation does: its parser calls itself for each level, and a file of some
/// hundred kilobytes can be deep enough to overflow the stack.
private enum XMLDepth {
    static let depthMax = 64

    /// `nil` if Foundation may have it.
    static func objection(to data: Data) -> String? {
        let bytes = Array(data)
        guard !bytes.starts(with: Array("bplist".utf8)) else { return "is a binary property list; write it as XML" }
        var depth = 0
        var place = 0
        while let open = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
            let rest = bytes[open...]
            // Tags in these are none, and closing ones would hide the depth of others.
            let texts = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
            if let (start, mark) = texts.first(where: { rest.starts(with: $0.0.utf8) }) {
                place = end(of: mark, in: bytes, from: open + start.utf8.count)
            } else {
                let close = rest.firstIndex(of: UInt8(ascii: ">")) ?? bytes.count
                if rest.dropFirst().first == UInt8(ascii: "!") {
                    // Entities could be as deep as anything.
                    if rest[..<close].contains(UInt8(ascii: "[")) { return "declares entities" }
                } else if rest.dropFirst().first == UInt8(ascii: "/") {
                    depth -= 1
                } else if close > open, bytes[close - 1] != UInt8(ascii: "/") {
                    depth += 1
                }
                if depth > depthMax { return "goes deeper than \(depthMax) levels" }
                place = min(close + 1, bytes.count)
            }
        }
        return nil
    }

    private static func end(of mark: String, in bytes: [UInt8], from start: Int) -> Int {
        let mark = Array(mark.utf8)
        var place = start
        while let next = bytes[place...].firstIndex(of: mark[0]) {
            if bytes[next...].starts(with: mark) { return next + mark.count }
            place = next + 1
        }
        return bytes.count
    }
}
