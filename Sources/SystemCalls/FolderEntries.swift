/// Reads the entries of a folder in no particular order, without `.` and `..`.
///
/// - Parameter body: takes a name, which need not be UTF-8, and its `d_type`.
package func forEachEntry(
    of folder: String, _ body: (_ name: [UInt8], _ type: Int32) -> Void
) throws(SystemError) {
    guard let stream = opendir(folder) else { throw .last() }
    defer { closedir(stream) }
    while true {
        errno = 0
        guard let entry = readdir(stream) else { break }
        let name = name(of: entry)
        let dot = UInt8(ascii: ".")
        if name == [dot] || name == [dot, dot] { continue }
        body(name, Int32(entry.pointee.d_type))
    }
    guard errno == 0 else { throw .last() }
}

/// Returns the name of an entry. On some file systems it is longer than the declared length of `d_name`, and a short
/// record ends before that length.
package func name(of entry: UnsafePointer<dirent>) -> [UInt8] {
    let start = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
    return Array(UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self))))
}
