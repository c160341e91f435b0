package import ThemeProject

/// Changes the version in the bytes of a `theme.json` and nothing else.
package enum ManifestEdit {
    /// - Parameter path: for errors.
    /// - Throws: ``UserError`` if the file is not JSON or has no version.
    package static func bytes(
        of manifest: [UInt8], at path: String, settingVersion version: SemanticVersion, limits: ProjectLimits
    ) throws(UserError) -> [UInt8] {
        let key = SettingPath(["version"])
        let document = try read(manifest, at: path, limits)
        guard document.value.object?["version"]?.string != nil, document.duplicateKeys.isEmpty,
            let position = document.valuePositions[key], let start = offset(of: position, in: manifest),
            let end = endOfString(from: start, in: manifest)
        else { throw UserError(path: path, "has no version", hint: "run 'themepack verify'") }
        let edited = Array(manifest[...start] + Array(version.description.utf8) + manifest[end...])
        // A wrong position must not damage the file.
        guard var members = document.value.object else { throw UserError(path: path, "is not an object") }
        members["version"] = .string(version.description)
        guard try read(edited, at: path, limits).value == .object(members) else {
            throw UserError(path: path, "cannot be changed in place", hint: "set \"version\": \"\(version)\" yourself")
        }
        return edited
    }

    private static func read(
        _ bytes: [UInt8], at path: String, _ limits: ProjectLimits
    ) throws(UserError) -> SourceDocument {
        do throws(SourceError) {
            return try SourceDocument.read(bytes, fileName: "theme.json", limits: limits)
        } catch {
            throw UserError(path: path, position: error.position, error.message, hint: error.hint)
        }
    }

    /// Returns the offset of the quotation mark at a position; `nil` if there is another character.
    private static func offset(of position: SourcePosition, in bytes: [UInt8]) -> Int? {
        // Positions do not count a byte-order mark.
        var at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        for _ in 1..<position.line {
            guard let end = bytes[at...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            at = end + 1
        }
        // A column is a Unicode scalar, and each has one byte that is not a continuation byte.
        var column = 0
        while at < bytes.count {
            if bytes[at] & 0xC0 != 0x80 { column += 1 }
            if column == position.column { return bytes[at] == UInt8(ascii: "\"") ? at : nil }
            at += 1
        }
        return nil
    }

    /// Returns the offset of the quotation mark that ends the string from `start` on.
    private static func endOfString(from start: Int, in bytes: [UInt8]) -> Int? {
        var at = start + 1
        while at < bytes.count, bytes[at] != UInt8(ascii: "\"") { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
        return at < bytes.count ? at : nil
    }
}
