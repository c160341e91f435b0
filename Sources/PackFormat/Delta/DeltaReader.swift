import ThemeModel

/// Reads the parts of a delta's head in order.
typealias DeltaReader = ByteCursor<DeltaError>

extension ByteCursor<DeltaError> {
    init(_ bytes: some Collection<UInt8>, path: String) {
        self.init(Array(bytes), pastEnd: DeltaError(path, "is damaged: its head ends too early"))
    }

    /// Reads a number of variable length: seven bits a byte, the lowest first; the highest bit is set in all but the
    /// last byte. It must be written with the fewest bytes, and be below 2^32.
    mutating func varint() throws(DeltaError) -> Int {
        var value: UInt64 = 0
        for shift in stride(from: 0, through: 28, by: 7) {
            let byte = try number(UInt8.self)
            value |= UInt64(byte & 0x7F) << UInt64(shift)
            if byte & 0x80 == 0 {
                guard byte != 0 || shift == 0, value <= UInt64(UInt32.max), let number = Int(exactly: value) else {
                    throw damaged("a number is too large, or too long")
                }
                return number
            }
        }
        throw damaged("a number is too large, or too long")
    }

    func damaged(_ reason: String) -> DeltaError { DeltaError(pastEnd.path, "is damaged: \(reason)") }
}

extension ByteWriter {
    /// - Parameter number: not negative.
    mutating func add(varint number: Int) {
        var rest = number
        while rest > 0x7F {
            add(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        add(UInt8(truncatingIfNeeded: rest))
    }
}
