package import ThemeModel

/// A member of `"contrast"` in `themepack.json`: two colors that are shown on each other.
package struct ContrastPair: Hashable, Sendable {
    /// The color of the text, or of a line or symbol.
    package var text: SettingPath
    /// The color behind it.
    package var ground: SettingPath
    /// The lowest ratio that is enough, from 1 to 21.
    package var minimum: Double
    /// The place of the pair in `themepack.json`.
    package var position: SourcePosition?

    package init(text: SettingPath, ground: SettingPath, minimum: Double, position: SourcePosition? = nil) {
        self.text = text
        self.ground = ground
        self.minimum = minimum
        self.position = position
    }

    /// The ratios that two colors can have: 1 for equal ones, 21 for black and white.
    package static let ratios = 1.0...21.0
    /// The minimum of WCAG 2.2 for text, level AA (success criterion 1.4.3).
    static let usualMinimum = 4.5
    private static let keys = ["text", "on", "min"]

    /// Reads `"contrast"`.
    static func pairs(_ reader: MemberReader) throws(SourceError) -> [ContrastPair] {
        let list = SettingPath(["contrast"])
        guard let value = reader.value(at: list) else { return [] }
        guard case .list(let items) = value else {
            throw reader.problem(list, "expected a list of {\"text\", \"on\", \"min\"}")
        }
        var pairs: [ContrastPair] = []
        for index in items.indices { pairs.append(try ContrastPair(at: list.appending(String(index)), reader)) }
        return pairs
    }

    private init(at path: SettingPath, _ reader: MemberReader) throws(SourceError) {
        let members = try reader.members(at: path, known: Self.keys)
        func setting(_ key: String) throws(SourceError) -> SettingPath {
            guard let name = members[key]?.string, !name.isEmpty else {
                let place = members[key] == nil ? path : path.appending(key)
                throw reader.problem(
                    place, "expected \"\(key)\" with the path of a color", hint: "for example \"Color.title\"")
            }
            return SettingPath(name.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
        }
        let (text, ground) = (try setting("text"), try setting("on"))
        var minimum = Self.usualMinimum
        if let value = members["min"] {
            guard case .number(let number) = value, Self.ratios.contains(number) else {
                throw reader.problem(
                    path.appending("min"), "expected a number from 1 to 21",
                    hint: "WCAG 2.2 asks for 4.5 for text, 3 for large text and symbols, and 7 for level AAA")
            }
            minimum = number
        }
        self.init(text: text, ground: ground, minimum: minimum, position: reader.document.valuePositions[path])
    }
}
