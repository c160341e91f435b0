import CPNGShim
import ThemeModel
import ThemeProject

/// Decodes PNGs with libpng, unless the quick check accepts them. No other Swift file calls these two.
enum PNGDecoder {
    static var libraryPaths: [String] {
        sequence(state: Int32(0)) { number in
            defer { number += 1 }
            return png_shim_library_path(number).map { String(cString: $0) }
        }.map { $0 }
    }

    /// Checks that every pixel can be decoded. Keeps no pixels, so that memory does not grow with the height.
    static func decode(_ bytes: [UInt8], limits: ProjectLimits) throws(ImageError) {
        let (width, height) = (UInt32(clamping: limits.imageWidth), UInt32(clamping: limits.imageHeight))
        if png_shim_quick_check(bytes, bytes.count, width, height) == 1 { return }
        var message = [CChar](repeating: 0, count: Int(PNG_SHIM_MESSAGE_SIZE))
        let result = png_shim_decode(bytes, bytes.count, width, height, &message)
        guard result != 1 else { return }
        let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let reason = result < 0 ? "memory ran out" : String(decoding: text, as: UTF8.self)
        throw ImageError(.imageCorrupt, "is damaged: \(reason)", hint: "export it again")
    }
}
