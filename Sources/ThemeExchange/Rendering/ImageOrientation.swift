import ThemeModel
import ThemeProject

/// The turn that makes stored pixels upright: the values 1 to 8 of Exif's tag `Orientation`.
struct ImageOrientation: Hashable {
    let value: Int

    static let upright = ImageOrientation(value: 1)

    private init(value: Int) { self.value = value }

    /// Returns `nil` for other values.
    init?(_ value: Int) {
        guard (1...8).contains(value) else { return nil }
        self.value = value
    }

    /// Returns the pixels of the upright image and its size.
    func upright(_ pixels: [UInt8], _ size: PixelSize, bytesPerPixel: Int) -> ([UInt8], PixelSize) {
        guard value != 1 else { return (pixels, size) }
        let (width, height) = (Int(size.width), Int(size.height))
        let isTurned = value >= 5
        let (newWidth, newHeight) = isTurned ? (height, width) : (width, height)
        var result: [UInt8] = []
        result.reserveCapacity(pixels.count)
        for y in 0..<newHeight {
            for x in 0..<newWidth {
                let (column, row) =
                    switch value {
                    case 2: (width - 1 - x, y)
                    case 3: (width - 1 - x, height - 1 - y)
                    case 4: (x, height - 1 - y)
                    case 5: (y, x)
                    case 6: (y, height - 1 - x)
                    case 7: (width - 1 - y, height - 1 - x)
                    default: (width - 1 - y, x)
                    }
                let start = (row * width + column) * bytesPerPixel
                result += pixels[start..<start + bytesPerPixel]
            }
        }
        return (result, PixelSize(width: UInt32(newWidth), height: UInt32(newHeight)))
    }

    /// Returns a PNG of the upright image. It has alpha if a pixel is not opaque.
    func upright(_ png: [UInt8], _ limits: ProjectLimits) throws(ImageConverter.Failure) -> [UInt8] {
        guard value != 1 else { return png }
        guard let size = try? PNGStructure(png).size, let pixels = PNGPixels.rgba(of: png, limits: limits) else {
            throw ImageConverter.Failure("cannot be turned upright")
        }
        let (turned, newSize) = upright(pixels, size, bytesPerPixel: 4)
        let alpha = stride(from: 3, to: turned.count, by: 4)
        let isOpaque = alpha.allSatisfy { turned[$0] == 255 }
        let samples = isOpaque ? turned.enumerated().filter { $0.offset % 4 != 3 }.map(\.element) : turned
        guard let result = PNGEncoder.encode(samples, newSize, isOpaque ? .rgb : .rgba) else {
            throw ImageConverter.Failure("cannot be turned upright")
        }
        return result
    }
}
