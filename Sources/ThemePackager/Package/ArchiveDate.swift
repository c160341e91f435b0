import Foundation

/// The one time stamp of all entries, in the two numbers that zip has for it.
public struct ArchiveDate: Hashable, Sendable {
    /// 1980-01-01 00:00, the first moment that zip can tell.
    public static let fixed = ArchiveDate(time: 0, date: 1 << 5 | 1)

    let time: UInt16
    let date: UInt16

    /// Both, as a header has them.
    var stamp: UInt32 { UInt32(date) << 16 | UInt32(time) }

    init(time: UInt16, date: UInt16) { (self.time, self.date) = (time, date) }

    /// A moment in UTC, as `SOURCE_DATE_EPOCH` tells it, to two seconds; what lies outside 1980 to 2107 becomes its border.
    /// https://reproducible-builds.org/specs/source-date-epoch/
    public init(secondsSince1970 seconds: Int64) {
        let border: ClosedRange<Int64> = 315_532_800...4_354_819_198
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let moment = Date(timeIntervalSince1970: Double(min(max(seconds, border.lowerBound), border.upperBound)))
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: moment)
        func part(_ value: Int?) -> UInt16 { UInt16(value ?? 0) }
        time = part(parts.hour) << 11 | part(parts.minute) << 5 | part(parts.second) / 2
        date = (part(parts.year) - 1980) << 9 | part(parts.month) << 5 | part(parts.day)
    }
}
