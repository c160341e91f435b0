import ThemeSystem

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
        func number(_ digits: Int, _ range: ClosedRange<Int32>) throws(InvalidName) -> Int32 {
            let part = text.prefix(digits)
            guard part.count == digits, part.allSatisfy(\.isASCIIDigit) else { throw invalid }
            text = text.dropFirst(digits)
            let value = part.reduce(0) { $0 * 10 + Int32($1 - UInt8(ascii: "0")) }
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
        let day = try number(2, 1...31)
        try expect("T")
        let hour = try number(2, 0...23)
        try expect(":")
        let minute = try number(2, 0...59)
        let second = take(":") ? try number(2, 0...59) : 0
        var offset: Int32 = 0
        if !take("Z") {
            let sign: Int32 = take("-") ? -1 : 1
            if sign == 1 { try expect("+") }
            let hours = try number(2, 0...23)
            try expect(":")
            offset = sign * (hours * 3600 + (try number(2, 0...59)) * 60)
        }
        var time = tm()
        time.tm_year = year - 1900
        time.tm_mon = month - 1
        time.tm_mday = day
        time.tm_hour = hour
        time.tm_min = minute
        time.tm_sec = second
        // This makes another day of one that the month does not have.
        let seconds = Int64(timegm(&time)) - Int64(offset)
        guard text.isEmpty, time.tm_mday == day, (0...Self.last).contains(seconds) else { throw invalid }
        secondsSince1970 = seconds
    }

    /// The moment in UTC: `2026-12-30T16:00:00Z`. The zone in which it was written is lost.
    public var description: String {
        var seconds = time_t(secondsSince1970)
        var time = tm()
        gmtime_r(&seconds, &time)
        func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
        let date = "\(time.tm_year + 1900)-\(two(time.tm_mon + 1))-\(two(time.tm_mday))"
        return "\(date)T\(two(time.tm_hour)):\(two(time.tm_min)):\(two(time.tm_sec))Z"
    }

    public static func < (left: Self, right: Self) -> Bool { left.secondsSince1970 < right.secondsSince1970 }
}
