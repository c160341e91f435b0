/// Texts on which Swift's comparisons take the square of the length.
package enum HostileText {
    /// Marks of two combining classes in turn, so that each has to be sorted.
    package static func marks(_ count: Int) -> String {
        var text = String.UnicodeScalarView()
        for number in 0..<count { text.append(number % 2 == 0 ? "\u{301}" : "\u{316}") }
        return String(text)
    }

    /// The escapes of JSON for ``marks(_:)``.
    package static func escapedMarks(_ count: Int) -> String {
        (0..<count).map { $0 % 2 == 0 ? "\\u0301" : "\\u0316" }.joined()
    }

    /// The references of XML for ``marks(_:)``.
    package static func referencedMarks(_ count: Int) -> String {
        (0..<count).map { $0 % 2 == 0 ? "&#x301;" : "&#790;" }.joined()
    }
}
