package import ThemeModel
package import PackFormat

/// A pack of any contents, with right checksums and digests, as an attacker would write it.
package struct ForgedPack: Sendable {
    package var theme: PackTheme
    /// In the order of names.
    package var images: [PackImage] = []
    package var resources: [PackResource] = []
    package var settings: [UInt8]?
    package var contract = ContentDigest(of: [])
    /// The data of all images, then of all resources.
    package var data: [[UInt8]] = []

    package init(_ id: String = "year", prefix: String = "", extends: String? = "default") throws {
        theme = PackTheme(
            id: try ThemeID(id), name: id, version: try SemanticVersion("1.0.0"),
            imageNamePrefix: try ImagePrefix(prefix), extends: try extends.map { try ThemeID($0) })
    }

    /// Adds an image of one variant. Call it in the order of names, and before `add(resource:)`.
    package mutating func add(image name: String, _ png: [UInt8], size: PixelSize) throws {
        try add(image: name, [(.one, png, size)])
    }

    /// Adds an image. Call it in the order of names, with variants in the order of scales.
    package mutating func add(image name: String, _ files: [(scale: Scale, png: [UInt8], size: PixelSize)]) throws {
        let variants = files.map { file in
            PackVariant(
                scale: file.scale, size: file.size,
                stored: DataReference(length: UInt64(file.png.count), digest: ContentDigest(of: file.png)))
        }
        images.append(PackImage(name: try LogicalName(name), variants: PackVariants(variants)))
        data += files.map(\.png)
    }

    package mutating func add(resource path: String, _ bytes: [UInt8]) throws {
        let stored = DataReference(length: UInt64(bytes.count), digest: ContentDigest(of: bytes))
        resources.append(PackResource(path: try PortablePath(path), stored: stored))
        data.append(bytes)
    }

    /// Returns the pack.
    ///
    /// - Parameter change: applied to the contents of the index, after every entry has its place.
    package func bytes(listing change: (inout PackContents) -> Void = { _ in }) throws -> [UInt8] {
        let none = ContentDigest(of: [])
        var contents = PackContents(
            theme: theme, contract: contract, manifest: DataReference(length: 0, digest: none),
            settings: settings.map { DataReference(length: UInt64($0.count), digest: ContentDigest(of: $0)) },
            images: images, resources: resources)
        let manifest = PackManifest(of: contents).bytes
        contents.manifest = DataReference(length: UInt64(manifest.count), digest: ContentDigest(of: manifest))
        let layout = contents.setOffsets()
        let names = [PackContents.indexPath] + contents.entries.map(\.path)
        change(&contents)
        let index = try IndexEncoder(contents).bytes(packLength: layout.length)
        var archive = ByteWriter()
        var headers = ArchiveHeaders(date: .earliest, entryCount: names.count, directoryLength: 0)
        for (name, bytes) in zip(names, [index, manifest] + (settings.map { [$0] } ?? []) + data) {
            let start = archive.bytes.count + ArchiveLayout.localHeaderLength + name.utf8.count
            headers.add(name.utf8, data: start..<start + bytes.count, checksum: PNGFile.crc32(bytes))
            archive.add(raw: headers.local(of: headers.count - 1))
            archive.add(raw: bytes)
        }
        return archive.bytes + headers.centralDirectory + headers.endRecords(directoryOffset: archive.bytes.count)
    }
}
