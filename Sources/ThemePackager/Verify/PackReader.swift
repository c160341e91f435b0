package import PackFormat
package import ThemeProject

package enum PackReader {
    /// Returns the paths of the packs in a folder, at least one, in the order of their names. A hidden file is one that
    /// a program still writes.
    ///
    /// - Parameter hint: says where packs come from; for a folder without packs, or no folder.
    package static func packs(inFolder folder: String, hint: String) throws(UserError) -> [String] {
        let entries = try rethrow(as: {
            UserError(path: folder, $0.explanation, hint: $0 == .missing ? hint : $0.hint)
        }) { () throws(FileError) in try DiskFileSystem().entries(of: folder) }
        let suffix = Distribution.packSuffix
        let names = entries.compactMap { String(validUTF8: $0.name) }
            .filter { !$0.hasPrefix(".") && $0.hasSuffix(suffix) }
        guard !names.isEmpty else {
            throw UserError(path: folder, "contains no pack, that is, no file *\(suffix)", hint: hint)
        }
        return names.sorted { UTF8Order.precedes($0, $1) }.map { "\(folder.withoutLastSlash)/\($0)" }
    }

    /// Opens a pack without reading it.
    package static func map(_ path: String) throws(UserError) -> MappedFile {
        let kind = DiskFileSystem().kind(of: path)
        guard kind == .file else {
            throw UserError(
                path: path, kind == nil ? "does not exist" : "is not a regular file",
                hint: "name a pack that 'themepack build' wrote")
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
            try file.withBytes { bytes throws(PackError) in
                let index = try PackIndex(of: bytes)
                let contents = try index.contents(of: bytes)
                do throws(SourceError) {
                    let document = try contents.settings.map { settings throws(SourceError) in
                        try SourceDocument.read(
                            settings.slice(of: bytes), fileName: PackContents.settingsPath, limits: limits)
                    }
                    return (contents, document?.value, index.formatVersion)
                } catch {
                    throw PackError("its settings are damaged: \(error.message)")
                }
            }
        }
    }
}
