import CPNGShim
import ThemePackager

/// The pixels of an image, row by row from the top, with 8 bits per sample.
struct Pixels {
    /// The number of bytes per pixel.
    enum Channels: Int {
        case gray = 1
        case rgb = 3
        case rgba = 4
    }

    let size: PixelSize
    private let channels: Channels
    /// As many as the size and the channels say.
    private var bytes: [UInt8]

    var width: Int { Int(size.width) }
    var height: Int { Int(size.height) }

    /// The image as a PNG; `nil` if there is not enough memory.
    var png: [UInt8]? {
        let count = Int32(channels.rawValue)
        let capacity = png_shim_encoded_size(size.width, size.height, count)
        let png = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, length in
            length = png_shim_encode(bytes, size.width, size.height, count, buffer.baseAddress, capacity)
        }
        return png.isEmpty ? nil : png
    }

    /// The samples of a pixel. Outside of the image, pixels are transparent.
    subscript(x: Int, y: Int) -> ArraySlice<UInt8> {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return [0, 0, 0, 0].prefix(channels.rawValue) }
        return bytes[(y * width + x) * channels.rawValue..<(y * width + x + 1) * channels.rawValue]
    }

    /// Returns an image of another size. `place` returns where in this image a pixel of the other one is.
    func moved(to size: PixelSize, from place: (_ x: Int, _ y: Int) -> (x: Int, y: Int)) -> Pixels {
        var moved = Pixels(size: size, channels: channels, bytes: [])
        moved.bytes.reserveCapacity(moved.width * moved.height * channels.rawValue)
        for y in 0..<moved.height {
            for x in 0..<moved.width {
                let (column, row) = place(x, y)
                moved.bytes += self[column, row]
            }
        }
        return moved
    }

    /// Sets the alpha of a pixel of an RGBA image to 255.
    mutating func makeOpaque(_ x: Int, _ y: Int) { bytes[(y * width + x) * 4 + 3] = 255 }

    /// The image as RGB if each pixel of an RGBA image is opaque.
    var withoutNeedlessAlpha: Pixels {
        guard channels == .rgba, stride(from: 3, to: bytes.count, by: 4).allSatisfy({ bytes[$0] == 255 }) else {
            return self
        }
        let samples = bytes.enumerated().filter { $0.offset % 4 != 3 }.map(\.element)
        return Pixels(size: size, channels: .rgb, bytes: samples)
    }
}

extension Pixels {
    /// Decodes a PNG to RGBA; `nil` if it cannot be decoded.
    init?(png: [UInt8], limits: ProjectLimits = ProjectLimits()) {
        var decoded: [UInt8] = []
        do throws(ImageError) {
            var reader = try PixelReader(png, limits: limits)
            try reader.forEachRow { row in
                switch row {
                case .eight(let samples): decoded += samples
                case .sixteen(let samples): decoded += samples.map { UInt8($0 >> 8) }
                }
            }
            self.init(size: reader.format.size, channels: .rgba, bytes: decoded)
        } catch {
            return nil
        }
    }

    /// Reads a PGM or PPM with 8 bits per sample, as `djpeg` writes it.
    init(pnm: [UInt8], limits: ProjectLimits) throws(ImageConverter.Failure) {
        var offset = 2
        func number() -> Int? {
            while offset < pnm.count, pnm[offset].isSpace { offset += 1 }
            let digits = pnm[offset...].prefix { $0.isASCIIDigit }
            offset += digits.count
            return digits.count > 9 ? nil : Int(String(decoding: digits, as: UTF8.self))
        }
        let channels = pnm.starts(with: Array("P6".utf8)) ? Channels.rgb : .gray
        guard channels == .rgb || pnm.starts(with: Array("P5".utf8)), let width = number(), let height = number(),
            number() == 255, width > 0, height > 0
        else { throw ImageConverter.Failure("cannot be converted") }
        guard width <= limits.imageWidth, height <= limits.imageHeight, width * height <= limits.imagePixels else {
            throw ImageConverter.Failure("has \(width)x\(height) px, more than the limits allow")
        }
        let size = PixelSize(width: UInt32(width), height: UInt32(height))
        let bytes = Array(pnm.dropFirst(offset + 1))
        guard bytes.count == width * height * channels.rawValue else {
            throw ImageConverter.Failure("cannot be converted")
        }
        self.init(size: size, channels: channels, bytes: bytes)
    }
}
