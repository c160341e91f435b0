/// A point in time, written in ISO 8601 with a zone: `2026-12-31T00:00:00+08:00`, `2026-12-30T16:00Z`.
public struct Moment: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The seconds since 1970-01-01 00:00:00 UTC, without leap seconds.
    public let secondsSince1970: Int64

    private static let last: Int64 = 253_402_300_799  // 9999-12-31 23:59:59 UTC

    /// Creates a moment from 1970 to 9999; `nil` for any other.
    public init?(secondsSince1970: Int64) {
        guard (0...Self.last).contains(secondsSince1970) else { return nil }
        self.secondsSince1970 = secondsSince1970
    }

    /// Parses a date, a `T`, a time with optional seconds, and `Z` or an offset. The year must be from 1970 to 9999, as
    /// written and in UTC.
    public init(_ string: String) throws(InvalidName) {
        let invalid = InvalidName(string, expected: "a time with its zone, such as \"2026-12-31T00:00:00+08:00\"")
        var text = Array(string.utf8)[...]
        func number(_ digits: Int, _ range: ClosedRange<Int64>) throws(InvalidName) -> Int64 {
            let part = text.prefix(digits)
            guard part.count == digits, part.allSatisfy(\.isASCIIDigit) else { throw invalid }
            text = text.dropFirst(digits)
            let value = part.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
            guard range.contains(value) else { throw invalid }
            return value
        }
        func take(_ character: Unicode.Scalar) -> Bool {
            guard text.first == UInt8(ascii: character) else { return false }
            text = text.dropFirst()
            return true
        }
        func expect(_ character: Unicode.Scalar) throws(InvalidName) { if !take(character) { throw invalid } }

        let year = try number(4, 1970...9999)
        try expect("-")
        let month = try number(2, 1...12)
        try expect("-")
        let day = try number(2, 1...Self.days(in: month, of: year))
        try expect("T")
        let hour = try number(2, 0...23)
        try expect(":")
        let minute = try number(2, 0...59)
        let second = take(":") ? try number(2, 0...59) : 0
        var offset: Int64 = 0
        if !take("Z") {
            let sign: Int64 = take("-") ? -1 : 1
            if sign == 1 { try expect("+") }
            let hours = try number(2, 0...23)
            try expect(":")
            offset = sign * (hours * 3600 + (try number(2, 0...59)) * 60)
        }
        let days = Self.days(before: year, month) + day - 1
        let seconds = days * 86400 + hour * 3600 + minute * 60 + second - offset
        guard text.isEmpty, (0...Self.last).contains(seconds) else { throw invalid }
        secondsSince1970 = seconds
    }

    /// The moment in UTC: `2026-12-30T16:00:00Z`. The zone in which it was written is lost.
    public var description: String {
        let (days, seconds) = secondsSince1970.quotientAndRemainder(dividingBy: 86400)
        var year: Int64 = 1970 + days / 366
        while Self.days(before: year + 1, 1) <= days { year += 1 }
        var month: Int64 = 1
        while month < 12, Self.days(before: year, month + 1) <= days { month += 1 }
        func two(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
        let date = "\(year)-\(two(month))-\(two(days - Self.days(before: year, month) + 1))"
        return "\(date)T\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))Z"
    }

    public static func < (left: Self, right: Self) -> Bool { left.secondsSince1970 < right.secondsSince1970 }

    private static func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the days from 1970-01-01 to the first of a month.
    private static func days(before year: Int64, _ month: Int64) -> Int64 {
        func leapYears(before year: Int64) -> Int64 { (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400 }
        let years = (year - 1970) * 365 + leapYears(before: year) - leapYears(before: 1970)
        return (1..<month).reduce(years) { $0 + days(in: $1, of: year) }
    }
}
