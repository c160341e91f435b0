import SystemCalls

/// The transfer function of sRGB, which display-p3 also has. Negative values are mirrored, as extended spaces do it.
enum TransferFunction {
    static func decode(_ value: Double) -> Double {
        signed(value) { $0 <= 0.04045 ? $0 / 12.92 : power(($0 + 0.055) / 1.055, 2.4) }
    }

    static func encode(_ value: Double) -> Double {
        signed(value) { $0 <= 0.0031308 ? $0 * 12.92 : 1.055 * power($0, 1 / 2.4) - 0.055 }
    }

    static func signed(_ value: Double, _ body: (Double) -> Double) -> Double {
        value < 0 ? -body(-value) : body(value)
    }

    static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
}
