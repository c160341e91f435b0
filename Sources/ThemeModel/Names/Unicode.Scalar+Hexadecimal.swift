extension Unicode.Scalar {
    /// The number in at least four hexadecimal digits, as in `U+000A`.
    package var hexadecimal: String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }
}
