package import SystemCalls
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
        guard let stream = opendir(folder.path) else {
            throw .unreadable(path: folder.path, reason: systemReason())
        }
        defer { closedir(stream) }
        var files: [File] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            guard let name = Self.name(of: entry), name.hasSuffix(PackFolder.packSuffix), !name.hasPrefix(".") else {
                continue
            }
            let path = folder.path(of: name)
            // A file can vanish after its name was read.
            if let identity = FileIdentity(path) { files.append(File(path: path, identity: identity)) }
        }
        guard errno == 0 else { throw .unreadable(path: folder.path, reason: systemReason()) }
        self.files = files.sorted { UTF8Order.precedes($0.path, $1.path) }
    }

    /// Returns a name; `nil` if it is not UTF-8. On some file systems it is longer than the declared length of
    /// `d_name`.
    package static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
        let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        return String(validatingCString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
    }
}
