import ThemePackager
import ThemeProject

/// The bytes of one image file that could be saved.
struct ImageWaste: Hashable, Sendable {
    struct Chunk: Hashable, Sendable {
        let name: String
        /// The bytes of the whole chunk, with the fields of its length, name and checksum.
        let byteCount: Int
    }

    /// Chunks that no renderer reads, in the order of the file.
    private(set) var unreadChunks: [Chunk] = []
    /// Bytes of an alpha channel that is opaque everywhere.
    private(set) var opaqueAlpha = 0
    /// Whether ``opaqueAlpha`` is an estimate. The length of a chunk is none.
    private(set) var isAlphaEstimate = true
    /// An estimate of the bytes that 16 bits a sample take where 8 hold the same.
    private(set) var wideSamples = 0

    /// Chunks that do not change how an image looks: text, the time of the last change, the frequency of colors, and
    /// the editing data of Adobe Fireworks. All others are kept: color (`gAMA`, `cHRM`, `sRGB`, `iCCP`, `cICP`), size
    /// (`pHYs`, which AppKit reads), orientation (`eXIf`), animation, and unknown chunks.
    private static let unreadTypes = Set(
        [
            "tEXt", "zTXt", "iTXt", "tIME", "hIST", "sPLT", "prVW", "mkBF", "mkTS", "mkBS", "mkBT",
        ].map(PNGChunks.ChunkType.init))

    /// Pixels are decoded only if the format can have waste.
    ///
    /// - Parameters:
    ///   - bytes: a sound PNG.
    ///   - isOpaque: whether all its pixels are; `nil` if not known.
    init(of bytes: [UInt8], isOpaque: Bool? = nil, limits: ProjectLimits) {
        var (imageData, transparency, isWide) = (0, 0, false)
        for chunk in PNGChunks(bytes) {
            let length = chunk.data.count
            switch chunk.type {
            case .header: isWide = bytes[chunk.data].dropFirst(Self.depthOffset).first == 16
            case .imageData: imageData += length
            case .transparency: transparency = length + 12
            case let type where Self.unreadTypes.contains(type):
                unreadChunks.append(Chunk(name: type.description, byteCount: length + 12))
            default: break
            }
        }
        guard isWide || isOpaque != false, let pixels = try? PixelWaste(of: bytes, limits: limits) else { return }
        wideSamples = Int(pixels.wideShare * Double(imageData))
        isAlphaEstimate = !pixels.hasNeedlessTransparency
        opaqueAlpha = isAlphaEstimate ? Int(pixels.alphaShare * Double(imageData)) : transparency
    }

    /// The place of the bit depth in the header's data.
    private static let depthOffset = 8
}
