public import ThemeModel

/// A pack thought through to the last offset, before anything is written.
public struct PackPlan: Sendable {
    /// `year-1.2.0.themepack.zip`
    public let fileName: String
    /// What the index will say.
    public let contents: PackContents
    /// Bytes of the whole pack.
    public let length: UInt64
    let entries: [Entry]
    /// Bytes of the archive's directory of entries, without what stands behind it.
    let directoryLength: Int

    /// Whether all of it is in memory.
    var isKept: Bool {
        entries.allSatisfy { entry in
            if case .verified(let content) = entry.content { content.isKept } else { true }
        }
    }

    struct Entry: Sendable {
        let path: String
        let length: Int
        let content: Content
    }

    enum Content: Sendable {
        case bytes([UInt8])
        case verified(VerifiedBytes)
    }

    /// - Throws: ``PackagingProblem`` if the pack would be larger than a reader without zip64 sizes can take.
    public init(for theme: VerifiedTheme, jobs: Int = 1) throws(PackagingProblem) {
        let manifest = theme.manifest
        let settings = theme.settings.map { CanonicalJSON.encode($0) }
        var contents = PackContents(
            theme: PackTheme(manifest), contract: theme.contract,
            manifest: StoredBytes(length: 0, digest: ContentDigest(of: [])),
            settings: settings.map { StoredBytes(length: UInt64($0.count), digest: ContentDigest(of: $0)) },
            images: Self.images(of: theme),
            resources: theme.resources.map { PackResource(path: $0.path, stored: StoredBytes($0.content)) })
        // Images keep their order of names in the index; the archive holds what the index says, in the same order.
        let (manifestBytes, listing) = Workers.both(
            jobs: jobs, { [contents] in PackManifest.bytes(of: contents) },
            { [contents] in contents.entries.map { (path: $0.path, length: $0.stored.length) } })
        contents.manifest = StoredBytes(length: UInt64(manifestBytes.count), digest: ContentDigest(of: manifestBytes))
        // The manifest comes first.
        var listed = listing
        listed[0].length = contents.manifest.length
        let archive = ArchiveLayout(indexLength: PackIndex.length(of: contents), entries: listed)
        guard archive.length <= ArchiveLayout.lengthMax else {
            throw PackagingProblem(
                path: manifest.id.string,
                message:
                    "its pack would have \(archive.length) bytes; at most \(ArchiveLayout.lengthMax) can be packed",
                hint: "split the theme, or move large resources out of it")
        }
        contents.place(at: archive.offsets)
        let index: [UInt8]
        do {
            index = try PackIndex.encode(contents, packLength: archive.length)
        } catch {
            throw PackagingProblem(path: manifest.id.string, message: error.description)
        }
        self.contents = contents
        (length, directoryLength) = (archive.length, Int(archive.directoryLength))
        fileName = "\(manifest.id)-\(manifest.version).themepack.zip"

        // In the order of `contents.entries`.
        let texts = [manifestBytes] + (settings.map { [$0] } ?? [])
        let files = theme.images.map(\.content) + theme.resources.map(\.content)
        entries =
            [Entry(path: PackContents.indexPath, content: index)]
            + zip(listed, texts).map { Entry(path: $0.path, content: $1) }
            + zip(listed.dropFirst(texts.count), files).map { Entry(path: $0.path, content: $1) }
    }

    private static func images(of theme: VerifiedTheme) -> [PackImage] {
        var images: [PackImage] = []
        for image in theme.images {
            let variant = PackVariant(
                scale: image.variant.scale, size: image.size, stored: StoredBytes(image.content))
            if images.last?.name == image.variant.name {
                images[images.count - 1].variants.append(variant)
            } else {
                images.append(PackImage(name: image.variant.name, variants: [variant]))
            }
        }
        return images
    }
}

extension PackPlan.Entry {
    init(path: String, content: [UInt8]) {
        self.init(path: path, length: content.count, content: .bytes(content))
    }

    init(path: String, content: VerifiedBytes) {
        self.init(path: path, length: content.length, content: .verified(content))
    }
}

extension StoredBytes {
    /// With its place still to be found.
    init(_ content: VerifiedBytes) { self.init(length: UInt64(content.length), digest: content.digest) }
}

extension PackContents {
    /// - Parameter offsets: of every entry behind the index, in the order of ``entries``.
    mutating func place(at offsets: [UInt64]) {
        var next = offsets.makeIterator()
        manifest.offset = next.next() ?? 0
        if settings != nil { settings?.offset = next.next() ?? 0 }
        for image in images.indices {
            for variant in images[image].variants.indices {
                images[image].variants[variant].stored.offset = next.next() ?? 0
            }
        }
        for resource in resources.indices { resources[resource].stored.offset = next.next() ?? 0 }
    }
}

/// Why a pack cannot be made or written.
public struct PackagingProblem: Error, Sendable {
    /// The file or folder that cannot be written.
    public var path: String
    /// What is wrong, as the predicate of a sentence about the path.
    public var message: String
    /// How to mend it.
    public var hint: String?

    public init(path: String, message: String, hint: String? = nil) {
        (self.path, self.message, self.hint) = (path, message, hint)
    }
}
