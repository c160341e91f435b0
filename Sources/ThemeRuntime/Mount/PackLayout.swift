import ThemeModel

/// Files laid out in memory as the packager lays them out in a pack: index, settings, images, resources. It is no archive;
/// nobody but ``ThemePack`` reads it.
struct PackLayout {
    var settings: [UInt8]?
    var resources: [(path: PortablePath, file: String, bytes: [UInt8])] = []
    private let theme: PackTheme
    private let contract: ContentDigest
    private var images: [Image] = []

    private typealias Image = (file: FolderImages.File, size: PixelSize, bytes: [UInt8])

    init(_ theme: PackTheme, contract: ContentDigest) { (self.theme, self.contract) = (theme, contract) }

    /// - Throws: ``ThemeError`` if the file is no PNG.
    mutating func add(_ file: FolderImages.File, _ bytes: [UInt8], in root: String) throws(ThemeError) {
        guard let size = PNGHeader.size(in: bytes) else {
            throw .invalidProject(path: "\(root)/\(file.path)", reason: "is no PNG")
        }
        images.append((file, size, bytes))
    }

    /// - Returns: the memory, and the files by the variants' numbers.
    /// - Throws: ``ThemeError`` if two files are one variant.
    func memory(for folder: String) throws(ThemeError) -> (PackMemory, [String]) {
        let images = images.sorted { ($0.file.name, $0.file.scale) < ($1.file.name, $1.file.scale) }
        for (file, other) in zip(images.dropFirst().map(\.file), images.map(\.file))
        where file.name == other.name && file.scale == other.scale {
            let reason = "has two files for \(file.name) at \(file.scale): \(other.path) and \(file.path)"
            throw .invalidProject(path: folder, reason: reason)
        }
        let parts = [settings ?? []] + images.map(\.bytes) + resources.map(\.bytes)
        var contents = contents(images)
        // The index's length does not depend on the offsets in it.
        var offset = UInt64(PackIndex.start + PackIndex.length(of: contents))
        func place(_ stored: inout StoredBytes) {
            stored.offset = offset
            offset += stored.length
        }
        if var settings = contents.settings {
            place(&settings)
            contents.settings = settings
        }
        for image in contents.images.indices {
            for variant in contents.images[image].variants.indices {
                place(&contents.images[image].variants[variant].stored)
            }
        }
        for resource in contents.resources.indices { place(&contents.resources[resource].stored) }
        var bytes = [UInt8](repeating: 0, count: PackIndex.start)
        bytes.reserveCapacity(Int(offset))
        do {
            bytes += try PackIndex.encode(contents, packLength: offset)
        } catch {
            throw ThemeError(error, path: folder)
        }
        for part in parts { bytes += part }
        let files = images.map(\.file.path) + resources.map(\.file)
        let memory = try bytes.withUnsafeBytes { bytes in
            Result { () throws(ThemeError) in try PackMemory(copying: bytes, path: folder) }
        }.get()
        return (memory, files)
    }

    /// What the index shall say, but for the offsets.
    private func contents(_ sorted: [Image]) -> PackContents {
        var images: [PackImage] = []
        for image in sorted {
            let variant = PackVariant(scale: image.file.scale, size: image.size, stored: Self.stored(image.bytes))
            if images.last?.name == image.file.name {
                images[images.count - 1].variants.append(variant)
            } else {
                images.append(PackImage(name: image.file.name, variants: [variant]))
            }
        }
        return PackContents(
            theme: theme, contract: contract, manifest: Self.stored([]), settings: settings.map(Self.stored),
            images: images,
            resources: resources.map { PackResource(path: $0.path, stored: Self.stored($0.bytes)) })
    }

    private static func stored(_ bytes: [UInt8]) -> StoredBytes {
        StoredBytes(length: UInt64(bytes.count), digest: bytes.withUnsafeBytes { ContentDigest(of: $0) })
    }
}
