import CPNGShim
import ThemePackager

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

/// The decoded pixels of a PNG.
enum PNGPixels {
    /// Returns RGBA with 8 bits; `nil` if the image cannot be decoded.
    static func rgba(of png: [UInt8], limits: ProjectLimits = ProjectLimits()) -> [UInt8]? {
        var pixels: [UInt8] = []
        do throws(ImageError) {
            var reader = try PixelReader(png, limits: limits)
            try reader.forEachRow { row in
                switch row {
                case .eight(let samples): pixels += samples
                case .sixteen(let samples): pixels += samples.map { UInt8($0 >> 8) }
                }
            }
        } catch {
            return nil
        }
        return pixels
    }
}

/// A PGM or PPM with 8 bits per sample, as `djpeg` writes it.
enum PNM {
    /// Returns a PNG of the upright image.
    static func png(
        of bytes: [UInt8], _ limits: ProjectLimits, _ orientation: ImageOrientation
    ) throws(ImageConverter.Failure) -> [UInt8] {
        var offset = 2
        func number() -> Int? {
            while offset < bytes.count, bytes[offset].isSpace { offset += 1 }
            let digits = bytes[offset...].prefix { $0.isASCIIDigit }
            offset += digits.count
            return digits.count > 9 ? nil : Int(String(decoding: digits, as: UTF8.self))
        }
        let channels = bytes.starts(with: Array("P6".utf8)) ? 3 : 1
        guard channels == 3 || bytes.starts(with: Array("P5".utf8)), let width = number(), let height = number(),
            number() == 255, width > 0, height > 0
        else { throw ImageConverter.Failure("cannot be converted") }
        guard width <= limits.imageWidth, height <= limits.imageHeight, width * height <= limits.imagePixels else {
            throw ImageConverter.Failure("has \(width)x\(height) px, more than the limits allow")
        }
        let pixels = Array(bytes.dropFirst(offset + 1))
        guard pixels.count == width * height * channels else { throw ImageConverter.Failure("cannot be converted") }
        let size = PixelSize(width: UInt32(width), height: UInt32(height))
        let (upright, newSize) = orientation.upright(pixels, size, bytesPerPixel: channels)
        guard let png = PNGEncoder.encode(upright, newSize, channels == 3 ? .rgb : .gray) else {
            throw ImageConverter.Failure("cannot be converted")
        }
        return png
    }
}
