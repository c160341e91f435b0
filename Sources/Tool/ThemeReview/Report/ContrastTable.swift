import ThemeProject

/// The contrast of declared pairs of colors, for each theme.
struct ContrastTable {
    private let facts: ReviewFacts
    /// The results of each pair in the columns; `nil` for a theme without results.
    let rows: [[ContrastResult?]]
    let isDeclared: Bool

    init(facts: ReviewFacts, selection: ReportSelection) {
        self.facts = facts
        let count = facts.columns.map(\.contrast.count).max() ?? 0
        isDeclared = count > 0
        rows = (0..<count).map { pair in facts.columns.map { $0.contrast.dropFirst(pair).first } }
            .filter { selection != .problems || $0.contains { $0.map { $0.verdict != .passes } ?? false } }
    }

    func write(to html: inout HTML) {
        guard !rows.isEmpty else {
            return html.empty("Every pair has its contrast", "With --only all, the report shows the ratios.")
        }
        html.themeRows("contrast") { html in for row in rows { write(row, to: &html) } }
    }

    private func write(_ results: [ContrastResult?], to html: inout HTML) {
        let fails = results.contains { $0?.verdict == .fails }
        let standard = zip(facts.columns, results).first { $0.0.isDefault }?.1
        let lines = zip(facts.columns, results).compactMap { theme, result in
            result.map { result in
                ThemeLine(
                    theme,
                    isSame: !theme.isDefault && result.text.color == standard?.text.color
                        && result.ground.color == standard?.ground.color
                ) { write(result, to: &$0) }
            }
        }
        html.themeRow(
            [
                .data(.themes, list: facts.themes.map(\.id)),
                .data(.rules, list: fails ? [Rule.configContrast.rawValue] : []),
                .data(.kinds, list: fails ? ["changed", "problems"] : ["changed"]),
            ], lines
        ) { html in
            guard let pair = results.lazy.compactMap({ $0?.pair }).first else { return }
            html.element(.code, text: "\(pair.text)")
            html.text(" on ")
            html.element(.code, text: "\(pair.ground)")
            html.element(.small, text: " at least \(Words.number(pair.minimum)):1")
        }
    }

    private func write(_ result: ContrastResult, to html: inout HTML) {
        if let text = result.text.color, let ground = result.ground.color {
            html.element(.svg, .class("sample"), .ariaHidden, .width(48), .height(24)) { html in
                html.element(.rect, .fill(ground), .fillOpacity(ground), .width(48), .height(24), text: "")
                html.element(.svgText, .fill(text), .fillOpacity(text), .fontSize(14), .x(14), .y(17), text: "Aa")
            }
        }
        let ratio = result.ratio.map { "\(ContrastResult.text(of: $0)) " } ?? ""
        html.element(.span, .class("number"), text: ratio)
        let (style, word): (String, String) =
            switch result.verdict {
            case .passes: ("tag fine", "Passes")
            case .fails: ("tag warning", "Too low")
            case .unknown: ("tag", "No color")
            }
        html.element(.span, .class(style), text: word)
    }
}
