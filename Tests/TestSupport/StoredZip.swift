/// Zip archives of another writer: stored entries with other attributes.
package enum StoredZip {
    package static func archive(_ entries: [(path: String, bytes: [UInt8])]) -> [UInt8] {
        func little(_ numbers: (UInt32, Int)...) -> [UInt8] {
            numbers.flatMap { number, count in (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
        }
        var (file, directory): ([UInt8], [UInt8]) = ([], [])
        for (path, bytes) in entries {
            let (offset, size, name) = (UInt32(file.count), UInt32(bytes.count), Array(path.utf8))
            let common = little(
                (20, 2), (0, 2), (0, 2), (0, 2), (33, 2), (PNGFile.crc32(bytes), 4), (size, 4), (size, 4),
                (UInt32(name.count), 2), (0, 2))
            file += little((0x0403_4B50, 4)) + common + name + bytes
            directory +=
                little((0x0201_4B50, 4), (20, 2)) + common + little((0, 2), (0, 2), (0, 2), (0, 4), (offset, 4)) + name
        }
        let count = UInt32(entries.count)
        return file + directory
            + little(
                (0x0605_4B50, 4), (0, 4), (count, 2), (count, 2), (UInt32(directory.count), 4), (UInt32(file.count), 4),
                (0, 2))
    }
}
