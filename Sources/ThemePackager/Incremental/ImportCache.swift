import PackFormat
package import ThemeModel
package import ThemeProject

/// The images that programs made for the last imports into a project, one file for each import.
package struct ImportCache: Sendable {
    private static let prefix = "import-"
    private static let importsMax = 8
    /// A larger file would not be read.
    private static let bytesMax = 200_000_000

    private let folder: CacheFolder
    private let name: String

    /// - Parameters:
    ///   - root: the project's folder, which need not exist.
    ///   - sources: tells imports apart.
    package init(in root: String, of sources: [String]) {
        folder = CacheFolder(path: "\(root)/\(CacheFolder.name)")
        name = Self.prefix + XXHash64.hash(sources.joined(separator: "\0")).hexadecimal()
    }

    /// Returns the images of the last import of these sources by the digests of all that made them.
    package func images() -> [ContentDigest: [UInt8]] {
        guard var reader = folder.read(name) else { return [:] }
        let images = try? reader.list { reader throws(InvalidCache) in
            (try reader.digest(), Array(try reader.bytes(try reader.number(UInt32.self))))
        }
        return Dictionary(images ?? []) { first, _ in first }
    }

    package func store(_ images: [ContentDigest: [UInt8]]) throws(UserError) {
        var left = Self.bytesMax
        let stored = images.filter { image in
            left -= image.value.count
            return left >= 0
        }
        var writer = ByteWriter()
        writer.add(UInt64(stored.count))
        for (digest, bytes) in stored {
            writer.add(digest)
            writer.add(UInt32(bytes.count))
            writer.add(raw: bytes)
        }
        try folder.write(name, writer.bytes)
        folder.removeOldest(keeping: Self.importsMax) { $0.hasPrefix(Self.prefix) }
    }
}
