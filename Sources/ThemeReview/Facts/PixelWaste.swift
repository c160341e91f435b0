import ThemePackager
import ThemeProject

extension WasteItem {
    /// Larger images are not looked at: libpng decodes all rows of an interlaced image at once.
    private static let decodedLengthMax = 64 << 20

    /// Returns the needless parts of an image, found in its decoded pixels: an alpha channel that is opaque everywhere,
    /// a tRNS chunk that makes no pixel transparent, and samples of 16 bits that hold 8.
    ///
    /// Decodes rows until the image is known to need its alpha and all its bits: in most images, after the first row.
    /// Only an image with waste is decoded to its end, and twice: its rows are deflated with and without the waste.
    ///
    /// - Parameters:
    ///   - bytes: a sound PNG.
    ///   - imageData: the length of its image data.
    ///   - transparency: the length of its tRNS chunk.
    static func ofPixels(
        in bytes: [UInt8], imageData: Int, transparency: Int, _ limits: ProjectLimits
    ) throws(ImageError) -> [WasteItem] {
        var reader = try PixelReader(bytes, limits: limits)
        let format = reader.format
        guard format.decodedLength <= decodedLengthMax, format.hasAlpha || format.bitDepth == 16 else { return [] }
        var isOpaque = format.hasAlpha
        var isNarrow = format.bitDepth == 16
        while isOpaque || isNarrow, try reader.readRow() {
            reader.withRow { row in
                if isOpaque { isOpaque = row.isOpaque }
                if isNarrow { isNarrow = row.isNarrow }
            }
        }
        let hasChannel = format.colorType == .grayAlpha || format.colorType == .rgba
        let (alpha, wide) = try shares(of: bytes, limits, isOpaque: isOpaque && hasChannel, isNarrow: isNarrow)
        // The length of a chunk is no estimate.
        let isChunk = isOpaque && !hasChannel
        return [
            WasteItem(
                kind: .opaqueAlpha, byteCount: isChunk ? transparency : Int(alpha * Double(imageData)),
                isEstimate: !isChunk),
            WasteItem(kind: .wideSamples, byteCount: Int(wide * Double(imageData)), isEstimate: true),
        ]
    }

    /// Returns the shares of the image data that an opaque alpha channel and needless bits take, from 0 to 1.
    ///
    /// Deflates the rows as they are, with 8 bits, and then without alpha. Only the proportions of the lengths count,
    /// because the file can have other filters and another compression.
    private static func shares(
        of bytes: [UInt8], _ limits: ProjectLimits, isOpaque: Bool, isNarrow: Bool
    ) throws(ImageError) -> (alpha: Double, wide: Double) {
        guard isOpaque || isNarrow else { return (0, 0) }
        var reader = try PixelReader(bytes, limits: limits)
        let isGray = reader.format.colorType == .gray || reader.format.colorType == .grayAlpha
        let hasChannel = reader.format.colorType == .grayAlpha || reader.format.colorType == .rgba
        let color = isGray ? [0] : [0, 1, 2]
        let all = hasChannel ? color + [3] : color
        let isWide = reader.format.bitDepth == 16
        guard var whole = DeflatedLength(), var narrow = DeflatedLength(), var opaque = DeflatedLength() else {
            return (0, 0)
        }
        try reader.forEachRow { row in
            whole.add(row.filtered(all, isWide: isWide))
            if isNarrow { narrow.add(row.filtered(all, isWide: false)) }
            if isOpaque { opaque.add(row.filtered(color, isWide: isWide && !isNarrow)) }
        }
        let length = Double(max(1, whole.finish()))
        let narrowLength = isNarrow ? Double(narrow.finish()) : length
        let opaqueLength = isOpaque ? Double(opaque.finish()) : narrowLength
        return (max(0, (narrowLength - opaqueLength) / length), max(0, 1 - narrowLength / length))
    }
}

extension PixelRow {
    fileprivate var isOpaque: Bool { (0..<count).allSatisfy { self[$0].w == .max } }

    /// Whether 8 bits hold every sample without loss: libpng makes 8 bits of 16 by dividing by 257.
    fileprivate var isNarrow: Bool { (0..<count).allSatisfy { self[$0] &>> 8 == self[$0] & 0xFF } }

    /// Returns some channels of the row as PNG stores them, with the filter Sub and its number.
    fileprivate func filtered(_ channels: [Int], isWide: Bool) -> [UInt8] {
        var bytes: [UInt8] = [1]
        bytes.reserveCapacity(1 + count * channels.count * (isWide ? 2 : 1))
        var left = SIMD4<UInt16>()
        for x in 0..<count {
            for channel in channels {
                let sample = self[x][channel]
                bytes.append(UInt8(sample >> 8) &- UInt8(left[channel] >> 8))
                if isWide { bytes.append(UInt8(sample & 0xFF) &- UInt8(left[channel] & 0xFF)) }
            }
            left = self[x]
        }
        return bytes
    }
}
