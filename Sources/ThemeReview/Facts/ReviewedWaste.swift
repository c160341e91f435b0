import ThemePackager
import ThemeProject

/// The bytes of a theme's pack that could be saved without a visible change.
package struct ReviewedWaste: Hashable, Sendable {
    /// Largest first.
    package var items: [WasteItem] = []
    /// Images with the same bytes under several names. An app asks for each by its name, so nothing can be saved.
    package var repeated: [[Int]] = []
    /// The length of the theme's images in the pack.
    package var packByteCount = 0

    /// The sum of all items. A byte that could be saved for two reasons counts once.
    package var byteCount: Int { items.reduce(0) { $0 + $1.byteCount } }

    /// From 0 to 1.
    package var share: Double { packByteCount > 0 ? Double(byteCount) / Double(packByteCount) : 0 }
}

/// One reason why bytes of a pack could be saved.
package struct WasteItem: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// The theme's image is its default: without it, an app shows the same.
        case identical
        /// Chunks that no renderer reads, such as text and time.
        case unreadChunks = "unread-chunks"
        /// An alpha channel of an image whose pixels are all opaque.
        case opaqueAlpha = "opaque-alpha"
        /// Samples of 16 bits that 8 bits hold without loss.
        case wideSamples = "wide-samples"
    }

    package var kind: Kind
    /// Indexes in ``ReviewFacts/files``. For an identical image, the first is the default.
    package var files: [Int] = []
    package var byteCount = 0
    /// Whether `byteCount` is an estimate, because only encoding the image again would tell.
    package var isEstimate = false
    /// The names of unread chunks, as `tEXt`; empty for other kinds.
    package var chunks: [String] = []
}

extension ReviewedWaste {
    /// Lists the waste of a theme's files. A file that could be left out has no other waste.
    init(of theme: Int, in input: ReviewInput, _ waste: [[WasteItem]?]) {
        let owner = input.themes[theme].isDefault ? nil : theme
        let own = input.variants.filter { $0.theme == owner }.map(\.file).filter { input.files[$0].digest != nil }
        self.init(packByteCount: own.reduce(0) { $0 + (input.files[$1].byteCount ?? 0) })
        let defaults = owner == nil ? [:] : input.defaults
        let names = Self.names(ofParentsOf: theme, in: input)
        var rest: [Int] = []
        for file in own {
            let isNeeded = input.files[file].name.map(names.contains) ?? false
            if input.files[file].isSameAsDefault, !isNeeded, let original = defaults[file] {
                items.append(
                    WasteItem(kind: .identical, files: [original, file], byteCount: input.files[file].byteCount ?? 0))
            } else {
                rest.append(file)
            }
        }
        let copies = Dictionary(grouping: rest) { input.files[$0].digest }.values
        repeated = copies.filter { $0.count > 1 }
            .sorted { $0.count == $1.count ? $0[0] < $1[0] : $0.count > $1.count }
        for file in copies.compactMap(\.first) {
            for var item in waste[file] ?? [] {
                item.files = [file]
                items.append(item)
            }
        }
        items.sort { left, right in
            if left.byteCount != right.byteCount { return left.byteCount > right.byteCount }
            return left.files.lexicographicallyPrecedes(right.files)
                || left.files == right.files && left.kind.rawValue < right.kind.rawValue
        }
    }

    /// Returns the names for which a parent has an image that is not its default. Without the theme's own image, the
    /// parent's would be shown.
    private static func names(ofParentsOf theme: Int, in input: ReviewInput) -> Set<LogicalName> {
        let parents = Set(input.themes[theme].chain.dropFirst().filter { !input.themes[$0].isDefault })
        guard !parents.isEmpty else { return [] }
        let variants = input.variants.lazy.filter { variant in
            variant.theme.map(parents.contains) == true && !input.files[variant.file].isSameAsDefault
        }
        return Set(variants.map(\.name))
    }
}

extension WasteItem {
    /// Chunks that do not change how an image looks: text, the time of the last change, the frequency of colors, and
    /// the editing data of Adobe Fireworks. All others are kept: color (`gAMA`, `cHRM`, `sRGB`, `iCCP`, `cICP`), size
    /// (`pHYs`, which AppKit reads), orientation (`eXIf`), animation, and unknown chunks.
    private static let unreadTypes = Set(
        [
            "tEXt", "zTXt", "iTXt", "tIME", "hIST", "sPLT", "prVW", "mkBF", "mkTS", "mkBS", "mkBT",
        ].map(PNGChunks.ChunkType.init))

    /// Returns the waste of one image, at most one item of each kind, without files. Pixels are decoded only if the
    /// format can have waste.
    ///
    /// - Parameters:
    ///   - bytes: a sound PNG.
    ///   - isOpaque: whether all its pixels are; `nil` if not known.
    static func items(of bytes: [UInt8], isOpaque: Bool? = nil, limits: ProjectLimits) -> [WasteItem] {
        var unread = WasteItem(kind: .unreadChunks)
        var imageData = 0
        var transparency = 0
        var isWide = false
        for chunk in PNGChunks(bytes) where chunk.isWhole {
            let length = chunk.data.count
            switch chunk.type {
            case .header: isWide = bytes[chunk.data].dropFirst(depthOffset).first == 16
            case .imageData: imageData += length
            case .transparency: transparency = length + 12
            case let type where unreadTypes.contains(type):
                // With the fields of its length, name and checksum.
                unread.byteCount += length + 12
                unread.chunks.append(type.description)
            default: break
            }
        }
        var items = [unread]
        if isWide || isOpaque != false {
            items += (try? ofPixels(in: bytes, imageData: imageData, transparency: transparency, limits)) ?? []
        }
        return items.filter { $0.byteCount > 0 }
    }

    /// The place of the bit depth in the header's data.
    private static let depthOffset = 8
}
