package import PackFormat
package import ThemeProject

package enum PackReader {
    package static let usualHint = "run 'themepack verify' on it, or build it again"

    /// Opens a pack without reading it.
    package static func map(_ path: String) throws(UserError) -> MappedFile {
        let kind = DiskFileSystem().kind(of: path)
        guard kind == .file else {
            throw unpacked(at: path)
                ?? (kind == nil
                    ? missing(path)
                    : UserError(path: path, "is not a regular file", hint: "name a pack that 'themepack build' wrote"))
        }
        guard let file = MappedFile(at: path, links: .follow) else {
            throw UserError(path: path, "cannot be read", hint: "check its permissions")
        }
        return file
    }

    /// Returns whether a name is a pack's, if there is no file or theme of that name.
    package static func isNamedAsPack(_ name: String) -> Bool { name.lowercased().hasSuffix(".zip") }

    /// Returns an error about a pack that does not exist, with the name of a similar one in its folder.
    package static func missing(_ path: String) -> UserError {
        let folder = String(path[..<path.lastPathComponent.startIndex])
        let entries = (try? DiskFileSystem().entries(of: folder.isEmpty ? "." : folder)) ?? []
        let known = entries.compactMap { String(validUTF8: $0.name) }.filter(isNamedAsPack).sorted()
        let near = NearMiss().suggestion(for: String(path.lastPathComponent), among: known)
        let usual =
            isNamedAsPack(path)
            ? "build it first: 'themepack build' writes packs to dist/" : "name a pack that 'themepack build' wrote"
        return UserError(
            path: path, "does not exist", hint: near.map { "did you mean '\(folder)\($0)'?" } ?? usual)
    }

    /// Returns an error about the folder of an unpacked pack; `nil` for anything else.
    package static func unpacked(at folder: String) -> UserError? {
        guard PackContents.isUnpacked({ DiskFileSystem().kind(of: "\(folder)/\($0)") == .file }) else { return nil }
        return UserError(path: folder, PackContents.unpacked, hint: "name a pack that 'themepack build' wrote")
    }

    /// Returns contents, settings and format version. ``PackVerifier`` checks the images.
    ///
    /// - Parameters:
    ///   - limits: those of the project that built the pack.
    ///   - hint: on a pack that is damaged.
    package static func contents(
        of path: String, limits: ProjectLimits = ProjectLimits(), hint: String = usualHint
    ) throws(UserError) -> (contents: PackContents, settings: Settings?, formatVersion: UInt16) {
        try contents(of: map(path), at: path, limits: limits, hint: hint)
    }

    package static func contents(
        of file: MappedFile, at path: String, limits: ProjectLimits, hint: String = usualHint
    ) throws(UserError) -> (contents: PackContents, settings: Settings?, formatVersion: UInt16) {
        try rethrow(as: {
            UserError(path: path, $0.description, hint: $0.hint ?? hint)
        }) { () throws(PackError) in
            try file.withBytes { bytes throws(PackError) in
                let index = try PackIndex(of: bytes)
                let contents = try index.contents(of: bytes)
                do throws(SourceError) {
                    let document = try contents.settings.map { settings throws(SourceError) in
                        try SourceDocument.read(
                            settings.slice(of: bytes), fileName: PackContents.settingsPath, limits: limits)
                    }
                    return (contents, document.map { Settings($0.value.object ?? [:]) }, index.formatVersion)
                } catch {
                    throw PackError("its settings are damaged: \(error.message)")
                }
            }
        }
    }
}
