import ThemeSystem

/// The time stamp of a pack's entries.
package struct ArchiveDate: Hashable, Sendable {
    /// 1980-01-01 00:00, the first moment that zip can store.
    package static let earliest = ArchiveDate(time: 0, date: 1 << 5 | 1)

    package let time: UInt16
    package let date: UInt16

    package var timeAndDate: UInt32 { UInt32(date) << 16 | UInt32(time) }

    package init(time: UInt16, date: UInt16) { (self.time, self.date) = (time, date) }

    package init(timeAndDate: UInt32) {
        self.init(time: UInt16(truncatingIfNeeded: timeAndDate), date: UInt16(timeAndDate >> 16))
    }

    /// Converts seconds since 1970 to a time in UTC. Odd seconds are rounded down, and years outside 1980 to 2107 are
    /// clamped. https://reproducible-builds.org/specs/source-date-epoch/
    package init(secondsSince1970 seconds: Int64) {
        let storable: ClosedRange<Int64> = 315_532_800...4_354_819_198
        var moment = time_t(min(max(seconds, storable.lowerBound), storable.upperBound))
        var parts = tm()
        gmtime_r(&moment, &parts)
        time = UInt16(parts.tm_hour << 11 | parts.tm_min << 5 | parts.tm_sec / 2)
        // `tm` counts years from 1900 and months from 0.
        date = UInt16((parts.tm_year - 80) << 9 | (parts.tm_mon + 1) << 5 | parts.tm_mday)
    }
}
