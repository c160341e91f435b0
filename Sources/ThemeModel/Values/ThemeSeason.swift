/// The time in which a theme is selected automatically.
public struct ThemeSeason: Hashable, Sendable {
    /// The first moment of the season; `nil` if it has no beginning.
    public var from: Moment?
    /// The first moment after the season; `nil` if it has no end.
    public var until: Moment?
    /// If several themes are in season, the one with the highest priority is selected.
    public var priority: Int

    /// The allowed priorities.
    public static let priorities = -1_000_000...1_000_000

    /// The season of a theme that is never selected automatically.
    public static let none = ThemeSeason(from: nil, until: nil)

    /// Creates a season from one moment up to, but not including, another.
    public init(from: Moment?, until: Moment?, priority: Int = 0) {
        self.from = from
        self.until = until
        self.priority = priority
    }

    /// Returns whether a moment lies in the season. A season without beginning and end contains no moment.
    public func contains(secondsSince1970 seconds: Double) -> Bool {
        guard from != nil || until != nil else { return false }
        return from.map { Double($0.secondsSince1970) <= seconds } ?? true
            && until.map { seconds < Double($0.secondsSince1970) } ?? true
    }
}
