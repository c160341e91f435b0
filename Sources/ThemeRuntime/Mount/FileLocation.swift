import PackFormat
public import ThemeModel

/// The place of an image's or resource's bytes in the file of its pack, for `sendfile`, `copy_file_range` or `pread`.
///
/// The descriptor is open as long as this value or its pack exists. It refers to the mounted file, also if another
/// file has its path now.
public struct FileLocation: Sendable {
    let file: OpenFile
    /// The path that the pack was mounted from.
    public let path: String
    /// The first byte, counted from the start of the file.
    public let offset: Int
    /// The number of bytes.
    public let length: Int
    /// The SHA-256 of the bytes.
    public let digest: ContentDigest

    /// A descriptor for reading. Do not close it, and do not use its position, which all images of the pack share.
    public var descriptor: Int32 { file.descriptor }
}

extension ThemePack {
    /// The place of a variant's bytes; `nil` if the pack is not a mapped file.
    func location(of variant: IndexVariant) throws(ThemeError) -> FileLocation? {
        guard mode.isMapped, let identity = memory.identity else { return nil }
        _ = try bytes(of: variant)
        // Two threads may both get here. Both files are the same, and one is kept.
        let file: OpenFile
        if let known = openFile.object {
            file = known
        } else {
            file = openFile.storeIfNil(try OpenFile.open(path, identity: identity))
        }
        let stored = variant.stored(in: memory.bytes)
        return FileLocation(
            file: file, path: path, offset: Int(stored.offset), length: Int(stored.length), digest: stored.digest)
    }
}
