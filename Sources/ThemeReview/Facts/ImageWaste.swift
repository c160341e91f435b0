import ThemePixels
import ThemeProject

/// The bytes of one image file that could go.
struct ImageWaste: Hashable, Sendable {
    struct Chunk: Hashable, Sendable {
        let name: String
        /// With its length, name and checksum.
        let byteCount: Int
    }

    /// Chunks that no renderer reads, in the order of the file.
    private(set) var unreadChunks: [Chunk] = []
    /// Bytes of an alpha channel that is opaque everywhere.
    private(set) var opaqueAlpha = 0
    /// Whether ``opaqueAlpha`` is an estimate. The length of a chunk is none.
    private(set) var isAlphaEstimate = false
    /// An estimate of the bytes that 16 bits a sample take where 8 hold the same.
    private(set) var wideSamples = 0

    /// Chunks that do not change how an image looks: text, the time of the last change, the frequency of colors, and
    /// the editing data of Adobe Fireworks. All others are kept: color (`gAMA`, `cHRM`, `sRGB`, `iCCP`, `cICP`), size
    /// (`pHYs`, which AppKit reads), orientation (`eXIf`), animation, and unknown chunks.
    private static let unreadNames: Set<String> = [
        "tEXt", "zTXt", "iTXt", "tIME", "hIST", "sPLT", "prVW", "mkBF", "mkTS", "mkBS", "mkBT",
    ]

    /// Pixels are decoded only if the format can have waste.
    ///
    /// - Parameter bytes: a sound PNG.
    init(of bytes: [UInt8], limits: ProjectLimits) {
        var (imageData, transparency) = (0, 0)
        for chunk in PNGChunks(bytes) {
            let length = chunk.data.count
            if chunk.name == "IDAT" { imageData += length }
            if chunk.name == "tRNS" { transparency = length + 12 }
            guard Self.unreadNames.contains(chunk.name) else { continue }
            unreadChunks.append(Chunk(name: chunk.name, byteCount: length + 12))
        }
        guard let pixels = try? PixelWaste(of: bytes, limits: limits) else { return }
        wideSamples = Int(pixels.wideShare * Double(imageData))
        isAlphaEstimate = !pixels.hasNeedlessTransparency
        opaqueAlpha = isAlphaEstimate ? Int(pixels.alphaShare * Double(imageData)) : transparency
    }
}
