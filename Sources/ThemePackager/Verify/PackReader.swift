package import PackFormat
package import ThemeProject

package enum PackReader {
    /// Opens a pack without reading it.
    package static func map(_ path: String) throws(UserError) -> MappedFile {
        let disk = DiskFileSystem()
        guard let kind = disk.kind(of: path) else {
            throw UserError(
                path: path, "does not exist", hint: "name a pack that 'themepack build' wrote")
        }
        guard kind == .file else {
            throw UserError(
                path: path, "is not a regular file", hint: "name a pack that 'themepack build' wrote")
        }
        guard let file = MappedFile(at: path, links: .follow) else {
            throw UserError(path: path, "cannot be read", hint: "check its permissions")
        }
        return file
    }

    /// Returns contents, settings and format version. ``PackVerifier`` checks the images.
    ///
    /// - Parameter limits: those of the project that built the pack.
    package static func contents(
        of path: String, limits: ProjectLimits = ProjectLimits()
    ) throws(UserError) -> (contents: PackContents, settings: SettingValue?, formatVersion: UInt16) {
        try contents(of: map(path), at: path, limits: limits)
    }

    package static func contents(
        of file: MappedFile, at path: String, limits: ProjectLimits
    ) throws(UserError) -> (contents: PackContents, settings: SettingValue?, formatVersion: UInt16) {
        try rethrow(as: {
            UserError(path: path, $0.description, hint: "run 'themepack verify' on it, or build it again")
        }) { () throws(PackError) in
            try file.withBytes { bytes throws(PackError) in try contents(in: bytes, limits) }
        }
    }

    private static func contents(
        in bytes: UnsafeRawBufferPointer, _ limits: ProjectLimits
    ) throws(PackError) -> (PackContents, SettingValue?, UInt16) {
        let index = try PackIndex(of: bytes)
        let contents = try index.contents(of: bytes)
        guard let settings = contents.settings else { return (contents, nil, index.formatVersion) }
        let document = try rethrow(as: { PackError("its settings are damaged: \($0.message)") }) {
            () throws(SourceError) in
            try SourceDocument.read(settings.slice(of: bytes), fileName: PackContents.settingsPath, limits: limits)
        }
        return (contents, document.value, index.formatVersion)
    }
}
