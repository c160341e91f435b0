import PackFormat
import ThemeProject

/// The time in the variable SOURCE_DATE_EPOCH, which makes a result reproducible.
/// https://reproducible-builds.org/specs/source-date-epoch/
enum SourceDate {
    static var now: Moment? { Moment(secondsSince1970: Int64(Date().timeIntervalSince1970)) }

    /// Returns `nil` if the variable is not set, or is empty.
    static func moment() throws(UserError) -> Moment? {
        guard let text = ProcessEnvironment.variable("SOURCE_DATE_EPOCH"), !text.isEmpty else { return nil }
        guard text.utf8.allSatisfy(\.isASCIIDigit), let seconds = Int64(text),
            let moment = Moment(secondsSince1970: seconds)
        else {
            throw UserError(
                "SOURCE_DATE_EPOCH is '\(text)'",
                hint: "expected: seconds since 1970, up to the year 9999, as `date +%s` prints them")
        }
        return moment
    }

    /// The time stamp of packs. Sets the time zone of this process to UTC: libzip 1.7 takes a time for a local one, and
    /// an hour that the time zone leaves out in spring would become another one.
    static func archiveDate() throws(UserError) -> ArchiveDate {
        setenv("TZ", "UTC0", 1)
        tzset()
        return try moment().map { ArchiveDate(secondsSince1970: $0.secondsSince1970) } ?? .earliest
    }
}
