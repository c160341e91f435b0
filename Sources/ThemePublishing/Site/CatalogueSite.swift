package import ThemeModel
import SystemCalls
package import ThemeCatalogue
package import ThemeProject

/// The folder that a catalogue and its files are in, as CATALOGUE.md specifies it.
package struct CatalogueSite: Sendable {
    private let catalogue: OutputPlace
    private let unfinished: UnfinishedFiles

    /// The path of the catalogue.
    package var path: String { catalogue.path }
    package var folder: String { catalogue.parent.path }

    /// - Parameter catalogue: the catalogue's file. Its folder is the site.
    package init(catalogue: OutputPlace, unfinished: UnfinishedFiles) {
        self.catalogue = catalogue
        self.unfinished = unfinished
    }

    package func path(of digest: ContentDigest) -> String { "\(folder)/\(CatalogueFile.address(of: digest))" }

    /// Returns the catalogue that is there; `nil` if there is none.
    package static func catalogue(at path: String) throws(UserError) -> Catalogue? {
        guard let bytes = try bytes(at: path) else { return nil }
        do throws(CatalogueError) {
            return try Catalogue(unverified: bytes)
        } catch {
            throw UserError(path: path, error.description, hint: error.hint)
        }
    }

    static func bytes(at path: String) throws(UserError) -> [UInt8]? {
        let disk = DiskFileSystem()
        guard disk.kind(of: path) != nil else { return nil }
        do throws(FileError) {
            return try disk.read(path, limit: Catalogue.maximumByteCount)
        } catch {
            throw UserError(error, path: path)
        }
    }

    /// Creates the folder, and calls `body` while no other process writes files there, so that none continues one
    /// that is being replaced. Deletes the temporary files of processes that were killed, because the folder goes to a
    /// server. Deletes new folders without files if `body` throws.
    ///
    /// It does not wait for others if the file system has no locks.
    package func locked<Value>(_ body: () throws -> Value) throws -> Value {
        let locked = try OutputFolder(catalogue.parent, containing: "sha256", unfinished: unfinished)
        let value = try body()
        locked.keep()
        return value
    }

    /// Writes a pack under its digest, unless it is there.
    package func publish(_ pack: PublishedPack) throws(UserError) {
        try pack.withBytes { bytes throws(UserError) in try publish(bytes, pack.file.digest) }
    }

    /// Writes a delta under its digest.
    package func publish(_ bytes: [UInt8]) throws(UserError) -> CatalogueFile? {
        let digest = ContentDigest(of: bytes)
        guard let file = CatalogueFile(digest: digest, byteCount: Int64(bytes.count)) else { return nil }
        try bytes.withUnsafeBytes { bytes in Result { () throws(UserError) in try publish(bytes, digest) } }.get()
        return file
    }

    private func publish(_ bytes: UnsafeRawBufferPointer, _ digest: ContentDigest) throws(UserError) {
        let place = try catalogue.parent.file(CatalogueFile.address(of: digest))
        if let known = MappedFile(at: place.target), known.withBytes({ ContentDigest(of: $0) }) == digest { return }
        let file = try OutputFile(at: place, unfinished: unfinished)
        var rest = bytes
        while !rest.isEmpty {
            try file.append(Array(rest.prefix(1 << 20)))
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(1 << 20))
        }
        try file.finish()
    }

    /// Writes the catalogue, then deletes the signature of the one before, which does not fit any more.
    package func write(_ catalogue: Catalogue) throws(UserError) {
        try OutputFiles(unfinished: unfinished).write([(self.catalogue, catalogue.bytes)])
        guard DiskCalls().unlink(self.catalogue.target + ".sig") == 0 || errno == ENOENT else {
            throw UserError(
                path: path + ".sig", "cannot be deleted: \(systemReason())",
                hint: "delete it; it is the signature of the catalogue before")
        }
    }
}
