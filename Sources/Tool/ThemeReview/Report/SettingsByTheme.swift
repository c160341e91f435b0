import ThemeProject

/// The settings of all themes: a row for each key, with a line for each theme.
struct SettingsByTheme {
    /// A key, and the settings of the columns; `nil` if a theme does not resolve the key.
    private struct Row {
        let path: SettingPath
        var settings: [ReviewedSetting?]
        /// The narrower selections that show it.
        var kinds: [ReportSelection] = []
    }

    let facts: ReviewFacts
    private let columns: [ReviewedTheme]
    private let selection: ReportSelection
    /// The rows of each top-level key, in order.
    private let groups: [(title: String, rows: [Row])]
    /// How far each theme turns the hues of the default's colors that it replaces.
    private let turns: [[Double]]
    /// The results of each theme by the setting that has the color of the text.
    private let contrast: [[SettingPath: [ContrastResult]]]

    /// A browser lays out a group as a whole, so long ones are divided.
    private static let rowsMax = 200

    init(facts: ReviewFacts, selection: ReportSelection) {
        self.facts = facts
        self.selection = selection
        let columns = facts.columns
        self.columns = columns
        let contrast = columns.map { Dictionary(grouping: $0.contrast) { $0.pair.text } }
        self.contrast = contrast
        var rows: [SettingPath: Row] = [:]
        for (theme, reviewed) in columns.enumerated() {
            for setting in reviewed.settings {
                rows[
                    setting.path,
                    default: Row(path: setting.path, settings: Array(repeating: nil, count: columns.count))
                ].settings[theme] = setting
            }
        }
        for path in rows.keys {
            let settings = rows[path]?.settings ?? []
            let isChanged = zip(columns, settings).contains { !$0.isDefault && $1?.origin == .own }
            let isProblem =
                settings.contains { $0?.findings.isEmpty == false }
                || contrast.contains { $0[path]?.contains { $0.verdict == .fails } == true }
            rows[path]?.kinds = (isChanged ? [.changed] : []) + (isProblem ? [.problems] : [])
        }
        let sorted = rows.values.filter { selection == .all || $0.kinds.contains(selection) }
            .map { (key: "\($0.path)", row: $0) }.sorted { UTF8Order.precedes($0.key, $1.key) }.map(\.row)
        groups = sorted.grouped { ExactText($0.path.keys.first ?? "") }.flatMap { rows in
            stride(from: 0, to: rows.count, by: Self.rowsMax).map { start in
                (rows[0].path.keys.first ?? "", Array(rows[start...].prefix(Self.rowsMax)))
            }
        }
        let standard = columns.firstIndex(where: \.isDefault)
        turns = columns.indices.map { theme in
            rows.values.compactMap { row in
                guard let own = row.settings[theme], own.origin == .own, let standard else { return nil }
                return row.settings[standard].flatMap { own.text == $0.text ? nil : own.shape.turn(from: $0.shape) }
            }
        }
    }

    var count: Int { groups.reduce(0) { $0 + $1.rows.count } }

    func write(to html: inout HTML) {
        let unread = facts.themes.filter(\.hasUnreadSettings).map(\.title)
        if !unread.isEmpty {
            let words = "The settings of \(Words.some(of: unread)) cannot be read. Other values are shown."
            ImageCard.write([ImageCard.Note(.error, words)], to: &html)
        }
        guard !groups.isEmpty else { return writeEmptyState(to: &html) }
        for group in groups {
            html.group(group.title, Words.count(group.rows.count, "key")) { html in
                html.themeRows("settings") { html in for row in group.rows { write(row, to: &html) } }
            }
        }
    }

    private func writeEmptyState(to html: inout HTML) {
        guard facts.themes.contains(where: { !$0.settings.isEmpty }) else {
            return html.empty("No settings yet", "Settings are in the file that \"config\" in theme.json names.")
        }
        html.empty(
            selection == .problems ? "No setting has a finding" : "No theme sets a value",
            "With --only all, the report shows all settings.")
    }

    private func write(_ row: Row, to html: inout HTML) {
        let columns = zip(columns, row.settings)
        let numbers = row.settings.compactMap { $0?.findings }.joined()
        let findings = numbers.map { facts.findings[$0].finding }
        let setting = columns.filter { $1?.origin == .own || $0.isDefault }.map(\.0)
        let standard = columns.first { $0.0.isDefault }?.1
        var rules = Set(findings.map(\.rule.rawValue))
        let lines = zip(columns, zip(turns, contrast)).map { column, colors in
            let (theme, setting) = column
            let contrast = colors.1[row.path] ?? []
            let hasProblem = contrast.contains { $0.verdict == .fails } || setting?.findings.isEmpty == false
            if contrast.contains(where: { $0.verdict == .fails }) { rules.insert(Rule.configContrast.rawValue) }
            let isSame = !theme.isDefault && !hasProblem && setting?.text == standard?.text
            return ThemeLine(theme, isSame: isSame) { html in
                guard let setting else { return html.element(.span, .class("soft"), text: "not set") }
                let isOther = !theme.isDefault && setting.origin == .own && setting.text != standard?.text
                SettingCell(
                    setting: setting, defaultSetting: isOther ? standard : nil, turns: colors.0, contrast: contrast,
                    facts: facts
                ).write(to: &html)
            }
        }
        html.themeRow(
            [
                .data(.themes, list: setting.map(\.id)), .data(.rules, list: rules.sorted()),
                .data(.kinds, list: row.kinds.map(\.rawValue)),
            ], lines
        ) { html in
            html.element(.code) { $0.breakable("\(row.path)", after: ".") }
            if let type = row.settings.lazy.compactMap({ $0?.type.rawValue }).first {
                html.element(.small, text: " \(type)")
            }
            guard let severity = findings.map(\.severity).max() else { return }
            html.element(
                .small, .class("flagged \(severity.rawValue)"),
                text: " \(Words.count(facts.reportedCount(among: numbers), "finding"))")
        }
    }
}

/// A setting's value as people see it: a swatch, a font in its face, a size. Its origin, its ratios of contrast and the
/// default are in a fold.
struct SettingCell {
    let setting: ReviewedSetting
    /// The default's value that it replaces; `nil` if there is none.
    let defaultSetting: ReviewedSetting?
    /// Of the theme's own colors.
    var turns: [Double] = []
    var contrast: [ContrastResult] = []
    let facts: ReviewFacts

    func write(to html: inout HTML) {
        guard defaultSetting != nil || !contrast.isEmpty else {
            html.element(.span, .class("value"), .title(origin)) { html in writeValue(to: &html) }
            return writeNotes(to: &html)
        }
        html.element(.details) { html in
            html.element(.summary, .class("value"), .title(origin)) { html in
                writeValue(to: &html)
                let departure = defaultSetting.flatMap { setting.shape.departure(from: $0.shape, usual: turns) }
                let low = contrast.filter { $0.verdict == .fails }.compactMap(\.ratio)
                for words in [departure].compactMap(\.self) + low.map(ContrastResult.text) {
                    html.element(.small, .class("flagged warning"), text: " \(words)")
                }
            }
            html.element(.small, text: " \(origin)")
            for result in contrast {
                let ratio = result.ratio.map(ContrastResult.text) ?? "no color"
                let minimum = "\(Words.number(result.pair.minimum)):1"
                html.element(.small, text: ", \(ratio) on \(result.pair.ground), at least \(minimum)")
            }
            guard let defaultSetting else { return }
            html.element(.small, text: ", default: ")
            html.element(.span, .class("value")) { html in
                SettingCell(setting: defaultSetting, defaultSetting: nil, facts: facts).writeValue(to: &html)
            }
        }
        writeNotes(to: &html)
    }

    private func writeNotes(to html: inout HTML) {
        ImageCard.write(setting.findings.map(facts.note), to: &html)
    }

    private func writeValue(to html: inout HTML) {
        switch setting.shape {
        case .color(let color):
            html.swatch(color)
            writeText(to: &html)
        case .font(let font): write(font, to: &html)
        case .size(let size):
            html.element(
                .span, .class("number"), text: "\(Words.number(size.width)) × \(Words.number(size.height)) pt")
        case .insets(let insets):
            html.element(
                .span, .class("number"),
                text: "top \(Words.number(insets.top)), left \(Words.number(insets.left)), "
                    + "bottom \(Words.number(insets.bottom)), right \(Words.number(insets.right)) pt")
        case .other: writeText(to: &html)
        }
    }

    private func writeText(to html: inout HTML) {
        html.element(.code, text: setting.text + (setting.isTextCut ? " ..." : ""))
    }

    /// Sizes of a font outside of this range say nothing at a glance.
    private static let pointRange = 8.0...20.0

    private func write(_ font: ThemeFont, to html: inout HTML) {
        let points = Int(min(max(font.size, Self.pointRange.lowerBound), Self.pointRange.upperBound).rounded())
        html.element(.svg, .class("face"), .ariaHidden, .width(112), .height(24)) { html in
            let family = font.name.map(Attribute.fontFamilies)
            html.element(.svgText, .x(0), .y(18), .fontSize(points), family, text: "Aa Bb Gg 123")
        }
        html.text("\(font.name ?? "System font"), \(Words.number(font.size)) pt")
        guard font.name != nil else { return }
        html.text(" ")
        html.element(.span, .class("soft missing"), .hidden, text: "not on this machine")
    }

    private var origin: String {
        guard case .color(let color) = setting.shape, color.alpha < 255 else { return source }
        return "\(source), \(Words.percent(Double(color.alpha) / 255)) opaque"
    }

    private var source: String {
        switch setting.origin {
        case .own:
            guard let file = setting.file, let position = setting.position else { return "own" }
            return "own, \(file.lastPathComponent):\(position.line)"
        case .inherited(let id): return "from \(facts.themeName(id))"
        case .defaultTheme: return "from the default"
        }
    }
}

extension ReviewFacts {
    /// The columns of tables of values: the themes, and the selections if a table can show them.
    var columns: [ReviewedTheme] { themes + (selections.count <= 12 ? selections : []) }
}

extension ReviewedSetting.Shape {
    /// Returns how a value differs much from the default's: by its hue, its alpha, or a factor of ten; `nil` if it does
    /// not. Most of these are slips: a missing digit, or two channels exchanged.
    ///
    /// - Parameter turns: of the hues of all colors of the theme. A theme that turns most hues alike means it.
    fileprivate func departure(from defaultSetting: Self, usual turns: [Double]) -> String? {
        switch (self, defaultSetting) {
        case (.color(let color), .color(let other)):
            if abs(Int(color.alpha) - Int(other.alpha)) >= 128 { return "another alpha" }
            guard let turn = turn(from: defaultSetting), abs(turn) > 90 else { return nil }
            let like = turns.count { abs(ThemeColor.turn($0 - turn)) <= 45 }
            return 2 * like <= turns.count || turns.count == 1 ? "another hue" : nil
        case (.font(let font), .font(let other)): return Self.factor(font.size, other.size)
        case (.size(let size), .size(let other)):
            return Self.factor(size.width, other.width) ?? Self.factor(size.height, other.height)
        default: return nil
        }
    }

    /// Returns how far the hue is from another one's; `nil` if one of them has none.
    fileprivate func turn(from other: Self) -> Double? {
        guard case .color(let color) = self, case .color(let otherColor) = other, let hue = color.hue,
            let otherHue = otherColor.hue
        else { return nil }
        return ThemeColor.turn(hue - otherHue)
    }

    private static func factor(_ value: Double, _ defaultValue: Double) -> String? {
        guard value > 0, defaultValue > 0, max(value, defaultValue) >= 10 * min(value, defaultValue) else { return nil }
        return value > defaultValue ? "ten times as large" : "a tenth as large"
    }
}

extension ThemeColor {
    /// Returns an angle between -180 and 180 degrees.
    fileprivate static func turn(_ degrees: Double) -> Double { degrees.remainder(dividingBy: 360) }

    /// In degrees; `nil` if the color is nearly gray.
    fileprivate var hue: Double? {
        let red = Double(red)
        let green = Double(green)
        let blue = Double(blue)
        let low = min(red, green, blue)
        let high = max(red, green, blue)
        guard high - low >= 64 else { return nil }
        let sector =
            switch high {
            case red: (green - blue) / (high - low)
            case green: 2 + (blue - red) / (high - low)
            default: 4 + (red - green) / (high - low)
            }
        return (sector * 60 + 360).truncatingRemainder(dividingBy: 360)
    }
}
