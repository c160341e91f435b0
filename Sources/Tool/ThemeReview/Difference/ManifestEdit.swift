package import ThemeProject

/// Changes the version in the bytes of a `theme.json` and nothing else.
package enum ManifestEdit {
    /// Writes a theme's version into its file.
    ///
    /// - Parameters:
    ///   - folder: the name of the theme's folder.
    package static func setVersion(
        _ version: SemanticVersion, ofTheme folder: String, in project: Project
    ) throws(UserError) {
        let name = "\(project.configuration.themesFolder)/\(folder)/theme.json"
        let limits = project.configuration.limits
        let path = project.join(name)
        let locked = try OutputFolder(sourcesOf: project.root)
        let manifest = try project.fileSystem.contents(of: path, limit: limits.configBytes)
        let edited = try bytes(of: manifest, at: path, settingVersion: version, limits: limits)
        try locked.place.file(name).write(edited)
    }

    /// - Parameter path: for errors.
    /// - Throws: ``UserError`` if the file is not JSON or has no version.
    package static func bytes(
        of manifest: [UInt8], at path: String, settingVersion version: SemanticVersion, limits: ProjectLimits
    ) throws(UserError) -> [UInt8] {
        let document = try read(manifest, at: path, limits)
        // Places do not count a byte-order mark.
        let mark = manifest.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let bounds = SettingsLimits(bytes: .max, depth: limits.configDepth, pathBytes: limits.configPathBytes)
        let places = try? JSONReader.placedValue(of: Array(manifest.dropFirst(mark)), bounds).places
        guard document.value.object?["version"]?.string != nil, document.duplicateKeys.isEmpty,
            let place = places?.values[SettingPath(["version"])], case let start = place + mark,
            let end = endOfString(from: start, in: manifest)
        else { throw UserError(path: path, "has no version", hint: "run 'themepack verify'") }
        let edited = Array(manifest[...start] + Array(version.description.utf8) + manifest[end...])
        // A wrong place must not damage the file.
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
        try rethrow(as: { UserError(path: path, position: $0.position, $0.message, hint: $0.hint) }) {
            () throws(SourceError) in
            try SourceDocument.read(bytes, fileName: "theme.json", limits: limits)
        }
    }

    /// Returns the offset of the quotation mark that ends the string from `start` on.
    private static func endOfString(from start: Int, in bytes: [UInt8]) -> Int? {
        var at = start + 1
        while at < bytes.count, bytes[at] != UInt8(ascii: "\"") { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
        return at < bytes.count ? at : nil
    }
}
