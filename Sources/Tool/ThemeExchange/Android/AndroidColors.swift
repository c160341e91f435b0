import ThemeSystem
import ThemeModel

/// The colors of `values`, `color` and `-night`: named ones, those of styles, and those for states of a view.
struct AndroidColors {
    struct Entry {
        let text: String
        let path: String
        let line: Int
        /// The setting that it becomes.
        let keys: [String]
        /// The name of its item: a color, a list of states, or an item of a style.
        let item: String
        /// The opacity as it is written, a number or a reference.
        var alpha = "1"
        /// The folder of resources of `main` that has it; `nil` for another source set.
        var module: String?

        var kind: String { keys[0] == ContentSections.styles ? "style color" : "color" }

        /// Whether both are written alike, or are one color in two notations.
        func isSame(as other: Entry) -> Bool {
            guard alpha == other.alpha, text != other.text else { return alpha == other.alpha }
            guard let color = try? ThemeColor(text) else { return false }
            return text.hasPrefix("#") && other.text.hasPrefix("#") && color == (try? ThemeColor(other.text))
        }
    }

    private(set) var day: [String: Entry] = [:]
    private(set) var night: [String: Entry] = [:]
    /// The sizes, numbers and texts of `values`, to which vectors refer: `dimen/gap`.
    var texts: [String: String] = [:]
    /// The names of files that have a color for each state of a view.
    var stateLists: Set<String> = []
    /// The gradients of `color`, by name, and by `night/` and name.
    var gradients: [String: XMLElement] = [:]
    /// The names of the entries of styles, by attribute.
    private var attributes: [String: Set<String>] = [:]
    /// Colors of the system that no version and no vendor changes.
    private static let system = ["white": ThemeColor.white, "black": .black, "transparent": .transparent]

    /// Returns an earlier definition, which stays.
    mutating func add(_ name: String, _ entry: Entry, isNight: Bool) -> Entry? {
        if let other = isNight ? night[name] : day[name] { return other }
        if isNight { night[name] = entry } else { day[name] = entry }
        if entry.keys[0] == ContentSections.styles { attributes[entry.keys[2], default: []].insert(name) }
        return nil
    }

    var paths: [String] { day.values.map(\.path) + night.values.map(\.path) }

    var names: [String] { Set(day.keys).union(night.keys).sorted() }

    /// Returns the color of an attribute or of a text in a drawable.
    func color(of text: String, atNight: Bool) throws(ExchangeItem.Note) -> ThemeColor {
        guard text.hasPrefix("?") else {
            let entry = Entry(text: text, path: "", line: 0, keys: [""], item: "")
            return try resolve(entry, atNight).color
        }
        var found: Set<ThemeColor> = []
        for name in attributes[Self.attribute(text)] ?? [] {
            if let color = try? color(name, atNight: atNight).color { found.insert(color) }
        }
        guard let color = found.first, found.count == 1 else {
            let words = found.isEmpty ? "which no style sets to a color" : "which styles set to several colors"
            throw .left("it mixes colors with '\(text.prefix(40))', \(words)")
        }
        return color
    }

    /// Returns the gradient that a text refers to; `nil` for another text.
    func gradient(_ text: String, atNight: Bool) -> XMLElement? {
        guard text.hasPrefix("@color/") else { return nil }
        let name = text.dropFirst(7)
        return (atNight ? gradients["night/\(name)"] : nil) ?? gradients[String(name)]
    }

    /// Returns the text that a reference such as `@string/path` leads to, and any other text as it is.
    func text(_ written: String) throws(ExchangeItem.Note) -> String {
        var text = written
        for _ in 0..<16 {
            guard text.hasPrefix("@") else { return text }
            guard let next = texts[String(text.dropFirst())] else { throw Self.missing(text) }
            text = next
        }
        throw .defect("'\(written)' refers to more than 16 values, one after the other")
    }

    /// The note on a reference that leads out of the source. An app that can be built has its target elsewhere.
    static func missing(_ reference: String) -> ExchangeItem.Note {
        let owner = reference.hasPrefix("@android:") || reference.hasPrefix("@*android:") ? "the system" : "a library"
        return .left("it refers to '\(reference.prefix(60))', which is not in these files: \(owner) has it")
    }

    /// `colorPrimary` of `?attr/colorPrimary`; an attribute of the system keeps its namespace, as in styles.
    private static func attribute(_ text: String) -> String {
        let name = String(text.lastPathComponent.drop { $0 == "?" })
        let isOfSystem = text.hasPrefix("?android:") && !name.hasPrefix("android:")
        return key(isOfSystem ? "android:" + name : name)
    }

    /// The key of a style or of an attribute: as in Java, without dots and colons.
    static func key(_ name: String) -> String {
        String(name.map { [".", ":"].contains($0) ? "_" : $0 })
    }

    /// Resolves references as Android does: each one by day or by night.
    ///
    /// - Returns: the color, and the system's color that it refers to.
    func color(_ name: String, atNight: Bool) throws(ExchangeItem.Note) -> (color: ThemeColor, system: String?) {
        try resolve(try entry(name, atNight), atNight)
    }

    private func entry(_ name: String, _ atNight: Bool) throws(ExchangeItem.Note) -> Entry {
        guard let entry = atNight ? night[name] ?? day[name] : day[name] else {
            if stateLists.contains(name) { throw .left("it refers to '\(name)', which has a color for each state") }
            throw gradients[name] == nil
                ? Self.missing("@color/\(name)") : .left("it refers to '\(name)', which is a gradient")
        }
        return entry
    }

    private func opacity(of entry: Entry) throws(ExchangeItem.Note) -> Double {
        guard let opacity = Double(try text(entry.alpha)), opacity.isFinite else {
            throw .left("its alpha '\(entry.alpha.prefix(40))' is not a number")
        }
        return opacity
    }

    private func resolve(_ entry: Entry, _ atNight: Bool) throws(ExchangeItem.Note) -> (
        color: ThemeColor, system: String?
    ) {
        var entry = entry
        var opacity = try opacity(of: entry)
        var seen: Set<String> = []
        while true {
            let text = entry.text
            if text.hasPrefix("@color/") || text.hasPrefix("@*color/") {
                let name = String(text.lastPathComponent)
                guard seen.insert(name).inserted else { throw .defect("it refers to itself") }
                guard seen.count <= 64 else {
                    throw .defect("it refers to more than 64 colors, one after the other")
                }
                entry = try self.entry(name, atNight)
                opacity *= try self.opacity(of: entry)
            } else if text.hasPrefix("@android:color/"), let color = Self.system[String(text.lastPathComponent)] {
                return (color.faded(opacity), text)
            } else if text.hasPrefix("@") {
                throw Self.missing(text)
            } else if text.hasPrefix("?") {
                let isStyled = attributes[Self.attribute(text)] != nil
                throw .left("it refers to '\(text)', which \(isStyled ? "each style sets" : "is not in these files")")
            } else if text.hasPrefix("#"), let color = try? ThemeColor(text) {
                return (color.faded(opacity), nil)
            } else {
                let place = entry.line > 0 ? " (line \(entry.line))" : ""
                throw .defect("'\(text.prefix(40))' is not a color\(place)")
            }
        }
    }
}

extension ThemeColor {
    static let white = ThemeColor(red: 255, green: 255, blue: 255, alpha: 255)
    static let black = ThemeColor(red: 0, green: 0, blue: 0, alpha: 255)
    fileprivate static let transparent = ThemeColor(red: 0, green: 0, blue: 0, alpha: 0)

    /// The color with a part of its opacity.
    func faded(_ opacity: Double) -> ThemeColor {
        ThemeColor(
            red: red, green: green, blue: blue, alpha: UInt8((Double(alpha) * min(max(opacity, 0), 1)).rounded()))
    }
}
