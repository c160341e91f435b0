/// The bytes of a theme's pack that could be saved without a visible change.
package struct ReviewedWaste: Hashable, Sendable {
    /// Largest first.
    package var items: [WasteItem]
    /// The length of the theme's images in the pack.
    package var packByteCount: Int

    package init(items: [WasteItem] = [], packByteCount: Int = 0) {
        (self.items, self.packByteCount) = (items, packByteCount)
    }

    /// The sum of all items. A byte that could be saved for two reasons counts once.
    package var byteCount: Int { items.reduce(0) { $0 + $1.byteCount } }

    /// From 0 to 1.
    package var share: Double { packByteCount > 0 ? Double(byteCount) / Double(packByteCount) : 0 }
}

/// One reason why bytes of a pack could be saved.
package struct WasteItem: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// The theme has the same bytes in several files, or the bytes of the default.
        case identical
        /// Chunks that no renderer reads, such as text and time.
        case unreadChunks = "unread-chunks"
        /// An alpha channel of an image whose pixels are all opaque.
        case opaqueAlpha = "opaque-alpha"
        /// Samples of 16 bits that 8 bits hold without loss.
        case wideSamples = "wide-samples"
    }

    package var kind: Kind
    /// Indexes in ``ReviewFacts/files``. For identical files, the first is the one to keep.
    package var files: [Int]
    package var byteCount: Int
    /// Whether `byteCount` is an estimate, because only encoding the image again would tell.
    package var isEstimate: Bool
    /// The names of unread chunks, as `tEXt`; empty for other kinds.
    package var chunks: [String]

    package init(_ kind: Kind, files: [Int], byteCount: Int, isEstimate: Bool = false, chunks: [String] = []) {
        (self.kind, self.files, self.byteCount) = (kind, files, byteCount)
        (self.isEstimate, self.chunks) = (isEstimate, chunks)
    }
}
