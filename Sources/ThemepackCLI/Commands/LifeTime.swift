import ArgumentParser
import ThemeProject

/// The time until a feed expires: `30d`, `12h`.
struct LifeTime: ExpressibleByArgument {
    let hours: Int64

    init(hours: Int64) { self.hours = hours }

    init?(argument: String) {
        guard let unit = argument.last, unit == "d" || unit == "h", let number = Int64(argument.dropLast()),
            (1...36_500).contains(number), !argument.hasPrefix("+")
        else { return nil }
        hours = unit == "d" ? 24 * number : number
    }

    /// The end, counted from SOURCE_DATE_EPOCH if it is set, else from now.
    func end() throws -> Moment {
        let start = try SourceDate.moment()?.secondsSince1970 ?? Int64(Date().timeIntervalSince1970)
        guard let end = Moment(secondsSince1970: start + 3600 * hours) else {
            throw UserError("the feed would expire after the year 9999", hint: "name a shorter time")
        }
        return end
    }
}
