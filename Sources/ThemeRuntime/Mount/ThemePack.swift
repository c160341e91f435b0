public import Foundation

/// A mounted pack: one theme's images, settings and resources, as they lie in memory.
///
/// A pack is immutable and may be asked from any thread. It stays usable for as long as anybody holds it, or an answer that
/// came out of it, also when its file is renamed over or deleted.
public final class ThemePack: Sendable {
    /// Where the pack was mounted from: a file, or a theme's folder.
    public let path: String
    /// How far its bytes are trusted, and where they are kept.
    public let mode: MountMode
    let limits: ReadingLimits
    let index: PackIndex
    let memory: PackMemory
    let settings = LazyReference<PackSettings>()
    /// For a folder: the files' paths by the variants' numbers.
    private let files: [String]
    /// Valid as long as this is. It is never written to.
    nonisolated(unsafe) let view: UnsafePointer<PackView>

    /// Mounts a pack.
    ///
    /// Nothing but the index's header is looked at, unless the mode says otherwise: some 10 us, whatever the number of images.
    /// - Parameters:
    ///   - path: of the file.
    ///   - mode: how far its bytes are trusted, and where they are kept.
    ///   - limits: for packs of projects that have raised their own.
    /// - Throws: ``ThemeError`` if the file cannot be read, is no pack, was cut, or needs a newer reader.
    public convenience init(
        mounting path: String, mode: MountMode = .checkedWhenRead, limits: ReadingLimits = ReadingLimits()
    ) throws(ThemeError) {
        guard mode.isMapped else {
            let memory = try PackMemory(reading: path, limit: limits.packBytes)
            try self.init(memory: memory, path: path, mode: mode, limits: limits)
            return
        }
        let file = try PackFile(path, limit: limits.packBytes)
        let memory = try PackMemory(mapping: file, path: path)
        let index = try file.index(path: path)
        try self.init(index, memory: memory, path: path, mode: mode, limits: limits)
    }

    /// Mounts a pack that is in memory already, embedded in the program for one. The bytes are copied, and checked.
    ///
    /// - Parameters:
    ///   - bytes: the whole pack. Cost: memory of its size, and SHA-256 over it.
    ///   - path: what errors and origins shall call it.
    /// - Throws: ``ThemeError`` if the bytes are no pack, are damaged, or need a newer reader.
    public convenience init(copying bytes: some ContiguousBytes, path: String) throws(ThemeError) {
        try self.init(unchecked: bytes, path: path, mode: .resident)
    }

    /// The same, as if the bytes had been mapped.
    convenience init(
        unchecked bytes: some ContiguousBytes, path: String, mode: MountMode = .checkedWhenRead
    ) throws(ThemeError) {
        let memory = try bytes.withUnsafeBytes { bytes in
            Result { () throws(ThemeError) in try PackMemory(copying: bytes, path: path) }
        }.get()
        try self.init(memory: memory, path: path, mode: mode)
    }

    convenience init(
        memory: PackMemory, path: String, mode: MountMode, files: [String] = [],
        limits: ReadingLimits = ReadingLimits()
    ) throws(ThemeError) {
        let index: PackIndex
        do {
            index = try PackIndex(of: memory.bytes)
        } catch {
            throw ThemeError(error, path: path)
        }
        try self.init(index, memory: memory, path: path, mode: mode, files: files, limits: limits)
    }

    /// - Parameter index: of these bytes.
    private init(
        _ index: PackIndex, memory: PackMemory, path: String, mode: MountMode, files: [String] = [],
        limits: ReadingLimits
    ) throws(ThemeError) {
        let view = UnsafeMutablePointer<PackView>.allocate(capacity: 1)
        view.initialize(to: PackView(memory.bytes, index.table, isTrusted: mode == .trusted))
        (self.index, self.memory, self.view) = (index, memory, UnsafePointer(view))
        (self.path, self.mode, self.files, self.limits) = (path, mode, files, limits)
        if mode.checksAtMount { try checkEverything() }
    }

    deinit {
        let view = UnsafeMutablePointer(mutating: view)
        view.deinitialize(count: 1)
        view.deallocate()
    }

    /// What the pack says of its theme: id, name, version, prefix, parent.
    public var theme: PackTheme { index.theme }

    /// Tells what the theme was verified against: names and sizes of the default images, keys and types of the settings.
    public var contract: ContentDigest { index.contract }

    /// Bytes of the whole pack.
    public var byteCount: Int { memory.bytes.count }

    /// Everything that is in the pack, names in order. Cost: reads the whole index.
    ///
    /// - Throws: ``ThemeError/damaged(path:entry:reason:)`` if anything in the index is.
    public func contents() throws(ThemeError) -> PackContents {
        do {
            return try index.contents(of: memory.bytes)
        } catch {
            throw ThemeError(error, path: path)
        }
    }

    /// Whether all blocks of the index are sound, a look-up of each of these names gives what stands here, and there are no others.
    /// Unlike ``contents()`` it makes no list.
    package func holds(_ contents: PackContents) throws(ThemeError) -> Bool {
        guard index.theme == contents.theme, index.contract == contents.contract, index.manifest == contents.manifest,
            index.settings == contents.settings, index.imageCount == contents.images.count,
            index.variantCount == contents.images.reduce(0, { $0 + $1.variants.count }),
            index.resourceCount == contents.resources.count,
            try recordCount() == index.imageCount + index.resourceCount
        else { return false }
        var ordinal = 0
        for image in contents.images {
            guard try holds(.image, image.name.description, image.variants, from: ordinal) else { return false }
            ordinal += image.variants.count
        }
        for resource in contents.resources {
            let variant = PackVariant(scale: .one, size: PixelSize(width: 0, height: 0), stored: resource.stored)
            guard try holds(.resource, resource.path.string, [variant], from: ordinal) else { return false }
            ordinal += 1
        }
        return true
    }

    /// Of all blocks, each of which is verified.
    private func recordCount() throws(ThemeError) -> Int {
        var count = 0
        do throws(PackDefect) {
            for slot in 0..<index.table.slotCount {
                count += try index.table.records(slot: slot, in: memory.bytes).count
            }
        } catch {
            throw ThemeError(error, path: path)
        }
        return count
    }

    private func holds(
        _ kind: PackRecordKind, _ name: String, _ variants: [PackVariant], from ordinal: Int
    ) throws(ThemeError) -> Bool {
        let found = try name.withBytes { bytes throws(ThemeError) in
            try Link(self, isForeign: false).record(kind, named: bytes, hash: XXHash64.hash(bytes))
        }
        guard let found, found.variantCount == variants.count else { return false }
        for (number, planned) in variants.enumerated() {
            let variant = try variant(number, of: found)
            let (size, stored) = (variant.size(in: memory.bytes), variant.stored(in: memory.bytes))
            guard PackVariant(scale: variant.scale, size: size, stored: stored) == planned,
                variant.ordinal(in: memory.bytes) == ordinal + number
            else { return false }
        }
        return true
    }

    // MARK: Looking up

    /// A variant by its place in the record.
    func variant(_ number: Int, of record: PackRecord) throws(ThemeError) -> PackRecordVariant {
        do {
            return try index.table.variant(number, of: record, in: memory.bytes)
        } catch {
            throw ThemeError(error, path: path)
        }
    }

    func name(of record: PackRecord) -> String { String(decoding: record.name(in: memory.bytes), as: UTF8.self) }

    /// The entry in which a variant lies, as `unzip` lists it; for a folder, the file.
    func entry(of variant: PackRecordVariant) -> String {
        let ordinal = variant.ordinal(in: memory.bytes)
        if files.indices.contains(ordinal) { return files[ordinal] }
        let name = name(of: variant.record)
        switch variant.record.kind {
        case .resource: return PackContents.resourceFolder + name
        case .image:
            guard let name = try? LogicalName(name) else { return PackContents.imageFolder + name }
            let path = ImageFileName.packPath(of: name, prefix: theme.imageNamePrefix, scale: variant.scale)
            return PackContents.imageFolder + path
        }
    }

    // MARK: Reading

    /// The bytes of a variant, checked as the mode says. After the first time this only looks at one bit.
    func bytes(of variant: PackRecordVariant) throws(ThemeError) -> ThemeBytes {
        let data = variant.data(in: memory.bytes)
        if !view.pointee.isSound(place: variant.place) { try check(data, of: variant) }
        return ThemeBytes(data, in: memory)
    }

    private func check(_ data: UnsafeRawBufferPointer, of variant: PackRecordVariant) throws(ThemeError) {
        guard ContentDigest(of: data) == variant.digest(in: memory.bytes) else {
            throw wrongDigest(entry(of: variant))
        }
        view.pointee.setSound(place: variant.place)
    }

    /// The bytes of `config.json`; `nil` if the theme has no settings.
    func settingsBytes() throws(ThemeError) -> ThemeBytes? {
        guard let stored = index.settings else { return nil }
        let data = UnsafeRawBufferPointer(
            rebasing: memory.bytes[Int(stored.offset)..<Int(stored.offset + stored.length)])
        if !view.pointee.isSound(place: view.pointee.settingsPlace) {
            guard ContentDigest(of: data) == stored.digest else { throw wrongDigest(PackContents.settingsPath) }
            view.pointee.setSound(place: view.pointee.settingsPlace)
        }
        return ThemeBytes(data, in: memory)
    }

    private func wrongDigest(_ entry: String) -> ThemeError {
        .damaged(path: path, entry: entry, reason: "its SHA-256 is not the one that the index lists")
    }

    /// Reads the whole index and holds every entry against its digest.
    func checkEverything() throws(ThemeError) {
        _ = try contents()
        for slot in 0..<index.table.slotCount {
            var records: [PackRecord] = []
            do {
                records = try index.table.records(slot: slot, in: memory.bytes)
            } catch {
                throw ThemeError(error, path: path)
            }
            for record in records {
                for number in 0..<record.variantCount { _ = try bytes(of: try variant(number, of: record)) }
            }
        }
        _ = try settingsBytes()
    }
}
