/// The samples of an image, from which a PNG and its RGBA pixels follow.
public struct PixelGrid: Sendable {
    public let width: Int
    public let height: Int
    public let type: PNGFile.ColorType
    public let depth: Int
    /// The channels of each pixel, row by row. Indices if the type is a palette.
    public var samples: [UInt16]
    /// RGB of each index.
    public var palette: [[UInt8]] = []
    /// The data of the tRNS chunk; `nil` if there is none.
    public var transparency: [UInt8]?

    /// Random samples.
    public init(_ width: Int, _ height: Int, _ type: PNGFile.ColorType = .rgba, depth: Int = 8, seed: UInt64) {
        (self.width, self.height, self.type, self.depth) = (width, height, type, depth)
        var random = SeededRandom(seed: seed)
        let mask = UInt16(truncatingIfNeeded: 1 << depth - 1)
        samples = (0..<width * height * type.channels).map { _ in UInt16.random(in: 0...mask, using: &random) }
        if type == .palette {
            palette = (0..<1 << depth).map { _ in (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) } }
        }
    }

    /// - Parameter isFiltered: whether the rows have the five filters in turn. Their bytes stay those of the samples,
    ///   so the pixels are others.
    public func png(interlaced: Bool = false, isFiltered: Bool = false) -> PNGFile {
        var chunks = [PNGFile.header(UInt32(width), UInt32(height), type, depth: depth, interlaced: interlaced)]
        if type == .palette { chunks.append(.init("PLTE", palette.flatMap { $0 })) }
        if let transparency { chunks.append(.init("tRNS", transparency)) }
        let rows = rows(interlaced: interlaced, isFiltered: isFiltered)
        return PNGFile(chunks: chunks + [.init("IDAT", PNGFile.zlib(rows)), .init("IEND")])
    }

    /// The bytes that the image data inflates to.
    public func rows(interlaced: Bool = false, isFiltered: Bool = false) -> [UInt8] {
        var rows: [UInt8] = []
        for (x, columnStep, y, rowStep) in PNGFile.passes(interlaced: interlaced) where x < width {
            for line in stride(from: y, to: height, by: rowStep) {
                rows.append(isFiltered ? UInt8(line % 5) : 0)
                if columnStep == 1 {
                    let start = line * width * type.channels
                    rows += packed(Array(samples[start..<start + width * type.channels]))
                } else {
                    rows += packed(stride(from: x, to: width, by: columnStep).flatMap { samples(x: $0, y: line) })
                }
            }
        }
        return rows
    }

    /// Red, green, blue and alpha of each pixel, 16 bits each.
    public var pixels: [SIMD4<UInt16>] {
        (0..<width * height).map { pixel(samples(x: $0 % width, y: $0 / width)) }
    }

    private func samples(x: Int, y: Int) -> ArraySlice<UInt16> {
        let start = (y * width + x) * type.channels
        return samples[start..<start + type.channels]
    }

    /// Section 13 of the PNG standard: palette, tRNS, and scaling of samples.
    private func pixel(_ slice: ArraySlice<UInt16>) -> SIMD4<UInt16> {
        let values = Array(slice)
        let full = UInt32(1) << depth - 1
        func scaled(_ value: UInt16) -> UInt16 { UInt16(UInt32(value) * 65_535 / full) }
        let key = type == .palette ? [] : transparency.map(Self.numbers) ?? []
        let alpha: UInt16 = key == values ? 0 : 65_535
        switch type {
        case .gray: return SIMD4(scaled(values[0]), scaled(values[0]), scaled(values[0]), alpha)
        case .rgb: return SIMD4(scaled(values[0]), scaled(values[1]), scaled(values[2]), alpha)
        case .grayAlpha: return SIMD4(scaled(values[0]), scaled(values[0]), scaled(values[0]), scaled(values[1]))
        case .rgba: return SIMD4(scaled(values[0]), scaled(values[1]), scaled(values[2]), scaled(values[3]))
        case .palette:
            let index = Int(values[0])
            let opacity = transparency.flatMap { index < $0.count ? $0[index] : nil } ?? 255
            let color = palette[index].map { UInt16($0) * 257 }
            return SIMD4(color[0], color[1], color[2], UInt16(opacity) * 257)
        }
    }

    private static func numbers(_ bytes: [UInt8]) -> [UInt16] {
        stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    }

    /// The samples in bytes, the first in the highest bits. A row ends with a whole byte.
    private func packed(_ samples: [UInt16]) -> [UInt8] {
        if depth == 16 { return samples.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] } }
        if depth == 8 { return samples.map { UInt8($0) } }
        let perByte = 8 / depth
        return stride(from: 0, to: samples.count, by: perByte).map { start in
            samples[start..<min(start + perByte, samples.count)].enumerated().reduce(UInt8(0)) {
                $0 | UInt8($1.element) << (8 - depth * ($1.offset + 1))
            }
        }
    }
}
