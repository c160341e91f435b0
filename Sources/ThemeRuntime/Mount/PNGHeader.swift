import Foundation
import ThemeModel

/// The size in a PNG's first chunk, which stands at a fixed place. https://www.w3.org/TR/png-3/#11IHDR
enum PNGHeader {
    static let length = 24
    private static let start: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)

    /// `nil` if these are no PNG's first bytes.
    static func size(in bytes: some Collection<UInt8>) -> PixelSize? {
        guard bytes.starts(with: start) else { return nil }
        let numbers = bytes.dropFirst(start.count).prefix(8)
        guard numbers.count == 8 else { return nil }
        let packed = numbers.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return PixelSize(width: UInt32(packed >> 32), height: UInt32(truncatingIfNeeded: packed))
    }

    /// Reads no more of the file than it needs.
    static func size(of path: String, in root: String) throws(ThemeError) -> PixelSize {
        let file = "\(root)/\(path)"
        let memory = try PackMemory(mapping: PackFile(file, limit: ReadingLimits().packBytes), path: file)
        guard let size = size(in: memory.bytes) else {
            throw .invalidProject(path: "\(root)/\(path)", reason: "is no PNG")
        }
        return size
    }
}
