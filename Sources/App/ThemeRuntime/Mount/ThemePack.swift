public import ThemeSystem

/// A mounted pack: the images, settings and resources of one theme.
///
/// A pack never changes. It stays valid if its file is deleted or replaced by a rename.
public final class ThemePack: Sendable {
    /// The path that the pack was mounted from: a file, or a theme's folder.
    public let path: String
    /// The way in which its bytes are stored and checked.
    public let mode: MountMode
    package let limits: ReadingLimits
    let index: PackIndex
    package let memory: PackMemory
    let settings = LazyReference<Box<Settings?>>()
    /// Created at the first check of a digest, so that mounting does not pay for it.
    private let claimedBytes = LazyReference<ClaimedBytes>()
    let storedDigest = LazyReference<Box<ContentDigest>>()
    let openFile = LazyReference<OwnedDescriptor>()
    /// `nil` for a pack that was mounted from its bytes.
    private let folder: MountedFolder?
    let view: PackView
    private let damage = AtomicFlag()

    /// Mounts a pack. Unless the mode checks more, this reads only the index's header and takes about 10 microseconds,
    /// whatever the number of images.
    ///
    /// - Parameters:
    ///   - path: the pack's file.
    ///   - mode: what is checked, and when.
    ///   - limits: the limits for reading. Raise them for a pack whose project raises its limits.
    /// - Throws: ``ThemeError`` if the file cannot be read, is not a pack, is truncated, or needs a newer reader.
    public convenience init(
        mounting path: String, mode: MountMode = .checkedWhenRead, limits: ReadingLimits = ReadingLimits()
    ) throws(ThemeError) {
        guard mode.isMapped else {
            let memory = try PackMemory(reading: path, limit: limits.packBytes)
            try self.init(memory: memory, path: path, mode: mode, limits: limits)
            return
        }
        let file = try RegularFile.pack(path, limit: limits.packBytes)
        let memory = try PackMemory(mapping: file, path: path)
        let index = try file.packIndex(path: path)
        try self.init(index, memory: memory, path: path, mode: mode, limits: limits)
    }

    /// Mounts the pack of a file URL, as ``init(mounting:mode:limits:)`` for a path does.
    public convenience init(
        mounting file: URL, mode: MountMode = .checkedWhenRead, limits: ReadingLimits = ReadingLimits()
    ) throws(ThemeError) {
        try self.init(mounting: file.path, mode: mode, limits: limits)
    }

    /// Mounts a pack that is in memory, for example embedded in the program. Copies and checks all bytes.
    ///
    /// - Parameters:
    ///   - bytes: the whole pack.
    ///   - path: its name in errors and origins.
    public convenience init(copying bytes: some ContiguousBytes, path: String) throws(ThemeError) {
        try self.init(copying: bytes, path: path, mode: .resident)
    }

    convenience init(copying bytes: some ContiguousBytes, path: String, mode: MountMode) throws(ThemeError) {
        let memory = try bytes.withUnsafeBytes { bytes in
            Result { () throws(ThemeError) in try PackMemory(copying: bytes, path: path) }
        }.get()
        try self.init(memory: memory, path: path, mode: mode)
    }

    package convenience init(
        memory: PackMemory, path: String, mode: MountMode, folder: MountedFolder? = nil,
        limits: ReadingLimits = ReadingLimits()
    ) throws(ThemeError) {
        let index = try rethrow(as: { ThemeError($0, path: path) }) { () throws(PackError) in
            try PackIndex(of: memory.bytes)
        }
        try self.init(index, memory: memory, path: path, mode: mode, folder: folder, limits: limits)
    }

    private init(
        _ index: PackIndex, memory: PackMemory, path: String, mode: MountMode, folder: MountedFolder? = nil,
        limits: ReadingLimits
    ) throws(ThemeError) {
        self.index = index
        self.memory = memory
        view = PackView(memory.bytes, index.table, isTrusted: mode == .trusted)
        self.path = path
        self.mode = mode
        self.folder = folder
        self.limits = limits
        if mode.checksAtMount { try checkEverything() }
    }

    deinit { view.deallocate() }

    /// Whether something that was read from the pack was damaged.
    package var isDamaged: Bool { damage.isRaised }

    /// Records that the index is damaged.
    func damaged(_ error: PackError) -> ThemeError {
        damage.raise()
        return ThemeError(error, path: path)
    }

    /// The properties of the theme.
    public var theme: PackTheme { index.theme }

    /// The digest of the defaults that the theme was verified against.
    public var contract: ContentDigest { index.contract }

    /// The lowest version of a reader that can read the pack. FORMAT.md lists the versions.
    package var minimumReader: UInt16 { index.minimumReader }

    /// The size of the pack in bytes.
    public var byteCount: Int { memory.bytes.count }

    /// The names of all images, in order. Cost: reads and checks the whole index.
    public func imageNames() throws(ThemeError) -> [LogicalName] { try contents().images.map(\.name) }

    /// The paths of all resources, in order. Cost: reads and checks the whole index.
    public func resourcePaths() throws(ThemeError) -> [PortablePath] { try contents().resources.map(\.path) }

    package func contents() throws(ThemeError) -> PackContents {
        try rethrow(as: damaged) { () throws(PackError) in try index.contents(of: memory.bytes) }
    }

    /// Returns whether the index lists these contents. Cost: reads and checks the whole index, finds each name.
    package func describes(_ contents: PackContents) throws(ThemeError) -> Bool {
        try rethrow(as: damaged) { () throws(PackError) in try index.describes(contents, in: memory.bytes) }
    }

    func variant(_ number: Int, of record: IndexRecord) throws(ThemeError) -> IndexVariant {
        try rethrow(as: damaged) { () throws(PackError) in
            try index.table.variant(number, of: record, in: memory.bytes)
        }
    }

    func name(of record: IndexRecord) -> String { String(repairing: record.name(in: memory.bytes)) }

    /// The entry of a variant, as `unzip` lists it; for a mounted folder, the file.
    func entry(of variant: IndexVariant) -> String {
        let ordinal = variant.ordinal(in: memory.bytes)
        if let folder, folder.variants.indices.contains(ordinal) { return folder.variants[ordinal] }
        let name = name(of: variant.record)
        switch variant.record.kind {
        case .resource: return PackContents.resourceFolder + name
        case .image:
            guard let name = try? LogicalName(name) else { return PackContents.imageFolder + name }
            return PackContents.path(of: name, theme.imageNamePrefix, variant.scale)
        }
    }

    /// The entry of the settings; for a mounted folder, the file.
    var settingsEntry: String { folder?.settings ?? PackContents.settingsPath }

    /// Returns the place of an entry for people: `year.themepack.zip!/entry`, or the file of a mounted folder.
    func place(of entry: String) -> String { folder.map { entry.path(in: $0.project) } ?? "\(path)!/\(entry)" }

    func bytes(of variant: IndexVariant) throws(ThemeError) -> ThemeBytes {
        try checked(
            variant.data(in: memory.bytes), at: variant.indexPosition, variant.digest(in: memory.bytes),
            entry(of: variant))
    }

    func settingsBytes() throws(ThemeError) -> ThemeBytes? {
        guard let stored = index.settings else { return nil }
        return try checked(
            stored.slice(of: memory.bytes), at: view.settingsPosition, stored.digest, PackContents.settingsPath)
    }

    /// Returns the data of an entry. Checks its digest at the first call.
    private func checked(
        _ data: UnsafeRawBufferPointer, at position: Int, _ digest: @autoclosure () -> ContentDigest,
        _ entry: @autoclosure () -> String
    ) throws(ThemeError) -> ThemeBytes {
        guard view.needsCheck(at: position) else { return ThemeBytes(data, in: memory) }
        let start = data.baseAddress.map { $0 - (memory.bytes.baseAddress ?? $0) } ?? 0
        let claimed =
            claimedBytes.object
            ?? claimedBytes.storeIfNil(ClaimedBytes(byteCount: byteCount, positionCount: view.settingsPosition + 1))
        let isOwn = claimed.claim(start..<start + data.count, for: position)
        guard isOwn, ContentDigest(of: data) == digest() else {
            damage.raise()
            let shared = "shares bytes with another entry, which a valid pack never does"
            throw .damaged(path: path, entry: entry(), reason: isOwn ? Self.wrongDigest : shared)
        }
        view.setVerified(at: position)
        return ThemeBytes(data, in: memory)
    }

    private static let wrongDigest = "its SHA-256 is not the one that the index lists"

    /// Reads the whole index, and checks the digest of every entry. In the mode `trusted` it checks no digest. Cost:
    /// linear in the size of the pack, also of a forged one.
    package func checkEverything() throws(ThemeError) {
        _ = try contents()
        var records: [IndexRecord] = []
        for slot in 0..<index.table.slotCount {
            try rethrow(as: damaged) { () throws(PackError) in
                try index.table.read(slot: slot, in: memory.bytes, into: &records)
            }
            for record in records {
                for number in 0..<record.variantCount { _ = try bytes(of: try variant(number, of: record)) }
            }
        }
        _ = try settingsBytes()
        guard mode == .trusted || ContentDigest(of: index.manifest.slice(of: memory.bytes)) == index.manifest.digest
        else {
            throw .damaged(path: path, entry: PackContents.manifestPath, reason: Self.wrongDigest)
        }
    }
}

extension ThemePack {
    /// Identifies the pack's contents: packs with equal digests give the same answers.
    ///
    /// It is the SHA-256 of the index, which contains the theme's properties, and the name, place and SHA-256 of every
    /// image, resource and setting. It does not depend on the machine, the path or the time of the build.
    ///
    /// Cost: SHA-256 over the index at the first call, about 150 bytes for each image and scale.
    public var digest: ContentDigest {
        if let known = storedDigest.object { return known.value }
        let index = memory.bytes[PackIndex.start..<PackIndex.start + index.length]
        return storedDigest.storeIfNil(Box(ContentDigest(of: UnsafeRawBufferPointer(rebasing: index)))).value
    }
}
