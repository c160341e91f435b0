import ThemeSystem
import ThemeModel

/// The colors of `values` and `values-night`, with references resolved.
struct AndroidColors {
    struct Entry {
        let text: String
        let path: String
        let line: Int
    }

    struct Failure: Error {
        let note: ExchangeItem.Note

        static func left(_ text: String) -> Failure { Failure(note: .left(text)) }
        static func defect(_ text: String) -> Failure { Failure(note: .defect(text)) }
    }

    private(set) var day: [String: Entry] = [:]
    private(set) var night: [String: Entry] = [:]
    /// The names of files that have a color for each state of a view.
    var stateLists: Set<String> = []
    /// Colors of the system that no version and no vendor changes.
    private static let system = ["white": ThemeColor.white, "black": .black, "transparent": .transparent]

    /// Returns the path of an earlier definition.
    mutating func add(_ name: String, _ entry: Entry, isNight: Bool) -> String? {
        if let other = isNight ? night[name] : day[name] { return other.path }
        if isNight { night[name] = entry } else { day[name] = entry }
        return nil
    }

    var names: [String] { Set(day.keys).union(night.keys).sorted() }

    /// Resolves references as Android does: each one by day or by night.
    ///
    /// - Returns: the color, and the system's color that it refers to.
    func color(_ name: String, atNight: Bool) throws(Failure) -> (color: ThemeColor, system: String?) {
        var name = name
        var seen: Set<String> = []
        while true {
            guard seen.insert(name).inserted else { throw Failure.defect("it refers to itself") }
            guard seen.count <= 64 else {
                throw Failure.defect("it refers to more than 64 colors, one after the other")
            }
            guard let entry = atNight ? night[name] ?? day[name] : day[name] else {
                throw stateLists.contains(name)
                    ? .left("it refers to '\(name)', which has a color for each state")
                    : .defect("the color '\(name)' does not exist")
            }
            let text = entry.text
            if text.hasPrefix("@color/") || text.hasPrefix("@*color/") {
                name = String(text.lastPathComponent)
            } else if text.hasPrefix("@android:color/"), let color = Self.system[String(text.lastPathComponent)] {
                return (color, text)
            } else if text.hasPrefix("@") || text.hasPrefix("?") {
                throw Failure.left("it refers to '\(text)', which is not in these files")
            } else if text.hasPrefix("#"), let color = try? ThemeColor(text) {
                return (color, nil)
            } else {
                throw Failure.defect("'\(text.prefix(40))' is not a color (line \(entry.line))")
            }
        }
    }
}

extension ThemeColor {
    fileprivate static let white = ThemeColor(red: 255, green: 255, blue: 255, alpha: 255)
    fileprivate static let black = ThemeColor(red: 0, green: 0, blue: 0, alpha: 255)
    fileprivate static let transparent = ThemeColor(red: 0, green: 0, blue: 0, alpha: 0)
}
