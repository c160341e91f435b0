import ThemeSystem
import ThemeModel

/// The packs in a folder, with the identities of the files. Equal listings mean unchanged files.
package struct FolderListing: Hashable, Sendable {
    struct File: Hashable, Sendable {
        let path: String
        let identity: FileIdentity
    }

    /// In the order of paths. They are no dictionary: paths that differ only in Unicode form are two files.
    let files: [File]

    /// Reads a folder. Cost: a system call for each file.
    ///
    /// - Throws: ``ThemeError/unreadable(path:reason:)`` if the folder cannot be read.
    init(of folder: PackFolder) throws(ThemeError) {
        var names: [String] = []
        do throws(SystemError) {
            try forEachEntry(of: folder.path) { name, _ in
                guard let name = String(validUTF8: name), name.hasSuffix(PackFolder.packSuffix), !name.hasPrefix(".")
                else { return }
                names.append(name)
            }
        } catch {
            throw .unreadable(path: folder.path, reason: error.reason)
        }
        // A file can vanish after its name was read.
        let files = names.map(folder.path(of:)).compactMap { path in
            FileIdentity(path).map { File(path: path, identity: $0) }
        }
        self.files = files.sorted { UTF8Order.precedes($0.path, $1.path) }
    }
}
