@_spi(Chain) import ThemeModel
import ThemeSystem

/// A pack of a theme's chain, without reference counting. It is valid as long as its ``Theme``, which retains the pack.
struct ChainLink: Sendable, ImageLink {
    struct Name {
        let bytes: UnsafeRawBufferPointer
        let hash: UInt64
    }

    unowned(unsafe) let pack: ThemePack
    fileprivate let view: PackView
    let hasOtherContract: Bool

    var bytes: UnsafeRawBufferPointer { view.bytes }

    init(_ pack: ThemePack, hasOtherContract: Bool) {
        self.pack = pack
        view = pack.view
        self.hasOtherContract = hasOtherContract
    }

    @inline(__always)
    func record(_ kind: IndexRecordKind, _ name: Name) throws(ThemeError) -> IndexRecord? {
        do {
            return try view.record(kind, named: name.bytes, hash: name.hash)
        } catch {
            throw pack.damaged(error)
        }
    }

    @inline(__always)
    func variants(of name: Name) -> Result<IndexedImage?, ThemeError> {
        do throws(ThemeError) {
            guard let record = try record(.image, name) else { return .success(nil) }
            return .success(IndexedImage(link: self, record: record))
        } catch {
            return .failure(error)
        }
    }
}

struct IndexedImage: ImageVariants {
    let link: ChainLink
    let record: IndexRecord

    var count: Int { record.variantCount }

    func variant(_ number: Int) throws(ThemeError) -> IndexVariant { try link.pack.variant(number, of: record) }
    func scale(of variant: IndexVariant) -> Scale { variant.scale }
    func size(of variant: IndexVariant) -> PixelSize { variant.size(in: link.bytes) }

    @inline(__always)
    func best(for scale: Scale) throws(ThemeError) -> IndexVariant {
        do {
            return try link.view.variant(for: scale, of: record)
        } catch {
            throw link.pack.damaged(error)
        }
    }
}
