import ThemePackager
import ThemeProject

/// The needless parts of an image, found in its decoded pixels: an alpha channel that is opaque everywhere, and samples
/// of 16 bits that hold 8.
struct PixelWaste: Hashable, Sendable {
    /// The share of the image data that an opaque alpha channel takes, from 0 to 1; 0 if there is none.
    private(set) var alphaShare = 0.0
    /// The share of the image data that needless bits of a channel take, from 0 to 1; 0 if there are none.
    private(set) var wideShare = 0.0
    /// Whether a tRNS chunk makes no pixel transparent. It can be removed alone.
    private(set) var hasNeedlessTransparency = false

    /// Larger images are not looked at: libpng decodes all rows of an interlaced image at once.
    private static let decodedLengthMax = 64 << 20

    /// Decodes rows until the image is known to need its alpha and all its bits: in most images, after the first row.
    /// Only an image with waste is decoded to its end, and twice: its rows are deflated with and without the waste.
    ///
    /// - Parameter bytes: a sound PNG.
    init(of bytes: [UInt8], limits: ProjectLimits) throws(ImageError) {
        var reader = try PixelReader(bytes, limits: limits)
        let format = reader.format
        guard format.decodedLength <= Self.decodedLengthMax, format.hasAlpha || format.bitDepth == 16 else { return }
        var isOpaque = format.hasAlpha
        var isNarrow = format.bitDepth == 16
        while isOpaque || isNarrow, try reader.readRow() {
            reader.withRow { row in
                if isOpaque { isOpaque = row.isOpaque }
                if isNarrow { isNarrow = row.isNarrow }
            }
        }
        let hasChannel = format.colorType == .grayAlpha || format.colorType == .rgba
        hasNeedlessTransparency = isOpaque && !hasChannel
        guard isOpaque && hasChannel || isNarrow else { return }
        try measure(bytes, limits, isOpaque: isOpaque && hasChannel, isNarrow: isNarrow)
    }

    /// Deflates the rows as they are, with 8 bits, and then without alpha. Only the proportions of the lengths count,
    /// because the file can have other filters and another compression.
    private mutating func measure(
        _ bytes: [UInt8], _ limits: ProjectLimits, isOpaque: Bool, isNarrow: Bool
    ) throws(ImageError) {
        var reader = try PixelReader(bytes, limits: limits)
        let isGray = reader.format.colorType == .gray || reader.format.colorType == .grayAlpha
        let hasChannel = reader.format.colorType == .grayAlpha || reader.format.colorType == .rgba
        let color = isGray ? [0] : [0, 1, 2]
        let all = hasChannel ? color + [3] : color
        let isWide = reader.format.bitDepth == 16
        guard var whole = DeflatedLength(), var narrow = DeflatedLength(), var opaque = DeflatedLength() else { return }
        try reader.forEachRow { row in
            whole.add(row.filtered(all, isWide: isWide))
            if isNarrow { narrow.add(row.filtered(all, isWide: false)) }
            if isOpaque { opaque.add(row.filtered(color, isWide: isWide && !isNarrow)) }
        }
        let length = Double(max(1, whole.finish()))
        let narrowLength = isNarrow ? Double(narrow.finish()) : length
        wideShare = max(0, 1 - narrowLength / length)
        if isOpaque { alphaShare = max(0, (narrowLength - Double(opaque.finish())) / length) }
    }
}

extension PixelRow {
    fileprivate var isOpaque: Bool { (0..<count).allSatisfy { self[$0].w == .max } }

    /// Whether 8 bits hold every sample without loss: libpng makes 8 bits of 16 by dividing by 257.
    fileprivate var isNarrow: Bool { (0..<count).allSatisfy { self[$0] &>> 8 == self[$0] & 0xFF } }

    /// Returns some channels of the row as PNG stores them, with the filter Sub and its number.
    fileprivate func filtered(_ channels: [Int], isWide: Bool) -> [UInt8] {
        let width = isWide ? 2 : 1
        let pixel = channels.count * width
        return [UInt8](unsafeUninitializedCapacity: 1 + count * pixel) { bytes, initialized in
            bytes[0] = 1
            var raw = [UInt8](repeating: 0, count: pixel)
            var at = 1
            func put(_ byte: UInt8, _ slot: Int) {
                bytes[at] = byte &- raw[slot]
                raw[slot] = byte
                at += 1
            }
            for x in 0..<count {
                let samples = self[x]
                for (index, channel) in channels.enumerated() {
                    put(UInt8(samples[channel] >> 8), width * index)
                    if isWide { put(UInt8(samples[channel] & 0xFF), width * index + 1) }
                }
            }
            initialized = at
        }
    }
}
