import ThemeModel

/// A pack of a theme's chain, as look-ups see it: without a reference to count. Valid as long as the ``Theme``, which holds
/// the packs themselves.
struct Link: Sendable {
    unowned(unsafe) let pack: ThemePack
    /// The pack's own.
    nonisolated(unsafe) private let view: UnsafePointer<PackView>
    /// Whether it was verified against other defaults than the mounted ones, so that sizes are to be compared.
    let isForeign: Bool

    var bytes: UnsafeRawBufferPointer { view.pointee.bytes }

    init(_ pack: ThemePack, isForeign: Bool) { (self.pack, view, self.isForeign) = (pack, pack.view, isForeign) }

    /// The record of a name; `nil` if the pack has none. Allocates nothing.
    @inline(__always)
    func record(
        _ kind: PackRecordKind, named name: UnsafeRawBufferPointer, hash: UInt64
    ) throws(ThemeError) -> PackRecord? {
        do {
            return try view.pointee.record(kind, named: name, hash: hash)
        } catch {
            throw ThemeError(error, path: pack.path)
        }
    }

    /// The variant of a name that serves a scale; `nil` if the pack has none. Allocates nothing.
    @inline(__always)
    func variant(
        for scale: Scale, named name: UnsafeRawBufferPointer, hash: UInt64
    ) throws(ThemeError) -> PackRecordVariant? {
        do {
            return try view.pointee.image(for: scale, named: name, hash: hash)
        } catch {
            throw ThemeError(error, path: pack.path)
        }
    }

    /// The variant that serves a scale. Allocates nothing.
    @inline(__always)
    func variant(for scale: Scale, of record: PackRecord) throws(ThemeError) -> PackRecordVariant {
        do {
            return try view.pointee.variant(for: scale, of: record)
        } catch {
            throw ThemeError(error, path: pack.path)
        }
    }
}
