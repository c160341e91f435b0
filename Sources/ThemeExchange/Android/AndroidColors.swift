import ThemeModel

/// The colors of `values` and `values-night`, with references resolved.
struct AndroidColors {
    struct Entry {
        let text: String
        let path: String
        let line: Int
    }

    enum Failure: Error {
        case left(String)
        case defect(String)

        var note: ExchangeItem.Note {
            switch self {
            case .left(let text): .left(text)
            case .defect(let text): .defect(text)
            }
        }
    }

    private(set) var day: [String: Entry] = [:]
    private(set) var night: [String: Entry] = [:]

    /// Returns the path of an earlier definition.
    mutating func add(_ name: String, _ entry: Entry, isNight: Bool) -> String? {
        if let other = isNight ? night[name] : day[name] { return other.path }
        if isNight { night[name] = entry } else { day[name] = entry }
        return nil
    }

    var names: [String] { Set(day.keys).union(night.keys).sorted() }

    /// Resolves references as Android does: each one by day or by night.
    func color(_ name: String, atNight: Bool) throws(Failure) -> ThemeColor {
        var name = name
        var seen: Set<String> = []
        while true {
            guard seen.insert(name).inserted else { throw .defect("it refers to itself") }
            guard seen.count <= 64 else { throw .defect("it refers to more than 64 colors, one after the other") }
            guard let entry = atNight ? night[name] ?? day[name] : day[name] else {
                throw .defect("the color '\(name)' does not exist")
            }
            let text = entry.text
            if text.hasPrefix("@color/") || text.hasPrefix("@*color/") {
                name = String(text.lastPathComponent)
            } else if text.hasPrefix("@") || text.hasPrefix("?") {
                throw .left("it refers to '\(text)', which is not in these files")
            } else if text.hasPrefix("#"), let color = try? ThemeColor(text) {
                return color
            } else {
                throw .defect("'\(text.prefix(40))' is no color (line \(entry.line))")
            }
        }
    }
}
