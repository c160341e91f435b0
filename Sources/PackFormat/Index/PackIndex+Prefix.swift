extension PackIndex {
    /// Reads the whole index of a pack of which only the start is in memory.
    ///
    /// - Parameter start: the bytes of the pack up to the end of the index, or more.
    package func contents(ofStart start: [UInt8], packLength: Int) throws(PackError) -> PackContents {
        guard start.count >= Self.start + length, packLength >= start.count else {
            throw PackError("the file ends within the index")
        }
        return try start.withUnsafeBytes { bytes in
            // Safe: the index is checked against its own end before anything is read, and the data is not read. The
            // offsets of data are compared with the whole length.
            let pack = UnsafeRawBufferPointer(start: bytes.baseAddress, count: packLength)
            return Result { () throws(PackError) in try contents(of: pack) }
        }.get()
    }
}
