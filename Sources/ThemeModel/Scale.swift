/// Pixels per point: 1 for `name.png`, 2 for `name@2x.png`. From 1 to 9.
public struct Scale: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// `@1x`
    public static var one: Scale { Scale(unchecked: 1) }
    /// `@2x`
    public static var two: Scale { Scale(unchecked: 2) }
    /// `@3x`
    public static var three: Scale { Scale(unchecked: 3) }

    /// Pixels per point, 1 to 9.
    public let factor: UInt8

    /// `nil` unless the factor is from 1 to 9.
    public init?(_ factor: Int) {
        guard (1...9).contains(factor) else { return nil }
        self.factor = UInt8(factor)
    }

    private init(unchecked factor: UInt8) { self.factor = factor }

    /// How file names tell it: `@2x`, and nothing for 1.
    public var suffix: String {
        if factor == 1 { return "" }
        // Interpolating takes longer than all the rest of a path.
        return String(unsafeUninitializedCapacity: 3) { bytes in
            _ = bytes.initialize(from: [UInt8(ascii: "@"), UInt8(ascii: "0") + factor, UInt8(ascii: "x")])
            return 3
        }
    }

    /// The scale that a name ends in: `@2x`; `nil` if it ends in none.
    static func suffix(of name: Substring.UTF8View) -> Scale? {
        let suffix = name.suffix(3)
        guard suffix.count == 3, suffix.first == UInt8(ascii: "@"), suffix.last == UInt8(ascii: "x"),
            let digit = suffix.dropFirst().first
        else { return nil }
        return Scale(Int(digit) - Int(UInt8(ascii: "0")))
    }

    /// `@1x`, `@2x`, ...
    public var description: String { "@\(factor)x" }

    public static func < (left: Self, right: Self) -> Bool { left.factor < right.factor }

    /// Which of the available scales serves a request: the same, else the next larger, else the largest.
    ///
    /// A larger picture scaled down looks right, a smaller one scaled up is blurred.
    /// - Parameter available: in ascending order; not empty, else `nil`.
    public func best(of available: some BidirectionalCollection<Scale>) -> Scale? {
        available.first { $0 >= self } ?? available.last
    }
}
