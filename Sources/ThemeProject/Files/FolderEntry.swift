package struct FolderEntry: Hashable, Sendable {
    /// One path component, as bytes, because not every file system requires UTF-8.
    package var name: [UInt8]
    package var kind: FileKind

    package init(name: [UInt8], kind: FileKind) { (self.name, self.kind) = (name, kind) }
}

package enum FileKind: Hashable, Sendable {
    case file
    case folder
    case link
    /// The kind in words: "a FIFO", "a device", "a socket".
    case other(String)
}
