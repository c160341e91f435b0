import ThemeModel

/// A pack of a theme's chain, as look-ups see it: without a reference to count. Valid as long as the ``Theme``, which holds
/// the packs themselves.
struct Link: Sendable {
    unowned(unsafe) let pack: ThemePack
    /// The pack's own.
    let view: PackView
    /// Whether it was verified against other defaults than the mounted ones, so that sizes are to be compared.
    let isForeign: Bool

    init(_ pack: ThemePack, isForeign: Bool) { (self.pack, view, self.isForeign) = (pack, pack.view, isForeign) }

    /// The record of a name; `nil` if the pack has none. Allocates nothing.
    @inline(__always)
    func record(
        _ kind: PackRecordKind, named name: UnsafeRawBufferPointer, hash: UInt64
    ) throws(ThemeError) -> PackRecord? {
        do {
            return try view.record(kind, named: name, hash: hash)
        } catch {
            throw ThemeError(error, path: pack.path)
        }
    }

    /// The variant that serves a scale. Allocates nothing.
    @inline(__always)
    func variant(for scale: Scale, of record: PackRecord) throws(ThemeError) -> PackRecordVariant {
        do {
            return try view.table.variant(for: scale, of: record, in: view.bytes)
        } catch {
            throw ThemeError(error, path: pack.path)
        }
    }
}
