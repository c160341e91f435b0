import PackFormat
import ThemeProject

/// A pack's contents with every offset, computed before anything is written.
///
/// It gives each entry when it is asked for the next one, so that a plan of many images stays small.
struct PackPlan: Sequence, IteratorProtocol {
    /// For example `year-1.2.0.themepack.zip`.
    let fileName: String
    let contents: PackContents
    let layout: ArchiveLayout
    /// In order: the index, the manifest, and the settings if there are any.
    private let generated: [EntryBytes]
    /// In the order of the entries. Their digests are in `contents`.
    private let images: [(file: ImageFile, kept: [UInt8]?)]
    private let resources: [VerifiedResource]
    private let trees: ImageTrees
    private var entriesAfterIndex: PackContents.Entries.Iterator
    /// The number of the next entry.
    private var number = 0

    var length: UInt64 { layout.length }
    var index: EntryBytes { generated[0] }
    var manifest: EntryBytes { generated[1] }

    mutating func next() -> PlannedEntry? {
        defer { number += 1 }
        guard number > 0 else { return PlannedEntry(path: PackContents.indexPath, content: .generated(index)) }
        return entriesAfterIndex.next().map { entry(number, $0) }
    }

    /// - Parameter number: from 0, the index.
    func entry(_ number: Int, _ planned: PackEntry) -> PlannedEntry {
        if number < generated.count { return PlannedEntry(path: planned.path, content: .generated(generated[number])) }
        let image = number - generated.count
        let isImage = image < images.count
        let kept = isImage ? images[image].kept : resources[image - images.count].content.kept
        if let kept { return PlannedEntry(path: planned.path, content: .kept(kept)) }
        let location = isImage ? trees.location(of: images[image].file) : resources[image - images.count].location
        let content = VerifiedBytes(length: Int(planned.stored.length), digest: planned.stored.digest, kept: nil)
        return PlannedEntry(path: planned.path, content: .verified(content, location: location))
    }

    /// Throws if the pack breaks a limit of the format. ``PackCapacity`` reports these themes before.
    init(for theme: consuming VerifiedTheme, jobs: Int = 1) throws(UserError) {
        let manifest = theme.manifest
        let settings = theme.settings.map { CanonicalJSON.encode($0.value) }
        var contents = PackContents(
            of: manifest, contract: theme.contractDigest,
            settings: settings.map { DataReference(length: UInt64($0.count), digest: ContentDigest(of: $0)) },
            theme.images.lazy.map { ($0.file.variant, $0.size, DataReference($0.content)) },
            theme.resources.map { PackResource(path: $0.path, stored: DataReference($0.content)) }, theme.templates)
        images = theme.images.map { ($0.file, $0.content.kept) }
        resources = theme.resources
        trees = theme.trees
        // Frees memory for the manifest and the index.
        theme.images = []
        let (manifestBytes, encoder, layout) = contents.layOut(jobs: jobs, checksum: ZipArchive.checksum)
        self.layout = layout
        guard layout.length <= FormatLimits.packBytes else {
            throw UserError(
                path: manifest.id.string,
                "its pack would have \(layout.length) bytes; at most \(FormatLimits.packBytes) can be packed",
                hint: "split the theme, or move large resources out of it")
        }
        let index = try rethrow(as: { UserError(path: manifest.id.string, $0.description) }) { () throws(PackError) in
            try encoder.pieces(packLength: layout.length)
        }
        let indexPieces = GeneratedPieces(index, jobs: jobs, checksum: ZipArchive.checksum)
        self.contents = contents
        entriesAfterIndex = contents.entries.makeIterator()
        fileName = manifest.packFileName
        generated =
            [EntryBytes(index, indexPieces, path: PackContents.indexPath), manifestBytes]
            + (settings.map { [EntryBytes(inMemory: $0, path: PackContents.settingsPath)] } ?? [])
    }
}

extension DataReference {
    init(_ content: VerifiedBytes) { self.init(length: UInt64(content.length), digest: content.digest) }
}

extension EntryBytes {
    convenience init(inMemory bytes: [UInt8], path: String) {
        self.init(bytes, checksum: bytes.withUnsafeBytes { ZipArchive.checksum($0) }, path: path)
    }
}

struct PlannedEntry: Sendable {
    let path: String
    let content: Content

    enum Content: Sendable {
        case generated(EntryBytes)
        /// An image or a resource whose bytes are still in memory.
        case kept([UInt8])
        case verified(VerifiedBytes, location: String)
    }

    var length: Int {
        switch content {
        case .generated(let bytes): bytes.count
        case .kept(let bytes): bytes.count
        case .verified(let content, _): content.length
        }
    }

    /// Whether its bytes are in the project alone, and not in memory.
    var isInProject: Bool {
        if case .verified = content { true } else { false }
    }

    func entryBytes(from fileSystem: any FileSystem) throws(UserError) -> EntryBytes {
        if case .generated(let content) = content { return content }
        return EntryBytes(inMemory: try bytes(from: fileSystem), path: path)
    }

    func bytes(from fileSystem: any FileSystem) throws(UserError) -> [UInt8] {
        switch content {
        case .generated(let content): return content.bytes()
        case .kept(let content): return content
        case .verified(let content, let location):
            do throws(FileError) {
                return try content.bytes(at: location, from: fileSystem)
            } catch {
                guard error == .changed else {
                    throw UserError(path: path, "its source \(error.explanation)", hint: error.hint)
                }
                var problem = UserError(path: path, "its source changed after it was verified", hint: "build again")
                problem.isOfChangedFile = true
                throw problem
            }
        }
    }
}
