import ThemePackager
import ThemeProject

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
