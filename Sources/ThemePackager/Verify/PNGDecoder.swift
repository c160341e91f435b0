import CPNGShim
import ThemeModel

/// Decodes PNGs. libpng is the judge; what `png_shim_quick_check` shows to be sound need not come before it. The one place that calls
/// either.
enum PNGDecoder {
    struct Failure: Error {
        /// libpng's own words.
        let reason: String
    }

    /// The files of the libraries, as they are loaded.
    ///
    /// Calls `png_shim_library`.
    static var libraries: [String] {
        sequence(state: Int32(0)) { number in
            defer { number += 1 }
            return png_shim_library(number).map { String(cString: $0) }
        }.map { $0 }
    }

    /// Decodes every pixel and drops it. Memory: a few rows, whatever the image's height.
    ///
    /// Calls `png_shim_quick_check`, and `png_shim_decode` for what that does not accept.
    static func decode(_ bytes: [UInt8], limits: Limits) throws(Failure) {
        let (width, height) = (UInt32(clamping: limits.imageWidth), UInt32(clamping: limits.imageHeight))
        if png_shim_quick_check(bytes, bytes.count, width, height) == 1 { return }
        var message = [CChar](repeating: 0, count: Int(PNG_SHIM_MESSAGE_SIZE))
        let result = png_shim_decode(bytes, bytes.count, width, height, &message)
        guard result != 1 else { return }
        let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        throw Failure(reason: result < 0 ? "memory ran out" : String(decoding: text, as: UTF8.self))
    }
}
