import ThemePackager

/// The chunks of a PNG that change how its pixels are shown.
enum ShownChunks {
    /// Gamma, color profiles, the frames of an animation, and the orientation of a photo.
    private static let types = Set(
        [
            "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV", "cLLI", "acTL", "fcTL", "fdAT", "eXIf",
        ].map(PNGChunks.ChunkType.init))

    /// Returns the names of the chunks in which two images differ, sorted.
    static func names(differingIn one: [UInt8], and other: [UInt8]) -> [String] {
        let (left, right) = (chunks(of: one), chunks(of: other))
        return Set(left.keys).union(right.keys).filter { type in
            !(left[type] ?? []).elementsEqual(right[type] ?? []) { one[$0].elementsEqual(other[$1]) }
        }.map(\.description).sorted()
    }

    private static func chunks(of bytes: [UInt8]) -> [PNGChunks.ChunkType: [Range<Int>]] {
        var chunks: [PNGChunks.ChunkType: [Range<Int>]] = [:]
        for chunk in PNGChunks(bytes) where types.contains(chunk.type) {
            chunks[chunk.type, default: []].append(chunk.data)
        }
        return chunks
    }
}
