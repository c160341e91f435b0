public import Foundation
import Synchronization

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
    let settings = AtomicLazyReference<PackSettings>()
    /// For a folder: the files' paths by the variants' numbers.
    private let files: [String]
    /// Blocks of the index whose checksums are known to be right, by hash slots.
    private let soundBlocks: AtomicBitmap
    /// Entries whose digests are known to be right: variants by their places in the index, then the settings. A forged file can
    /// give two of them one number.
    private let soundEntries: AtomicBitmap

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
        let memory =
            mode.isMapped
            ? try PackMemory(mapping: path, limit: limits.packBytes)
            : try PackMemory(reading: path, limit: limits.packBytes)
        try self.init(memory: memory, path: path, mode: mode, limits: limits)
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
        let memory = bytes.withUnsafeBytes { PackMemory(copying: $0) }
        try self.init(memory: memory, path: path, mode: mode)
    }

    init(
        memory: PackMemory, path: String, mode: MountMode, files: [String] = [],
        limits: ReadingLimits = ReadingLimits()
    ) throws(ThemeError) {
        do {
            index = try PackIndex(of: memory.bytes)
        } catch {
            throw ThemeError(error, path: path)
        }
        guard let soundBlocks = AtomicBitmap(count: index.slotCount),
            let soundEntries = AtomicBitmap(count: index.length / 8 + 1)
        else { throw .unreadable(path: path, reason: "there is not enough memory") }
        (self.memory, self.path, self.mode, self.files) = (memory, path, mode, files)
        self.limits = limits
        (self.soundBlocks, self.soundEntries) = (soundBlocks, soundEntries)
        if mode.checksAtMount { try checkEverything() }
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

    // MARK: Looking up

    /// The record of a name; `nil` if the pack has none. Allocates nothing.
    func record(
        _ kind: PackRecordKind, named name: UnsafeRawBufferPointer, hash: UInt64
    ) throws(ThemeError) -> PackRecord? {
        let slot = index.slot(ofHash: hash)
        let isSound = soundBlocks.contains(slot)
        do {
            guard let block = try index.block(slot: slot, in: memory.bytes, verifying: !isSound) else { return nil }
            if !isSound { soundBlocks.insert(slot) }
            return try index.record(kind, named: name, hash: hash, in: block, of: memory.bytes)
        } catch {
            throw ThemeError(error, path: path)
        }
    }

    /// The variant that serves a scale. Allocates nothing.
    func variant(for scale: Scale, of record: PackRecord) throws(ThemeError) -> PackRecordVariant {
        do {
            return try index.variant(for: scale, of: record, in: memory.bytes)
        } catch {
            throw ThemeError(error, path: path)
        }
    }

    /// A variant by its place in the record.
    func variant(_ number: Int, of record: PackRecord) throws(ThemeError) -> PackRecordVariant {
        do {
            return try index.variant(number, of: record, in: memory.bytes)
        } catch {
            throw ThemeError(error, path: path)
        }
    }

    func name(of record: PackRecord) -> String { String(decoding: record.name(in: memory.bytes), as: UTF8.self) }

    /// The entry in which a variant lies, as `unzip` lists it; for a folder, the file.
    func entry(of variant: PackRecordVariant, _ record: PackRecord) -> String {
        if files.indices.contains(variant.ordinal) { return files[variant.ordinal] }
        let name = name(of: record)
        switch record.kind {
        case .resource: return PackContents.resourceFolder + name
        case .image:
            guard let name = try? LogicalName(name) else { return PackContents.imageFolder + name }
            let path = ImageFileName.packPath(of: name, prefix: theme.imageNamePrefix, scale: variant.scale)
            return PackContents.imageFolder + path
        }
    }

    // MARK: Reading

    /// The bytes of a variant, checked as the mode says. After the first time this only looks at one bit.
    func bytes(of variant: PackRecordVariant, _ record: PackRecord) throws(ThemeError) -> ThemeBytes {
        try bytes(of: variant.stored, number: variant.place) { entry(of: variant, record) }
    }

    /// The bytes of `config.json`; `nil` if the theme has no settings.
    func settingsBytes() throws(ThemeError) -> ThemeBytes? {
        guard let stored = index.settings else { return nil }
        return try bytes(of: stored, number: index.length / 8) { PackContents.settingsPath }
    }

    /// - Parameter stored: lies within the pack: `PackIndex` hands out no other.
    private func bytes(
        of stored: StoredBytes, number: Int, entry: () -> String
    ) throws(ThemeError) -> ThemeBytes {
        let start = Int(stored.offset)
        let bytes = UnsafeRawBufferPointer(rebasing: memory.bytes[start..<start + Int(stored.length)])
        if mode != .trusted, !soundEntries.contains(number) {
            guard ContentDigest(of: bytes) == stored.digest else {
                throw .damaged(path: path, entry: entry(), reason: "its SHA-256 is not the one that the index lists")
            }
            soundEntries.insert(number)
        }
        return ThemeBytes(bytes, in: memory)
    }

    /// Reads the whole index and holds every entry against its digest.
    func checkEverything() throws(ThemeError) {
        _ = try contents()
        for slot in 0..<index.slotCount {
            var records: [PackRecord] = []
            do {
                guard let block = try index.block(slot: slot, in: memory.bytes) else { continue }
                records = try index.records(of: block, in: memory.bytes)
            } catch {
                throw ThemeError(error, path: path)
            }
            soundBlocks.insert(slot)
            for record in records {
                for number in 0..<record.variantCount { _ = try bytes(of: try variant(number, of: record), record) }
            }
        }
        _ = try settingsBytes()
    }
}
