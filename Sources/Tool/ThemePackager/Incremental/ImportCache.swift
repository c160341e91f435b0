import PackFormat
package import ThemeProject

/// Keeps rendered and converted images from one import of some sources into a project to the next. Thread-safe.
///
/// The project has a file for each of its last imports.
package final class ImportCache: Sendable {
    private static let prefix = "import-"
    private static let importsMax = 8
    /// A larger file would not be read.
    private static let bytesMax = 200_000_000

    private let earlier: [ContentDigest: [UInt8]]
    private let current = Lock<[ContentDigest: [UInt8]]>([:])
    /// `nil` if nothing is stored.
    private let file: (folder: CacheFolder, name: String)?

    /// A cache without a file.
    package init(_ earlier: [ContentDigest: [UInt8]] = [:]) {
        self.earlier = earlier
        file = nil
    }

    /// Reads the images of the last import.
    ///
    /// - Parameters:
    ///   - root: the project's folder, which need not exist.
    ///   - sources: tells imports apart.
    package init(in root: String, of sources: [String]) {
        let folder = CacheFolder(path: "\(root)/\(Project.cacheFolder)")
        let name = Self.prefix + XXHash64.hash(sources.joined(separator: "\0")).hexadecimal()
        var reader = folder.read(name)
        let images = try? reader?.list { reader throws(InvalidCache) in
            (try reader.digest(), Array(try reader.bytes(try reader.number(UInt32.self))))
        }
        earlier = Dictionary(images ?? []) { first, _ in first }
        file = (folder, name)
    }

    /// The images that this import needed, for the next one.
    package var images: [ContentDigest: [UInt8]] { current.withLock(\.self) }

    /// - Parameter key: the digest of everything that determines the image.
    package func image(_ key: ContentDigest) -> [UInt8]? { earlier[key] }

    package func add(_ image: [UInt8], _ key: ContentDigest) { current.withLock { $0[key] = image } }

    /// Stores ``images``, if there are any.
    package func store() throws(UserError) {
        guard let file, !images.isEmpty else { return }
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
        try file.folder.write(file.name, [writer.bytes])
        file.folder.removeOldest(keeping: Self.importsMax) { $0.hasPrefix(Self.prefix) }
    }
}
