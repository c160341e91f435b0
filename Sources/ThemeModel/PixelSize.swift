/// Width and height of an image in pixels.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
    /// In pixels.
    public let width: UInt32
    /// In pixels.
    public let height: UInt32

    /// Takes any numbers.
    public init(width: UInt32, height: UInt32) {
        self.width = width
        self.height = height
    }

    /// `88x44`
    public var description: String { "\(width)x\(height)" }

    /// Whether this size at `scale` and another one at `otherScale` are renderings of one size in points.
    ///
    /// Exporters round half points either way, so the two may differ by less than one point in each direction.
    public func agrees(at scale: Scale, with other: PixelSize, at otherScale: Scale) -> Bool {
        if scale == otherScale { return self == other }
        let (left, right) = (Int64(scale.factor), Int64(otherScale.factor))
        func close(_ own: UInt32, _ foreign: UInt32) -> Bool {
            abs(Int64(own) * right - Int64(foreign) * left) < left * right
        }
        return close(width, other.width) && close(height, other.height)
    }
}
