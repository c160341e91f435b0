import PackFormat
import ThemeModel

/// A pack of a theme's chain, without reference counting. It is valid as long as its ``Theme``, which retains the pack.
struct ChainLink: Sendable {
    unowned(unsafe) let pack: ThemePack
    private let view: PackView
    /// Whether the theme was verified against other defaults than the mounted ones. If so, look-ups compare sizes.
    let hasOtherContract: Bool

    var bytes: UnsafeRawBufferPointer { view.bytes }

    init(_ pack: ThemePack, hasOtherContract: Bool) {
        (self.pack, view, self.hasOtherContract) = (pack, pack.view, hasOtherContract)
    }

    @inline(__always)
    func record(
        _ kind: IndexRecordKind, named name: UnsafeRawBufferPointer, hash: UInt64
    ) throws(ThemeError) -> IndexRecord? {
        do {
            return try view.record(kind, named: name, hash: hash)
        } catch {
            throw ThemeError(error, path: pack.path)
        }
    }

    /// The best variant for a scale, as ``Scale/best(of:)``.
    @inline(__always)
    func variant(
        for scale: Scale, named name: UnsafeRawBufferPointer, hash: UInt64
    ) throws(ThemeError) -> IndexVariant? {
        do {
            return try view.image(for: scale, named: name, hash: hash)
        } catch {
            throw ThemeError(error, path: pack.path)
        }
    }

    @inline(__always)
    func variant(for scale: Scale, of record: IndexRecord) throws(ThemeError) -> IndexVariant {
        do {
            return try view.variant(for: scale, of: record)
        } catch {
            throw ThemeError(error, path: pack.path)
        }
    }
}
