import ThemeModel

extension PackContents {
    /// Returns the bytes of a pack that is mounted from memory. They have zeros in place of zip's headers.
    ///
    /// - Parameter data: the data of each entry, in the order of ``entries``.
    package consuming func bytesInMemory(_ data: [[UInt8]]) throws(PackError) -> [UInt8] {
        let layout = setOffsets()
        guard layout.length <= FormatLimits.packBytes else {
            throw PackError("has \(layout.length) bytes, more than a pack can hold")
        }
        let index = try IndexEncoder(self).bytes(packLength: layout.length)
        var bytes = [UInt8](repeating: 0, count: Int(layout.length))
        bytes.withUnsafeMutableBytes { bytes in
            bytes.put(index, at: PackIndex.start)
            for (offset, part) in zip(layout.dataOffsets, data) { bytes.put(part, at: Int(offset)) }
        }
        return bytes
    }
}
