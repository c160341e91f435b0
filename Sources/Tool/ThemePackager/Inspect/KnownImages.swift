import PackFormat
import ThemeProject

/// The images that earlier runs inspected, as a file of the cache has them. Each is decoded when it is asked for, by
/// the thread that needs it.
///
/// The file has the images, sorted by inode; then a row for each, with its inode and where the image ends; then the
/// number of rows.
struct KnownImages: Sendable {
    private let bytes: [UInt8]
    private let start: Int
    private let rowsStart: Int
    let count: Int

    /// No images.
    static let none = KnownImages()

    private init() {
        bytes = []
        start = 0
        rowsStart = 0
        count = 0
    }

    /// Reads to the end of the file.
    init(from reader: inout CacheReader) throws(InvalidCache) {
        let rest = try reader.skip(reader.remaining - Row.countLength)
        let count = try reader.number(UInt64.self)
        guard count <= UInt64(rest.count / Row.length) else { throw InvalidCache() }
        bytes = reader.bytes
        start = rest.lowerBound
        rowsStart = rest.upperBound - Int(count) * Row.length
        self.count = Int(count)
        var last: Row?
        for number in 0..<self.count {
            let row = row(number)
            guard row.end > last?.end ?? 0, last.map({ $0.inode < row.inode }) ?? true else { throw InvalidCache() }
            last = row
        }
        guard last?.end ?? 0 == UInt64(rowsStart - start) else { throw InvalidCache() }
    }

    private struct Row {
        static let length = 2 * MemoryLayout<UInt64>.size
        static let countLength = MemoryLayout<UInt64>.size

        let inode: UInt64
        /// The length of all images to the end of this one.
        let end: UInt64
    }

    private func row(_ number: Int) -> Row {
        bytes.withUnsafeBytes { bytes in
            let start = rowsStart + number * Row.length
            let (inode, end) = bytes.loadUnaligned(fromByteOffset: start, as: (UInt64, UInt64).self)
            return Row(inode: UInt64(littleEndian: inode), end: UInt64(littleEndian: end))
        }
    }

    func inode(_ number: Int) -> UInt64 { row(number).inode }

    /// The bytes of an image.
    func bytes(of number: Int) -> ArraySlice<UInt8> { bytes[range(of: number)] }

    private func range(of number: Int) -> Range<Int> {
        start + (number == 0 ? 0 : Int(row(number - 1).end))..<start + Int(row(number).end)
    }

    /// `nil` if its bytes are damaged.
    subscript(number: Int32) -> PastImage? {
        let range = range(of: Int(number))
        var reader = CacheReader(bytes, from: range.lowerBound)
        guard let image = try? KnownImage(from: &reader), reader.offset == range.upperBound else { return nil }
        return PastImage(number: number, image: image)
    }

    /// Returns the number of an image; `nil` if the file is unknown, or has changed. Cost: O(log n).
    func number(of stamp: FileStamp) -> Int32? {
        let number = (0..<count).partitioningIndex { inode($0) >= stamp.inode }
        guard number < count else { return nil }
        var reader = CacheReader(bytes, from: range(of: number).lowerBound)
        return (try? reader.stamp()) == stamp ? Int32(number) : nil
    }
}
