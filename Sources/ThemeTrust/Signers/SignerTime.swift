import ThemeSystem
import ThemeModel

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A time as ssh-keygen(1) has it: `YYYYMMDD`, `YYYYMMDDHHMM` or `YYYYMMDDHHMMSS`; with a `Z` in UTC, else in the time
/// zone of the system.
enum SignerTime {
    /// Returns `nil` if the text is no such time after 1970-01-01.
    static func date(_ text: some StringProtocol) -> Date? {
        var digits = Array(text.utf8)
        let isUTC = digits.last == UInt8(ascii: "Z") || digits.last == UInt8(ascii: "z")
        if isUTC { digits.removeLast() }
        guard [8, 12, 14].contains(digits.count), digits.allSatisfy(\.isASCIIDigit) else { return nil }
        func number(_ range: Range<Int>) -> Int32 {
            range.reduce(0) { $1 < digits.count ? $0 * 10 + Int32(digits[$1] - UInt8(ascii: "0")) : 0 }
        }
        let (year, month, day) = (number(0..<4), number(4..<6), number(6..<8))
        let (hour, minute, second) = (number(8..<10), number(10..<12), number(12..<14))
        func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
        let iso = "\(year)-\(two(month))-\(two(day))T\(two(hour)):\(two(minute)):\(two(second))Z"
        guard let moment = try? Moment(iso) else { return nil }
        var seconds = moment.secondsSince1970
        if !isUTC {
            // As OpenSSH: no daylight saving time.
            var time = tm()
            time.tm_year = year - 1900
            time.tm_mon = month - 1
            time.tm_mday = day
            time.tm_hour = hour
            time.tm_min = minute
            time.tm_sec = second
            seconds = Int64(mktime(&time))
        }
        return seconds > 0 ? Date(timeIntervalSince1970: Double(seconds)) : nil
    }
}
