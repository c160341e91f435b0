import ThemeSystem

/// The lines of a manifest that describe the variants of images and the resources, in the order of the archive.
package struct ManifestLines: Sendable {
    private let manifest: [UInt8]
    private var ranges: [Range<Int>] = []

    /// - Parameter count: the number of lines.
    /// - Returns: `nil` if the manifest has another number of lines.
    package init?(of manifest: [UInt8], count: Int) {
        self.manifest = manifest
        ranges.reserveCapacity(count)
        manifest.withUnsafeBytes { bytes in
            var start = 0
            while start < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
                let length = Self.lineLength(of: rest)
                if rest.starts(with: Self.start) {
                    let hasComma = rest[length - 1] == UInt8(ascii: ",")
                    ranges.append(start + Self.indentation..<start + length - (hasComma ? 1 : 0))
                }
                start += length + 1
            }
        }
        guard ranges.count == count else { return nil }
    }

    package subscript(number: Int) -> ArraySlice<UInt8> { manifest[ranges[number]] }

    /// No other line of a manifest begins with an object.
    private static let start = Array("    {".utf8)
    private static let indentation = 4

    private static func lineLength(of bytes: UnsafeRawBufferPointer) -> Int {
        guard let start = bytes.baseAddress, let end = memchr(start, Int32(UInt8(ascii: "\n")), bytes.count) else {
            return bytes.count
        }
        return UnsafeRawPointer(end) - start
    }
}
