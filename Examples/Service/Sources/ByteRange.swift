/// The bytes that a `Range` header requests. RFC 9110, section 14.
enum ByteRange: Equatable {
    /// Everything: without a header, with several ranges, or with one that is not well-formed.
    case whole
    case part(Range<Int>)
    case unsatisfiable

    init(_ header: String?, of count: Int) {
        self = header.flatMap { Self.parse($0, count) } ?? .whole
    }

    private static func parse(_ header: String, _ count: Int) -> ByteRange? {
        let parts = header.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let ends = parts[1].drop { $0 == " " }.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        switch (number(ends[0]), number(ends[1])) {
        case (let first?, let last?):
            guard first <= last else { return nil }
            return first < count ? .part(first..<min(last, count - 1) + 1) : .unsatisfiable
        case (let first?, nil) where ends[1].isEmpty:
            return first < count ? .part(first..<count) : .unsatisfiable
        case (nil, let length?) where ends[0].isEmpty:
            return min(length, count) > 0 ? .part(count - min(length, count)..<count) : .unsatisfiable
        default: return nil
        }
    }

    /// A number of digits only. Numbers that do not fit are larger than every resource.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int(text) ?? .max
    }
}
