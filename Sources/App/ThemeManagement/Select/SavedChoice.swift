import ThemeSystem

/// A choice as a store keeps it: `acme@brand+dark@mode`. With its axis, a theme keeps its place while the source does
/// not have it. A choice in place of themes in season also has the time and these: `plain!1798732800!year`.
///
/// No id or axis of a library contains the separators.
struct SavedChoice<ID: ThemeIdentifier> {
    typealias Member = (id: ID, axis: ThemeAxis?)

    let members: [Member]
    /// `nil` if the choice is in place of no theme in season.
    let replaced: ReplacedSeasons<ID>?

    init(_ members: [Member], replacing replaced: ReplacedSeasons<ID>?) {
        self.members = members
        self.replaced = replaced
    }

    /// Reads a choice, also one without axes.
    init?(_ text: String) {
        if let id = ID(text: text) {
            self.init([(id, nil)], replacing: nil)
            return
        }
        let parts = text.split(separator: "!", omittingEmptySubsequences: false)
        guard let members = Self.members(parts[0]) else { return nil }
        guard parts.count > 1 else {
            self.init(members, replacing: nil)
            return
        }
        guard parts.count == 3, let seconds = Int64(parts[1]), let moment = Moment(secondsSince1970: seconds),
            let seasons = Self.members(parts[2])
        else { return nil }
        self.init(members, replacing: ReplacedSeasons(moment, seasons))
    }

    var text: String {
        guard let replaced else { return Self.text(of: members) }
        let seasons = replaced.ids.map { (id: $1, axis: $0) }.sorted { UTF8Order.precedes($0.id.text, $1.id.text) }
        return "\(Self.text(of: members))!\(replaced.moment.secondsSince1970)!\(Self.text(of: seasons))"
    }

    private static func text(of members: [Member]) -> String {
        members.map { id, axis in id.text + (axis.map { "@\($0.string)" } ?? "") }.joined(separator: "+")
    }

    private static func members(_ text: Substring) -> [Member]? {
        var members: [Member] = []
        for part in text.split(separator: "+", omittingEmptySubsequences: false) {
            let words = part.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let axis = words.count > 1 ? try? ThemeAxis(words[1]) : nil
            guard let id = ID(text: words[0]), words.count == 1 || axis != nil else { return nil }
            members.append((id, axis))
        }
        return members
    }
}

/// The themes in season in whose place a choice was made, by their axes. The choice stays until an axis has another
/// theme in season.
struct ReplacedSeasons<ID: ThemeIdentifier>: Equatable {
    let moment: Moment
    let ids: [ThemeAxis?: ID]

    init(_ moment: Moment, _ members: [SavedChoice<ID>.Member]) {
        self.moment = moment
        ids = Dictionary(members.map { ($0.axis, $0.id) }) { first, _ in first }
    }

    /// - Parameters:
    ///   - followed: the themes in season, by their axes.
    ///   - chosen: what is in force now.
    /// - Returns: `nil` if none was replaced.
    init?(at date: Date, of followed: [ThemeAxis?: ID], by chosen: [ID]) {
        let replaced = followed.filter { !chosen.contains($0.value) }
        guard !replaced.isEmpty, let moment = Moment(secondsSince1970: Int64(date.timeIntervalSince1970)) else {
            return nil
        }
        self.moment = moment
        ids = replaced
    }
}
