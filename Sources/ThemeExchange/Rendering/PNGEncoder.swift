import CPNGShim
import ThemeModel

/// Encodes pixels with libpng.
enum PNGEncoder {
    /// The number of bytes per pixel.
    enum Channels: Int32 {
        case gray = 1
        case rgb = 3
        case rgba = 4
    }

    /// Returns `nil` if there are not enough pixels, or not enough memory.
    static func encode(_ pixels: [UInt8], _ size: PixelSize, _ channels: Channels) -> [UInt8]? {
        guard pixels.count == Int(size.width) * Int(size.height) * Int(channels.rawValue) else { return nil }
        let capacity = png_shim_encoded_size(size.width, size.height, channels.rawValue)
        let png = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            count = png_shim_encode(
                pixels, size.width, size.height, channels.rawValue, buffer.baseAddress, capacity)
        }
        return png.isEmpty ? nil : png
    }
}
