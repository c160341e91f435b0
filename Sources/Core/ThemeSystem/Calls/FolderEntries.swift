/// Reads the entries of a folder in no particular order, without `.` and `..`.
///
/// - Parameter body: takes a name, which need not be UTF-8, its `d_type`, and the descriptor of the folder.
package func forEachEntry(
    of folder: String, links: LinkPolicy = .follow, _ body: (_ name: [UInt8], _ type: Int32, _ folder: Int32) -> Void
) throws(SystemError) {
    let descriptor = links.open(folder, O_RDONLY | O_DIRECTORY)
    guard descriptor >= 0 else { throw .last() }
    guard let stream = fdopendir(descriptor) else {
        let error = SystemError.last()
        close(descriptor)
        throw error
    }
    defer { closedir(stream) }
    while true {
        errno = 0
        guard let entry = readdir(stream) else { break }
        let name = name(of: entry)
        let dot = UInt8(ascii: ".")
        if name == [dot] || name == [dot, dot] { continue }
        var type = Int32(entry.pointee.d_type)
        if type == Int32(DT_UNKNOWN) {
            // Some file systems leave it to the caller.
            var status = stat()
            let path = name.map { CChar(bitPattern: $0) } + [0]
            let found = fstatat(descriptor, path, &status, AT_SYMLINK_NOFOLLOW)
            // The types of entries are those bits of a mode.
            if found == 0 { type = Int32((status.st_mode & S_IFMT) >> 12) }
        }
        body(name, type, descriptor)
    }
    guard errno == 0 else { throw .last() }
}

/// Returns the name of an entry. On some file systems it is longer than the declared length of `d_name`, and a short
/// record ends before that length.
package func name(of entry: UnsafePointer<dirent>) -> [UInt8] {
    let start = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
    return Array(UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self))))
}
