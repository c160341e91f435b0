/// The width and height of an image.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
    /// The width in pixels.
    public let width: UInt32
    /// The height in pixels.
    public let height: UInt32

    /// Creates a size. Any numbers are allowed.
    public init(width: UInt32, height: UInt32) {
        self.width = width
        self.height = height
    }

    /// The size as `88x44`.
    public var description: String { "\(width)x\(height)" }

    /// Returns whether this size at `scale` and another at `otherScale` are the same size in points.
    ///
    /// Different scales may differ by less than one point, because tools round half points up or down.
    public func agrees(at scale: Scale, with other: PixelSize, at otherScale: Scale) -> Bool {
        if scale == otherScale { return self == other }
        let (left, right) = (Int64(scale.factor), Int64(otherScale.factor))
        func close(_ own: UInt32, _ foreign: UInt32) -> Bool {
            abs(Int64(own) * right - Int64(foreign) * left) < left * right
        }
        return close(width, other.width) && close(height, other.height)
    }

    /// Returns the same size in points at another scale; `nil` if that has parts of a pixel, or is too large.
    package func resized(from scale: Scale, to other: Scale) -> PixelSize? {
        func resized(_ side: UInt32) -> UInt32? {
            let product = UInt64(side) * UInt64(other.factor)
            return product.isMultiple(of: UInt64(scale.factor)) ? UInt32(exactly: product / UInt64(scale.factor)) : nil
        }
        guard let width = resized(width), let height = resized(height) else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// Like ``agrees(at:with:at:)``, where the sizes may also differ by a number of points.
    package func agrees(at scale: Scale, with other: PixelSize, at otherScale: Scale, within points: Double) -> Bool {
        guard points > 0 else { return agrees(at: scale, with: other, at: otherScale) }
        func close(_ own: UInt32, _ foreign: UInt32) -> Bool {
            let (left, right) = (Double(own) / Double(scale.factor), Double(foreign) / Double(otherScale.factor))
            return abs(left - right) <= points
        }
        return agrees(at: scale, with: other, at: otherScale)
            || close(width, other.width) && close(height, other.height)
    }
}
