package import ThemeModel

/// The bytes of a pack, its table, and the parts that are verified already. It answers look-ups.
///
/// It is one pointer, so a call from another module passes one number, and a look-up counts no references. Counting a
/// reference takes longer than a look-up. Copies share their contents. A view is valid until `deallocate` is called or
/// the bytes are freed.
package struct PackView: Sendable {
    private struct Contents: ~Copyable {
        let bytes: UnsafeRawBufferPointer
        let table: PackTable
        /// Whether the check of digests is skipped.
        let isTrusted: Bool
        /// The verified parts: blocks of the index by hash slot, then entries by their positions in the index, then
        /// the settings. A forged file can repeat an ordinal, but not a position.
        let verified: AtomicBitmap
    }

    // Only the bitmap changes after `init`, and it is atomic.
    nonisolated(unsafe) private let contents: UnsafeMutablePointer<Contents>

    package init(_ bytes: UnsafeRawBufferPointer, _ table: PackTable, isTrusted: Bool) {
        contents = .allocate(capacity: 1)
        contents.initialize(
            to: Contents(
                bytes: bytes, table: table, isTrusted: isTrusted,
                verified: AtomicBitmap(count: table.slotCount + table.indexPositionCount + 1)))
    }

    /// Frees the contents. The caller calls it once and uses no copy afterwards.
    package func deallocate() {
        contents.deinitialize(count: 1)
        contents.deallocate()
    }

    package var bytes: UnsafeRawBufferPointer { contents.pointee.bytes }

    /// The position that stands for the settings. It differs from those of all variants.
    package var settingsPosition: Int { contents.pointee.table.indexPositionCount }

    /// Returns the record of a name; `nil` if the pack has none. It allocates nothing.
    package func record(
        _ kind: IndexRecordKind, named name: UnsafeRawBufferPointer, hash: UInt64
    ) throws(PackError) -> IndexRecord? {
        try find(kind, named: name, hash: hash)
    }

    /// Returns the variant of an image for a scale; `nil` if the pack has no such image. It allocates nothing.
    package func image(
        for scale: Scale, named name: UnsafeRawBufferPointer, hash: UInt64
    ) throws(PackError) -> IndexVariant? {
        guard let record = try find(.image, named: name, hash: hash) else { return nil }
        return try contents.pointee.table.variant(for: scale, of: record, in: contents.pointee.bytes)
    }

    @inline(__always)
    private func find(
        _ kind: IndexRecordKind, named name: UnsafeRawBufferPointer, hash: UInt64
    ) throws(PackError) -> IndexRecord? {
        let slot = contents.pointee.table.slot(of: hash)
        if !contents.pointee.verified.contains(slot) {
            try contents.pointee.table.verify(slot: slot, in: contents.pointee.bytes)
            contents.pointee.verified.insert(slot)
        }
        return try contents.pointee.table.record(kind, named: name, hash: hash, in: contents.pointee.bytes)
    }

    /// Returns the variant of a record for a scale. It allocates nothing.
    package func variant(for scale: Scale, of record: IndexRecord) throws(PackError) -> IndexVariant {
        try contents.pointee.table.variant(for: scale, of: record, in: contents.pointee.bytes)
    }

    /// Returns whether the digest of an entry must be checked: it was not yet, and the pack is not trusted.
    package func needsCheck(at position: Int) -> Bool {
        !contents.pointee.isTrusted && !contents.pointee.verified.contains(contents.pointee.table.slotCount + position)
    }

    package func setVerified(at position: Int) {
        contents.pointee.verified.insert(contents.pointee.table.slotCount + position)
    }
}
