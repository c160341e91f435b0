/// The alpha of an image as a mask, and the share of its pixels whose colors a mask does not show.
struct ImageMask: Sendable {
    let size: PixelSize
    /// The SHA-256 of the alpha of all pixels.
    let digest: ContentDigest
    /// The greatest alpha, from 0 to 1.
    let strongest: Double
    /// The part of the visible pixels whose colors are far from the most frequent one, from 0 to 1.
    let otherColors: Double

    /// Fainter pixels are edges and shadows, whose colors say little.
    private static let visibleAlpha: UInt16 = 0x4000
    /// The greatest difference of a channel that counts as the same color, of 255.
    private static let differenceMax = 48

    /// - Throws: ``ImageError`` if the image is not sound.
    init(decoding bytes: [UInt8], limits: ProjectLimits) throws(ImageError) {
        var reader = try PixelReader(bytes, limits: limits)
        size = reader.format.size
        var hasher = ContentHasher()
        var strongest: UInt16 = 0
        // Colors with four bits a channel: enough to tell what is far from what.
        var counts = [Int](repeating: 0, count: 1 << 12)
        try reader.forEachRow { row in
            for x in 0..<row.count {
                let pixel = row[x]
                withUnsafeBytes(of: pixel.w.littleEndian) { hasher.update($0) }
                strongest = max(strongest, pixel.w)
                guard pixel.w >= Self.visibleAlpha else { continue }
                counts[Int(pixel.x >> 12) << 8 | Int(pixel.y >> 12) << 4 | Int(pixel.z >> 12)] += 1
            }
        }
        digest = hasher.digest
        self.strongest = Double(strongest) / Double(UInt16.max)
        let usual = counts.indices.max { counts[$0] < counts[$1] } ?? 0
        let others = counts.indices.filter { Self.difference($0, usual) > Self.differenceMax }
        let visible = counts.reduce(0, +)
        otherColors = visible == 0 ? 0 : Double(others.reduce(0) { $0 + counts[$1] }) / Double(visible)
    }

    /// Returns the greatest difference of a channel, of 255.
    private static func difference(_ left: Int, _ right: Int) -> Int {
        [8, 4, 0].map { abs((left >> $0 & 15) - (right >> $0 & 15)) * 17 }.max() ?? 0
    }
}
