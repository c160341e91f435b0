import PackFormat
import SystemCalls
import ThemeModel
package import ThemeProject

extension KeySource {
    /// Reads the names in the default theme's pack. Reads the index and the settings, no image.
    ///
    /// - Parameter rules: the rules for the keys. A pack has none.
    package init(ofPack path: String, rules: KeyRules) throws(UserError) {
        guard let file = MappedFile(at: path, links: .follow) else {
            let isMissing = DiskFileSystem().kind(of: path) == nil
            throw UserError(path: path, isMissing ? "does not exist" : "is not a file that can be read")
        }
        self = try file.withBytes { bytes in
            Result { () throws(UserError) in
                do throws(PackError) {
                    return try KeySource(ofPack: bytes, path: path, rules: rules)
                } catch {
                    throw UserError(error, pack: path)
                }
            }
        }.get()
    }

    private init(ofPack bytes: UnsafeRawBufferPointer, path: String, rules: KeyRules) throws(PackError) {
        let index = try PackIndex(of: bytes)
        guard index.theme.id == .default else {
            throw PackError("is the pack of the theme '\(index.theme.id)', keys come from the default theme's")
        }
        let contents = try index.contents(of: bytes)
        if let defect = ArchiveStructure(of: bytes).defects(against: contents).first { throw PackError(defect) }
        self.init(rules: rules)
        images = contents.images.map { image in
            let first = image.variants.first
            return Image(
                name: image.name, scales: image.variants.map(\.scale), size: first.map { ($0.size, $0.scale) })
        }
        resources = contents.resources.map(\.path)
        colorOrder = contents.theme.colorOrder
        if let stored = contents.settings { settings = try Self.settings(stored, of: bytes) }
    }

    private static func settings(
        _ stored: DataReference, of bytes: UnsafeRawBufferPointer
    ) throws(PackError) -> SettingValue {
        let start = Int(stored.offset)
        let data = UnsafeRawBufferPointer(rebasing: bytes[start..<start + Int(stored.length)])
        let isSound = ArchiveStructure(of: bytes).hasChecksum(
            CRC32.value(of: data), at: start, path: PackContents.settingsPath)
        guard isSound else { throw PackError("the settings are damaged: their checksum differs") }
        do throws(SourceError) {
            let document = try SourceDocument.read(
                data, fileName: PackContents.settingsPath, limits: ProjectLimits())
            if document.value.object != nil { return document.value }
        } catch {
            throw PackError("the settings cannot be read: \(error.message)")
        }
        throw PackError("the settings are no object")
    }
}

extension UserError {
    fileprivate init(_ error: PackError, pack path: String) {
        let hint =
            error.newerFormat == nil
            ? "keys come from the pack default-<version>.themepack.zip; build it again with 'themepack build'"
            : "update themepack, or build the pack with an older themepack"
        self.init(path: path, error.description, hint: hint)
    }
}
