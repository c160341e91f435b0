/// The alpha of an image as a mask, and the share of its pixels whose colors a mask does not show. A class, because
/// there can be hundreds of thousands of images, and most of them have none.
final class ImageMask: Sendable {
    /// The SHA-256 of the alpha of all pixels.
    let digest: ContentDigest
    /// The greatest alpha, of 65,535.
    let strongest: UInt16
    /// The part of the visible pixels whose colors are far from the most frequent one, from 0 to 1.
    let otherColors: Double

    /// Fainter pixels are edges and shadows, whose colors say little.
    private static let visibleAlpha: UInt16 = 0x4000
    /// The greatest difference of a channel that counts as the same color, of 255.
    private static let differenceMax = 48

    init(digest: ContentDigest, strongest: UInt16, otherColors: Double) {
        self.digest = digest
        self.strongest = strongest
        self.otherColors = otherColors
    }

    /// - Throws: ``ImageError`` if the image is not sound.
    convenience init(decoding bytes: [UInt8], limits: ProjectLimits) throws(ImageError) {
        var reader = try PixelReader(bytes, limits: limits)
        var hasher = ContentHasher()
        var strongest: UInt16 = 0
        var alpha: [UInt16] = []
        // Colors with four bits a channel: enough to tell what is far from what.
        var counts = [Int](repeating: 0, count: 1 << 12)
        try reader.forEachRow { row in
            alpha.removeAll(keepingCapacity: true)
            for x in 0..<row.count {
                let pixel = row[x]
                alpha.append(pixel.w.littleEndian)
                strongest = max(strongest, pixel.w)
                guard pixel.w >= Self.visibleAlpha else { continue }
                counts[Int(pixel.x >> 12) << 8 | Int(pixel.y >> 12) << 4 | Int(pixel.z >> 12)] += 1
            }
            alpha.withUnsafeBytes { hasher.update($0) }
        }
        let usual = counts.indices.max { counts[$0] < counts[$1] } ?? 0
        let others = counts.indices.filter { counts[$0] > 0 && Self.difference($0, usual) > Self.differenceMax }
        let visible = counts.reduce(0, +)
        let otherColors = visible == 0 ? 0 : Double(others.reduce(0) { $0 + counts[$1] }) / Double(visible)
        self.init(digest: hasher.digest, strongest: strongest, otherColors: otherColors)
    }

    /// From 0 to 1.
    var opacity: Double { Double(strongest) / Double(UInt16.max) }

    /// Returns the greatest difference of a channel, of 255.
    private static func difference(_ left: Int, _ right: Int) -> Int {
        func channels(_ color: Int) -> SIMD3<Int> { SIMD3(color >> 8, color >> 4, color) & 15 }
        let difference = channels(left) &- channels(right)
        return max(difference.max(), -difference.min()) * 17
    }
}

extension ImageMask: Hashable {
    static func == (left: ImageMask, right: ImageMask) -> Bool {
        left.digest == right.digest && left.strongest == right.strongest && left.otherColors == right.otherColors
    }

    func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
