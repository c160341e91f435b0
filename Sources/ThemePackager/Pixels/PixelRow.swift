/// A decoded row: RGBA samples with straight alpha. Valid only during the call that it is passed to.
package enum PixelRow {
    /// Samples from 0 to 255, four for each pixel.
    case eight(UnsafeBufferPointer<UInt8>)
    /// Samples from 0 to 65,535, four for each pixel. Only of files with 16 bits a sample.
    case sixteen(UnsafeBufferPointer<UInt16>)

    /// The number of pixels.
    package var count: Int {
        switch self {
        case .eight(let samples): samples.count / 4
        case .sixteen(let samples): samples.count / 4
        }
    }

    /// Red, green, blue and alpha of a pixel. 8 bits become 16 exactly: 255 becomes 65,535.
    package subscript(x: Int) -> SIMD4<UInt16> {
        switch self {
        case .eight(let samples):
            SIMD4(
                UInt16(samples[4 * x]), UInt16(samples[4 * x + 1]), UInt16(samples[4 * x + 2]),
                UInt16(samples[4 * x + 3])) &* 257
        case .sixteen(let samples):
            SIMD4(samples[4 * x], samples[4 * x + 1], samples[4 * x + 2], samples[4 * x + 3])
        }
    }
}
