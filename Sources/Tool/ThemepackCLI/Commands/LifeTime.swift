import ArgumentParser
import ThemeProject

/// The time until a feed expires: `30d`, `12h`.
struct LifeTime {
    let hours: Int64

    init(hours: Int64) { self.hours = hours }

    private static let daysMax: Int64 = 36_500

    /// Reads an argument. ArgumentParser adds the option's name to the error.
    init(argument: String) throws(ValidationError) {
        let hoursOfUnit: Int64 = argument.hasSuffix("d") ? 24 : 1
        guard argument.hasSuffix("d") || argument.hasSuffix("h"), let number = Int64(argument.dropLast()),
            (1...24 * Self.daysMax / hoursOfUnit).contains(number), !argument.hasPrefix("+")
        else { throw ValidationError("expected days or hours, such as 30d or 12h, at most \(Self.daysMax)d") }
        hours = hoursOfUnit * number
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
