/// Reads the entries of a folder in no particular order, without `.` and `..`.
///
/// - Parameter body: takes a name, which need not be UTF-8, and its `d_type`. On some file systems a name is longer
///   than the declared length of `d_name`.
package func forEachEntry(
    of folder: String, _ body: (_ name: [UInt8], _ type: Int32) -> Void
) throws(SystemError) {
    guard let stream = opendir(folder) else { throw .last() }
    defer { closedir(stream) }
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    while true {
        errno = 0
        guard let entry = readdir(stream) else { break }
        let start = UnsafeRawPointer(entry) + offset
        let name = UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self)))
        let dot = UInt8(ascii: ".")
        if name.elementsEqual([dot]) || name.elementsEqual([dot, dot]) { continue }
        body(Array(name), Int32(entry.pointee.d_type))
    }
    guard errno == 0 else { throw .last() }
}
