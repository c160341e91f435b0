import CPNGShim

/// Decodes PNGs through libpng. The one place that calls it.
enum PNGDecoder {
    struct Failure: Error {
        /// libpng's own words.
        let reason: String
    }

    /// Decodes every pixel and drops it. Memory: a few rows, whatever the image's height.
    ///
    /// Calls `png_shim_decode`.
    static func decode(_ bytes: [UInt8], limits: Limits) throws(Failure) {
        var message = [CChar](repeating: 0, count: Int(PNG_SHIM_MESSAGE_SIZE))
        let result = png_shim_decode(
            bytes, bytes.count, UInt32(clamping: limits.imageWidth), UInt32(clamping: limits.imageHeight), &message)
        guard result != 1 else { return }
        let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        throw Failure(reason: result < 0 ? "memory ran out" : String(decoding: text, as: UTF8.self))
    }
}
