public import ThemeModel

/// A pack thought through to the last offset, before anything is written.
public struct PackPlan: Sendable {
    /// `year-1.2.0.themepack.zip`
    public let fileName: String
    /// What the index will say.
    public let contents: PackContents
    /// Bytes of the whole pack.
    public let length: UInt64
    /// Bytes of the archive's directory of entries, without what stands behind it.
    let directoryLength: Int
    /// Of the entries that are made for the pack, by their order: the index, the manifest, and the settings if there are any.
    private let texts: [[UInt8]]
    /// Where the bytes of the images are, in the order of the entries; what they must be, `contents` says.
    private let images: [(file: ImageFile, kept: [UInt8]?)]
    private let resources: [VerifiedTheme.Resource]
    private let trees: ImageTrees

    /// Whether all of it is in memory.
    var isKept: Bool { images.allSatisfy { $0.kept != nil } && resources.allSatisfy(\.content.isKept) }

    /// In the order in which the archive holds them.
    var entries: Entries { Entries(plan: self) }

    var entryCount: Int { texts.count + images.count + resources.count }

    /// Entries that are made where they are asked for.
    struct Entries: Sequence, Sendable {
        fileprivate let plan: PackPlan

        func makeIterator() -> Iterator { Iterator(plan) }

        struct Iterator: IteratorProtocol {
            private let plan: PackPlan
            private var behindIndex: PackContents.Entries.Iterator
            private var number = 0

            fileprivate init(_ plan: PackPlan) {
                (self.plan, behindIndex) = (plan, plan.contents.entries.makeIterator())
            }

            mutating func next() -> Entry? {
                defer { number += 1 }
                if number == 0 { return Entry(path: PackContents.indexPath, content: plan.texts[0]) }
                return behindIndex.next().map { plan.entry(number, $0) }
            }
        }
    }

    private func entry(_ number: Int, _ planned: PackEntry) -> Entry {
        if number < texts.count { return Entry(path: planned.path, content: texts[number]) }
        let image = number - texts.count
        let isImage = image < images.count
        let kept = isImage ? images[image].kept : resources[image - images.count].content.kept
        if let kept { return Entry(path: planned.path, content: kept) }
        let location = isImage ? trees.location(of: images[image].file) : resources[image - images.count].location
        let content = VerifiedBytes(length: Int(planned.stored.length), digest: planned.stored.digest)
        return Entry(path: planned.path, content: content, location: location)
    }

    struct Entry: Sendable {
        let path: String
        let length: Int
        let content: Content
    }

    enum Content: Sendable {
        case bytes([UInt8])
        /// What was read there, and has to be read again.
        case verified(VerifiedBytes, location: String)
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
        let (manifestBytes, indexLength) = Workers.both(
            jobs: jobs, { [contents] in PackManifest.bytes(of: contents) },
            { [contents] in PackIndex.length(of: contents) })
        contents.manifest = StoredBytes(length: UInt64(manifestBytes.count), digest: ContentDigest(of: manifestBytes))
        let archive = ArchiveLayout(indexLength: indexLength, entries: contents.entries)
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
        texts = [index, manifestBytes] + (settings.map { [$0] } ?? [])
        images = theme.images.map { ($0.file, $0.content.kept) }
        (resources, trees) = (theme.resources, theme.trees)
    }

    private static func images(of theme: VerifiedTheme) -> [PackImage] {
        var images: [PackImage] = []
        for image in theme.images {
            let variant = PackVariant(
                scale: image.file.variant.scale, size: image.size, stored: StoredBytes(image.content))
            let name = image.file.variant.name
            if images.last?.name == name {
                images[images.count - 1].variants.append(variant)
            } else {
                images.append(PackImage(name: name, variants: [variant]))
            }
        }
        return images
    }
}

extension PackPlan.Entry {
    init(path: String, content: [UInt8]) {
        self.init(path: path, length: content.count, content: .bytes(content))
    }

    init(path: String, content: VerifiedBytes, location: String) {
        self.init(path: path, length: content.length, content: .verified(content, location: location))
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
    /// Whether a source is something else than what was verified, or than what is remembered of it.
    public internal(set) var isOfChangedSource = false

    public init(path: String, message: String, hint: String? = nil) {
        (self.path, self.message, self.hint) = (path, message, hint)
    }
}
