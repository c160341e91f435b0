import CThemeSystem
import ThemeSystem
package import ThemeModel

/// Answers look-ups in the bytes of a pack, without allocations. Copies share their contents.
///
/// It is one pointer, so that a look-up counts no references, which would take longer than the rest of it. A view is
/// valid until `deallocate` is called or the bytes are freed.
package struct PackView: Sendable {
    private struct Contents: ~Copyable {
        let bytes: UnsafeRawBufferPointer
        let table: IndexTable
        let isTrusted: Bool
        /// A bit for each hash slot whose block is verified, for each entry by its position in the index, and for the
        /// settings.
        let verified: AtomicBitmap
    }

    // Only the bitmap changes, and it is atomic.
    nonisolated(unsafe) private let contents: UnsafeMutablePointer<Contents>

    package init(_ bytes: UnsafeRawBufferPointer, _ table: IndexTable, isTrusted: Bool) {
        contents = .allocate(capacity: 1)
        contents.initialize(
            to: Contents(
                bytes: bytes, table: table, isTrusted: isTrusted,
                verified: AtomicBitmap(count: table.slotCount + table.indexPositionCount + 1)))
    }

    /// Must be called once. After that, no copy may be used.
    package func deallocate() {
        contents.deinitialize(count: 1)
        contents.deallocate()
    }

    package var bytes: UnsafeRawBufferPointer { contents.pointee.bytes }

    /// Differs from the positions of all variants.
    package var settingsPosition: Int { contents.pointee.table.indexPositionCount }

    package func record(
        _ kind: IndexRecordKind, named name: UnsafeRawBufferPointer, hash: UInt64
    ) throws(PackError) -> IndexRecord? {
        let slot = contents.pointee.table.slot(of: hash)
        if !contents.pointee.verified.contains(slot) {
            try contents.pointee.table.verify(slot: slot, in: contents.pointee.bytes)
            contents.pointee.verified.insert(slot)
        }
        return try contents.pointee.table.record(kind, named: name, hash: hash, in: contents.pointee.bytes)
    }

    package func variant(for scale: Scale, of record: IndexRecord) throws(PackError) -> IndexVariant {
        try contents.pointee.table.variant(for: scale, of: record, in: contents.pointee.bytes)
    }

    /// Returns whether the pack is not trusted and the digest of the entry is not verified yet.
    package func needsCheck(at position: Int) -> Bool {
        !contents.pointee.isTrusted && !contents.pointee.verified.contains(contents.pointee.table.slotCount + position)
    }

    package func setVerified(at position: Int) {
        contents.pointee.verified.insert(contents.pointee.table.slotCount + position)
    }
}

/// Bits that any thread can set, and that stay set. If memory is short, all bits stay unset.
///
/// `@unchecked Sendable`: the memory stays until `deinit`, and only atomic operations access it.
struct AtomicBitmap: ~Copyable, @unchecked Sendable {
    private let words: UnsafeMutablePointer<UInt64>?
    private let count: Int

    init(count: Int) {
        self.count = count
        // Untouched pages of zeros take no memory.
        words = calloc(count / 64 + 1, MemoryLayout<UInt64>.stride)?
            .bindMemory(to: UInt64.self, capacity: count / 64 + 1)
    }

    deinit { free(words) }

    /// If the bit is set, the thread also sees the memory writes before `insert`.
    @inline(__always)
    func contains(_ bit: Int) -> Bool {
        guard bit < count, let words else { return false }
        return catomics_bits_load(words + (bit >> 6)) & (1 &<< UInt64(bit & 63)) != 0
    }

    func insert(_ bit: Int) {
        guard bit < count, let words else { return }
        catomics_bits_insert(words + (bit >> 6), 1 &<< UInt64(bit & 63))
    }
}
