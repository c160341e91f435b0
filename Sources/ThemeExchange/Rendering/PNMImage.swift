import ThemeModel
import ThemeProject

/// A PGM or PPM with 8 bits per sample, as `djpeg` writes it.
struct PNMImage {
    private let size: PixelSize
    private let channels: PNGEncoder.Channels
    private let pixels: [UInt8]

    init(_ bytes: [UInt8], _ limits: ProjectLimits) throws(ImageConverter.Failure) {
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
        pixels = Array(bytes.dropFirst(offset + 1))
        size = PixelSize(width: UInt32(width), height: UInt32(height))
        self.channels = channels == 3 ? .rgb : .gray
        guard pixels.count == width * height * channels else { throw ImageConverter.Failure("cannot be converted") }
    }

    func png(_ orientation: ImageOrientation) throws(ImageConverter.Failure) -> [UInt8] {
        let (upright, size) = orientation.upright(pixels, size, bytesPerPixel: Int(channels.rawValue))
        guard let png = PNGEncoder.encode(upright, size, channels) else {
            throw ImageConverter.Failure("cannot be converted")
        }
        return png
    }
}
