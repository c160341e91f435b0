import ThemeModel

/// What answers to look-ups in a mounted pack: where its bytes lie, and which of them are known to be sound.
///
/// There is no reference in it, so that asking counts none, which would take longer than the look-up itself. It is valid as
/// long as the ``ThemePack`` that made it; whoever keeps one keeps the other.
struct PackView: Sendable {
    /// Nobody writes to them.
    nonisolated(unsafe) let bytes: UnsafeRawBufferPointer
    let table: PackTable
    /// Whether digests are not to be checked.
    let isTrusted: Bool
    /// Blocks of the index whose checksums are known to be right, by hash slots; then entries whose digests are, by their
    /// places in the index, as a forged file can give two of them one number; then the settings.
    private let sound: AtomicBitmap

    /// `nil` if there is not enough memory.
    init?(_ bytes: UnsafeRawBufferPointer, _ table: PackTable, isTrusted: Bool) {
        guard let sound = AtomicBitmap(count: table.slotCount + table.placeCount + 1) else { return nil }
        (self.bytes, self.table, self.isTrusted, self.sound) = (bytes, table, isTrusted, sound)
    }

    /// To be called once, when nobody is left to ask.
    func deallocate() { sound.deallocate() }

    /// The place of the settings, which is none of the index's.
    var settingsPlace: Int { table.placeCount }

    /// The record of a name; `nil` if the pack has none. Allocates nothing.
    func record(
        _ kind: PackRecordKind, named name: UnsafeRawBufferPointer, hash: UInt64
    ) throws(PackDefect) -> PackRecord? {
        let slot = table.slot(of: hash)
        let isSound = sound.contains(slot)
        let record = try table.record(kind, named: name, hash: hash, in: bytes, verifying: !isSound)
        if !isSound { sound.insert(slot) }
        return record
    }

    /// Whether the entry's bytes need not be checked any more.
    func isSound(place: Int) -> Bool { isTrusted || sound.contains(table.slotCount + place) }

    func setSound(place: Int) { sound.insert(table.slotCount + place) }
}
