import ThemePixels

/// The chunks of a PNG that change how its pixels are shown.
enum ShownChunks {
    /// Gamma, color profiles, the frames of an animation, and the orientation of a photo.
    private static let names: Set<String> = [
        "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV", "cLLI", "acTL", "fcTL", "fdAT", "eXIf",
    ]

    /// Returns the names of the chunks in which two images differ, sorted.
    static func names(differingIn one: [UInt8], and other: [UInt8]) -> [String] {
        let (left, right) = (chunks(of: one), chunks(of: other))
        return Set(left.keys).union(right.keys).filter { name in
            !(left[name] ?? []).elementsEqual(right[name] ?? []) { one[$0].elementsEqual(other[$1]) }
        }.sorted()
    }

    private static func chunks(of bytes: [UInt8]) -> [String: [Range<Int>]] {
        var chunks: [String: [Range<Int>]] = [:]
        for chunk in PNGChunks(bytes) where names.contains(chunk.name) {
            chunks[chunk.name, default: []].append(chunk.data)
        }
        return chunks
    }
}
