/// What answers to look-ups in a pack: where its bytes lie, and which of them are known to be sound.
///
/// There is no reference in it, so that asking counts none, which would take longer than the look-up itself. Nor can it be
/// copied: a call from another module is handed its address, and not a dozen numbers. It is valid as long as the bytes are.
package struct PackView: ~Copyable, Sendable {
    /// The whole pack. Nobody writes to it.
    nonisolated(unsafe) package let bytes: UnsafeRawBufferPointer
    private let table: PackTable
    /// Whether digests are not to be checked.
    private let isTrusted: Bool
    /// Blocks of the index whose checksums are known to be right, by hash slots; then entries whose digests are, by their
    /// places in the index, as a forged file can give two of them one number; then the settings.
    private let sound: AtomicBitmap

    /// - Parameter table: of these bytes.
    package init(_ bytes: UnsafeRawBufferPointer, _ table: PackTable, isTrusted: Bool) {
        (self.bytes, self.table, self.isTrusted) = (bytes, table, isTrusted)
        sound = AtomicBitmap(count: table.slotCount + table.placeCount + 1)
    }

    /// The place of the settings, which is none of the index's.
    package var settingsPlace: Int { table.placeCount }

    /// The record of a name; `nil` if the pack has none. Allocates nothing.
    package func record(
        _ kind: PackRecordKind, named name: UnsafeRawBufferPointer, hash: UInt64
    ) throws(PackDefect) -> PackRecord? {
        try find(kind, named: name, hash: hash)
    }

    /// The variant of an image's name that serves a scale; `nil` if the pack has none. Allocates nothing.
    package func image(
        for scale: Scale, named name: UnsafeRawBufferPointer, hash: UInt64
    ) throws(PackDefect) -> PackRecordVariant? {
        guard let record = try find(.image, named: name, hash: hash) else { return nil }
        return try table.variant(for: scale, of: record, in: bytes)
    }

    @inline(__always)
    private func find(
        _ kind: PackRecordKind, named name: UnsafeRawBufferPointer, hash: UInt64
    ) throws(PackDefect) -> PackRecord? {
        let slot = table.slot(of: hash)
        if !sound.contains(slot) {
            try table.verify(slot: slot, in: bytes)
            sound.insert(slot)
        }
        return try table.record(kind, named: name, hash: hash, in: bytes)
    }

    /// The variant of a record that serves a scale. Allocates nothing.
    package func variant(for scale: Scale, of record: PackRecord) throws(PackDefect) -> PackRecordVariant {
        try table.variant(for: scale, of: record, in: bytes)
    }

    /// Whether the entry's bytes need not be checked any more.
    package func isSound(place: Int) -> Bool { isTrusted || sound.contains(table.slotCount + place) }

    package func setSound(place: Int) { sound.insert(table.slotCount + place) }
}
