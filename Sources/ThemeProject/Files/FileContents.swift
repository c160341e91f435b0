package struct FileContents: Sendable {
    package var bytes: [UInt8]
    /// The whole file's size in bytes. `bytes` can be only its beginning.
    package var size: Int
    /// The file's stamp before the first byte was read; `nil` if the file system has no stamps.
    package var stamp: FileStamp?

    package init(bytes: [UInt8], size: Int, stamp: FileStamp? = nil) {
        self.bytes = bytes
        self.size = size
        self.stamp = stamp
    }
}
