/// A SHA-256 digest. Its 32 bytes are stored inline, so copies and comparisons allocate nothing.
public struct ContentDigest: Hashable, Sendable, CustomStringConvertible {
    /// The number of bytes: 32.
    public static let byteCount = 32

    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// Creates a digest from its 32 bytes; `nil` for any other number of bytes.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self = Array(bytes).withUnsafeBytes { ContentDigest(reading: $0) }
    }

    /// - Parameter bytes: at least 32 bytes.
    package init(reading bytes: UnsafeRawBufferPointer) {
        func word(_ index: Int) -> UInt64 {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
        }
        words = (word(0), word(1), word(2), word(3))
    }

    /// Parses 64 hexadecimal digits; `nil` for any other text.
    public init?(hex: some StringProtocol) {
        guard hex.utf8.count == 2 * Self.byteCount else { return nil }
        let digits = hex.utf8.compactMap(\.hexDigitValue)
        guard digits.count == 2 * Self.byteCount else { return nil }
        self.init((0..<Self.byteCount).map { digits[2 * $0] << 4 | digits[2 * $0 + 1] })
    }

    /// The 32 bytes, in a new array.
    public var bytes: [UInt8] { withBytes { Array($0) } }

    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withUnsafeBytes(
            of: (words.0.littleEndian, words.1.littleEndian, words.2.littleEndian, words.3.littleEndian), body)
    }

    /// 64 lower-case hexadecimal digits, as `sha256sum` prints them.
    public var description: String {
        var digits: [UInt8] = []
        addHexadecimalDigits(to: &digits)
        return String(decoding: digits, as: UTF8.self)
    }

    /// Appends the digits of ``description``, without building a string.
    package func addHexadecimalDigits(to text: inout [UInt8]) {
        func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10 }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * Self.byteCount) { digits in
            withBytes { bytes in
                for index in 0..<Self.byteCount {
                    digits[2 * index] = digit(bytes[index] >> 4)
                    digits[2 * index + 1] = digit(bytes[index] & 15)
                }
            }
            text.append(contentsOf: digits)
        }
    }

    public static func == (left: Self, right: Self) -> Bool { left.words == right.words }

    /// The order of the bytes, which is that of ``description``.
    package static func precedesByBytes(_ left: Self, _ right: Self) -> Bool {
        left.withBytes { left in right.withBytes { right in left.lexicographicallyPrecedes(right) } }
    }

    /// The first 8 bytes. Good as a key of which several can be equal.
    package var firstBytes: UInt64 { words.0 }

    /// All bytes: half of a digest can be chosen.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }
}
