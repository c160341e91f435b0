extension StringProtocol {
    /// The text with its first character in upper case, as a sentence begins.
    package var firstUppercased: String { prefix(1).uppercased() + dropFirst() }
}
