package import ThemeModel
import ThemeSystem

struct PackProperties {
    private let entries: [(key: String, value: String)]

    /// - Throws: ``PackError`` unless `count` properties in UTF-8, sorted by unique keys, fill the part.
    init(_ bytes: [UInt8], count: Int) throws(PackError) {
        let invalid = PackError("the theme's properties in the index are invalid")
        var cursor = ByteCursor(bytes, pastEnd: invalid)
        var entries: [(key: String, value: String)] = []
        while !cursor.isAtEnd {
            let keyLength = try cursor.number(UInt16.self)
            let valueLength = try cursor.number(UInt16.self)
            guard let key = String(validUTF8: try cursor.bytes(keyLength)),
                let value = String(validUTF8: try cursor.bytes(valueLength)),
                entries.last.map({ UTF8Order.precedes($0.key, key) }) ?? true
            else { throw invalid }
            entries.append((key, value))
        }
        guard entries.count == count else { throw invalid }
        self.entries = entries
    }

    subscript(key: String) -> String? { entries.first { $0.key == key }?.value }

    static let separator = " "

    func list(_ key: String) -> [String] {
        self[key]?.split(separator: Self.separator, omittingEmptySubsequences: false).map(String.init) ?? []
    }
}

extension PackTheme {
    /// The lowest version of the format that has everything the theme needs.
    package var formatVersion: UInt16 { max(minimumReader, season == .none ? 1 : 2) }

    /// The lowest version whose readers understand the theme's pack. Those of version 1 ignore a season.
    var minimumReader: UInt16 {
        let hasPlace = axis != nil || !combinedThemes.isEmpty || !axes.isEmpty
        return hasPlace || !templates.isEmpty ? 3 : 1
    }

    package var encodedProperties: (bytes: [UInt8], count: Int) {
        let properties = properties
        var writer = ByteWriter()
        for (key, value) in properties {
            // An index that has a longer text is refused, so the lengths need not be right for it.
            writer.add(UInt16(truncatingIfNeeded: key.utf8.count))
            writer.add(UInt16(truncatingIfNeeded: value.utf8.count))
            writer.add(raw: key.utf8)
            writer.add(raw: value.utf8)
        }
        return (writer.bytes, properties.count)
    }

    /// - Parameter encoded: at most ``FormatLimits/propertiesBytes``.
    package init(encodedProperties encoded: [UInt8], count: Int) throws(PackError) {
        try self.init(properties: PackProperties(encoded, count: count))
    }

    /// The properties for the index and the manifest, in the order of keys, without empty values.
    package var properties: [(key: String, value: String)] {
        let separator = PackProperties.separator
        let all: [(key: String, value: String)] = [
            ("activeFrom", season.from?.description ?? ""),
            ("activeUntil", season.until?.description ?? ""),
            ("axes", axes.map(\.string).joined(separator: separator)),
            ("axis", axis?.string ?? ""),
            ("colorOrder", colorOrder == .argb ? "" : colorOrder.rawValue),
            ("extends", extends?.string ?? ""),
            ("for", combinedThemes.map(\.string).joined(separator: separator)),
            ("id", id.string),
            ("imageNamePrefix", imageNamePrefix.string),
            ("name", name),
            ("priority", season.priority == 0 ? "" : String(season.priority)),
            ("templates", templates.map { "\($0.color?.description ?? "")\n" }.joined()),
            ("version", version.description),
        ]
        return all.filter { !$0.value.isEmpty }
    }

    /// Ignores unknown keys.
    init(properties: PackProperties) throws(PackError) {
        guard let order = ThemeColor.Order(rawValue: properties["colorOrder"] ?? "argb") else {
            throw PackError("the index has a color order that does not exist")
        }
        do throws(InvalidName) {
            let id = try ThemeID(properties["id"] ?? "")
            self.init(
                id: id, name: properties["name"] ?? id.string,
                version: try SemanticVersion(properties["version"] ?? ""),
                imageNamePrefix: try ImagePrefix(properties["imageNamePrefix"] ?? ""),
                extends: try properties["extends"].map { id throws(InvalidName) in try ThemeID(id) }, colorOrder: order)
            season = try ThemeSeason(properties: properties)
            axis = try properties["axis"].map { axis throws(InvalidName) in try ThemeAxis(axis) }
            combinedThemes = try properties.list("for").map { id throws(InvalidName) in try ThemeID(id) }
            axes = try properties.list("axes").map { axis throws(InvalidName) in try ThemeAxis(axis) }
            templates = try properties.templates
        } catch {
            throw PackError("the theme's properties in the index have '\(error.found)', expected \(error.expected)")
        }
        guard axesAreSound else { throw PackError("the theme's axes in the index are invalid") }
        guard extends != id, extends == nil || id != .default else {
            throw PackError("the theme '\(id)' extends \(extends == id ? "itself" : "another theme")")
        }
        guard templates.isEmpty || id == .default else {
            throw PackError("the theme '\(id)' has templates, which only the default theme can have")
        }
    }

    /// Only the default theme has axes, each once; it has no axis and combines nothing. A combination is for several
    /// others, has no axis and extends nothing.
    private var axesAreSound: Bool {
        let members = combinedThemes
        let isSorted = zip(members, members.dropFirst()).allSatisfy { $0 < $1 }
        if !members.isEmpty {
            guard members.count > 1, members.count <= ThemeAxis.countMax + 1, isSorted, axis == nil, extends == nil,
                !members.contains(id), !members.contains(.default)
            else { return false }
        }
        guard id == .default else { return axes.isEmpty }
        return axis == nil && members.isEmpty && axes.count <= ThemeAxis.countMax && Set(axes).count == axes.count
    }
}

extension PackProperties {
    /// The property `templates`: the path of a color in each line, or nothing.
    fileprivate var templates: [ImageTemplate] {
        get throws(InvalidName) {
            guard let text = self["templates"] else { return [] }
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let templates = lines.dropLast().map { line in
                ImageTemplate(color: line.isEmpty ? nil : SettingPath(dotted: String(line)))
            }
            guard lines.last == "", zip(templates, templates.dropFirst()).allSatisfy({ $0 < $1 }) else {
                throw InvalidName(text, expected: "colors of templates, a line each, in order")
            }
            return templates
        }
    }
}

extension ThemeSeason {
    init(properties: PackProperties) throws(InvalidName) {
        let from = try properties["activeFrom"].map { text throws(InvalidName) in try Moment(text) }
        let until = try properties["activeUntil"].map { text throws(InvalidName) in try Moment(text) }
        let priority =
            try properties["priority"].map { text throws(InvalidName) in
                guard let priority = Int(text), Self.priorities.contains(priority), String(priority) == text else {
                    throw InvalidName(text, expected: "a whole number as priority")
                }
                return priority
            } ?? 0
        if let from, let until, from >= until {
            throw InvalidName("\(from) to \(until)", expected: "a season that ends after it has begun")
        }
        self.init(from: from, until: until, priority: priority)
    }
}
