import ThemeProject

/// The settings of all themes: a row for each key, a column for each theme.
struct SettingsByTheme {
    /// The settings of the columns; `nil` if a theme does not resolve the key.
    private typealias Row = (path: SettingPath, settings: [ReviewedSetting?])

    let facts: ReviewFacts
    private let selection: ReportSelection
    /// The rows of each top-level key, in order.
    private let groups: [(title: String, rows: [Row])]

    /// A browser lays out a table as a whole, so long ones are divided.
    private static let rowsMax = 200

    init(facts: ReviewFacts, selection: ReportSelection) {
        self.facts = facts
        self.selection = selection
        var rows: [SettingPath: [ReviewedSetting?]] = [:]
        for (theme, reviewed) in facts.columns.enumerated() {
            for setting in reviewed.settings {
                rows[setting.path, default: Array(repeating: nil, count: facts.columns.count)][theme] = setting
            }
        }
        let shown = rows.filter { _, settings in
            switch selection {
            case .all: true
            case .changed: zip(facts.columns, settings).contains { !$0.isDefault && $1?.origin == .own }
            case .problems: settings.contains { $0?.findings.isEmpty == false }
            }
        }
        let sorted = shown.map { (key: "\($0)", row: ($0, $1)) }.sorted { UTF8Order.precedes($0.key, $1.key) }
        var groups: [(title: String, rows: [Row])] = []
        for (_, row) in sorted as [(String, Row)] {
            let title = row.path.keys.first ?? ""
            if let last = groups.last, last.title == title, last.rows.count < Self.rowsMax {
                groups[groups.count - 1].rows.append(row)
            } else {
                groups.append((title, [row]))
            }
        }
        self.groups = groups
    }

    var count: Int { groups.reduce(0) { $0 + $1.rows.count } }

    func write(to html: inout HTML) {
        guard !groups.isEmpty else {
            return writeEmptyState(to: &html)
        }
        let columns = ["Key"] + facts.columns.map(\.title)
        for group in groups {
            html.table("settings", group.title, label: "Settings, \(group.title)", columns) { html in
                for row in group.rows { write(row, to: &html) }
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
        let settings = row.settings
        let findings = Set(settings.compactMap { $0?.findings }.joined())
        let setting = zip(facts.columns, settings).filter { $1?.origin == .own || $0.isDefault }.map(\.0)
        let isChanged = zip(facts.columns, settings).contains { !$0.isDefault && $1?.origin == .own }
        html.element(
            .tr, .class("item"), .data(.themes, list: setting.map(\.id)),
            .data(.rules, list: Set(findings.map { facts.findings[$0].finding.rule.rawValue }).sorted()),
            .data(.kinds, list: (isChanged ? ["changed"] : []) + (findings.isEmpty ? [] : ["problems"]))
        ) { html in
            html.element(.th, .rowHeader) { html in
                html.element(.code) { html in html.name(row.path.keys, separator: ".") }
                if let type = settings.lazy.compactMap({ $0?.type.rawValue }).first {
                    html.element(.small, text: type)
                }
                if !findings.isEmpty {
                    let hasError = findings.contains { facts.findings[$0].finding.severity == .error }
                    html.element(
                        .small, hasError ? .class("flagged") : .class("flagged warning"),
                        text: Words.count(findings.count, "finding"))
                }
            }
            let defaultSetting = zip(facts.columns, settings).first { $0.0.isDefault }?.1
            for setting in settings {
                html.element(.td) { html in
                    guard let setting else { return html.element(.span, .class("soft"), text: "not set") }
                    SettingCell(setting: setting, defaultSetting: defaultSetting, facts: facts).write(to: &html)
                }
            }
        }
        html.newLine()
    }
}

/// A setting's value as people see it: a swatch, a font in its face, a size; its origin; its findings.
struct SettingCell {
    let setting: ReviewedSetting
    /// The default's value; `nil` if there is none.
    let defaultSetting: ReviewedSetting?
    let facts: ReviewFacts

    func write(to html: inout HTML) {
        writeValue(to: &html)
        html.element(.small, .class("origin"), text: origin)
        if let defaultSetting, setting.origin == .own, setting.text != defaultSetting.text {
            html.element(.div, .class("original")) { html in
                html.text("default: ")
                SettingCell(setting: defaultSetting, defaultSetting: nil, facts: facts).writeValue(to: &html)
            }
            if let words = setting.shape.departure(from: defaultSetting.shape) {
                html.element(.small, .class("flagged warning"), text: words)
            }
        }
        ImageCard.write(setting.findings.map { ImageCard.Note(facts.findings[$0].finding) }, to: &html)
    }

    private func writeValue(to html: inout HTML) {
        switch setting.shape {
        case .color(let color): write(color, to: &html)
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

    private func write(_ color: ThemeColor, to html: inout HTML) {
        html.element(.span, .class("value")) { html in
            html.swatch(color)
            writeText(to: &html)
            if color.alpha < 255 {
                html.element(.span, .class("soft"), text: "\(Words.percent(Double(color.alpha) / 255)) opaque")
            }
        }
    }

    /// Sizes of a font outside of this range say nothing at a glance.
    private static let pointRange = 8.0...28.0

    private func write(_ font: ThemeFont, to html: inout HTML) {
        let points = Int(min(max(font.size, Self.pointRange.lowerBound), Self.pointRange.upperBound).rounded())
        html.element(.svg, .class("face"), .ariaHidden, .width(176), .height(36)) { html in
            let family = font.name.map(Attribute.fontFamilies)
            html.element(.svgText, .x(0), .y(26), .fontSize(points), family, text: "Aa Bb Gg 123")
        }
        html.element(.span, .class("value"), text: "\(font.name ?? "System font"), \(Words.number(font.size)) pt")
        guard font.name != nil else { return }
        html.text(" ")
        html.element(.span, .class("soft missing"), .hidden, text: "not on this machine")
    }

    private var origin: String {
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
    fileprivate func departure(from defaultSetting: Self) -> String? {
        switch (self, defaultSetting) {
        case (.color(let color), .color(let other)):
            if abs(Int(color.alpha) - Int(other.alpha)) >= 128 { return "far from the default's alpha" }
            guard let hue = color.hue, let otherHue = other.hue else { return nil }
            let turn = abs(hue - otherHue)
            return min(turn, 360 - turn) > 90 ? "far from the default's hue" : nil
        case (.font(let font), .font(let other)): return Self.factor(font.size, other.size)
        case (.size(let size), .size(let other)):
            return Self.factor(size.width, other.width) ?? Self.factor(size.height, other.height)
        default: return nil
        }
    }

    private static func factor(_ value: Double, _ defaultValue: Double) -> String? {
        guard value > 0, defaultValue > 0, max(value, defaultValue) >= 10 * min(value, defaultValue) else { return nil }
        return value > defaultValue ? "ten times the default or more" : "a tenth of the default or less"
    }
}

extension ThemeColor {
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
