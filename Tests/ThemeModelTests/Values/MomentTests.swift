import Foundation
import Testing
import ThemeModel

@Suite("Moments and seasons")
struct MomentTests {
    @Test(
        "One moment has one description, in UTC",
        arguments: [
            ("1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00Z"),
            ("2026-12-31T00:00:00+08:00", 1_798_646_400, "2026-12-30T16:00:00Z"),
            ("2026-12-30T11:30-04:30", 1_798_646_400, "2026-12-30T16:00:00Z"),
            ("2000-02-29T23:59:59Z", 951_868_799, "2000-02-29T23:59:59Z"),
            ("9999-12-31T23:59:59-00:00", 253_402_300_799, "9999-12-31T23:59:59Z"),
        ])
    func descriptions(text: String, seconds: Int64, description: String) throws {
        let moment = try Moment(text)
        #expect(moment.secondsSince1970 == seconds && moment.description == description)
        #expect(try Moment(moment.description) == moment)
    }

    @Test("Every day from 1970 to 2400 equals Foundation's, and reads back")
    func days() throws {
        let style = Date.ISO8601FormatStyle()
        for day in stride(from: 0, to: 157_000, by: 1) {
            let date = Date(timeIntervalSince1970: Double(day) * 86400 + Double(day % 86400))
            let moment = try Moment(style.format(date))
            #expect(moment.secondsSince1970 == Int64(date.timeIntervalSince1970))
            if moment.description != style.format(date) { Issue.record("\(moment)") }
        }
    }

    @Test(
        "A text that is not a time with a zone is rejected",
        arguments: [
            "", "2026-12-31", "2026-12-31T00:00:00", "2026-12-31 00:00:00Z", "2026-12-31T00:00:00z",
            "2026-12-31T24:00:00Z",
            "2026-12-31T23:60:00Z", "2026-12-31T23:59:60Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
            "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2026-12-32T00:00:00Z", "1969-12-31T23:59:59Z",
            "1970-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "2026-12-31T00:00:00.5Z",
            "2026-12-31T00:00:00+8:00",
            "2026-12-31T00:00:00+0800", "2026-12-31T00:00:00+24:00", "+026-12-31T00:00:00Z", "２026-12-31T00:00:00Z",
            "2026-12-31T00:00:00ZZ", " 2026-12-31T00:00:00Z", "2026-12-31T00:00:00 08:00",
        ])
    func refused(text: String) { #expect(throws: InvalidName.self) { try Moment(text) } }

    @Test("A season includes its first moment and excludes its last; a season without both never applies")
    func seasons() throws {
        let (from, until) = (try Moment("1970-01-01T00:01:00Z"), try Moment("1970-01-01T00:02:00Z"))
        let cases: [(ThemeSeason, [Double])] = [
            (ThemeSeason(from: from, until: until), [60, 119.9]),
            (ThemeSeason(from: from, until: nil), [60, 119.9, 120]),
            (ThemeSeason(from: nil, until: until), [59.9, 60, 119.9]), (ThemeSeason(from: nil, until: nil), []),
        ]
        for (season, times) in cases {
            #expect([59.9, 60, 119.9, 120].filter { season.contains(secondsSince1970: $0) } == times)
        }
    }
}
