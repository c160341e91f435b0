/// The pixels per point of an image, 1 to 9: 1 for `name.png`, 2 for `name@2x.png`.
public struct Scale: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The scale `@1x`.
    public static var one: Scale { Scale(unchecked: 1) }
    /// The scale `@2x`.
    public static var two: Scale { Scale(unchecked: 2) }
    /// The scale `@3x`.
    public static var three: Scale { Scale(unchecked: 3) }

    /// The pixels per point, 1 to 9.
    public let factor: UInt8

    /// Creates a scale; `nil` unless the factor is from 1 to 9.
    public init?(_ factor: Int) {
        guard (1...9).contains(factor) else { return nil }
        self.factor = UInt8(factor)
    }

    private init(unchecked factor: UInt8) { self.factor = factor }

    /// The suffix in file names: `@2x`; empty for 1.
    public var suffix: String { factor == 1 ? "" : description }

    /// The scale at the end of a name such as `button@2x`.
    init?(suffixOf name: UnsafeBufferPointer<UInt8>) {
        let start = name.count - 3
        guard start >= 0, name[start] == UInt8(ascii: "@"), name[start + 2] == UInt8(ascii: "x") else { return nil }
        self.init(Int(name[start + 1]) - Int(UInt8(ascii: "0")))
    }

    /// The scale as `@1x`, `@2x`, ...
    public var description: String { Self.descriptions[Int(factor) - 1] }

    private static let descriptions = (1...9).map { "@\($0)x" }

    public static func < (left: Self, right: Self) -> Bool { left.factor < right.factor }

    /// Returns the smallest of the `available` scales from this one up, else the largest. A larger image scaled down
    /// looks better than a smaller one scaled up.
    public func best(of available: some BidirectionalCollection<Scale>) -> Scale? {
        guard let first = available.first else { return nil }
        return available.reduce(first) { Self.isBetter($1.factor, than: $0.factor, for: self) ? $1 : $0 }
    }

    /// Whether an image of the scale `factor` is the better substitute for one of the scale `wanted`. The best has the
    /// smallest scale that is not below the wanted one; if there is none, the largest.
    @_spi(Chain) @inlinable @inline(__always)
    public static func isBetter(_ factor: UInt8, than other: UInt8, for wanted: Scale) -> Bool {
        other < wanted.factor ? factor > other : factor >= wanted.factor && factor < other
    }
}
