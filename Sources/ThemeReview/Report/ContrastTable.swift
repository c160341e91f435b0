import ThemeProject

/// The contrast of declared pairs of colors, for each theme.
struct ContrastTable {
    let facts: ReviewFacts
    private let pairs: [Int]
    let isDeclared: Bool

    init(facts: ReviewFacts, selection: ReportSelection) {
        self.facts = facts
        let count = facts.columns.map(\.contrast.count).max() ?? 0
        isDeclared = count > 0
        pairs = (0..<count).filter { pair in
            let results = facts.columns.compactMap { $0.contrast.indices.contains(pair) ? $0.contrast[pair] : nil }
            return selection != .problems || results.contains { $0.verdict != .passes }
        }
    }

    var count: Int { pairs.count }

    func write(to html: inout HTMLWriter) {
        guard !pairs.isEmpty else {
            return html.empty("Every pair has its contrast", "With --only all, the report shows the ratios.")
        }
        let columns = ["Text on ground"] + facts.columns.map(\.title)
        html.table("contrast", "Contrast of declared pairs by theme", isSeen: false, columns) { html in
            for pair in pairs { writeRow(pair, to: &html) }
        }
    }

    private func writeRow(_ number: Int, to html: inout HTMLWriter) {
        let results = facts.columns.map { $0.contrast.indices.contains(number) ? $0.contrast[number] : nil }
        let fails = results.contains { $0?.verdict == .fails }
        html.element(
            .tr, .class("item"), .data(.themes, list: facts.themes.map(\.id)),
            .data(.rules, list: fails ? [Rule.configContrast.rawValue] : []),
            .data(.kinds, list: fails ? ["changed", "problems"] : ["changed"])
        ) { html in
            html.element(.th, .rowHeader) { html in
                if let pair = results.lazy.compactMap({ $0?.pair }).first {
                    html.element(.code, text: "\(pair.text)")
                    html.text(" on ")
                    html.element(.code, text: "\(pair.ground)")
                    html.element(.small, text: "at least \(Words.number(pair.minimum)):1")
                }
            }
            for result in results { html.element(.td) { html in if let result { write(result, to: &html) } } }
        }
        html.newLine()
    }

    private func write(_ result: ContrastResult, to html: inout HTMLWriter) {
        if let text = result.text.color, let ground = result.ground.color {
            html.element(.svg, .class("sample"), .ariaHidden, .width(64), .height(36)) { html in
                html.element(
                    .rect, .fill(ground), .fillOpacity(ground), .width(64), .height(36), text: "")
                html.element(.svgText, .fill(text), .fillOpacity(text), .fontSize(16), .x(22), .y(24), text: "Aa")
            }
        }
        let ratio = result.ratio.map { "\(Words.ratio($0)) " } ?? ""
        html.element(.span, .class("number"), text: ratio)
        switch result.verdict {
        case .passes: html.element(.span, .class("tag fine"), text: "Passes")
        case .fails: html.element(.span, .class("tag warning"), text: "Too low")
        case .unknown: html.element(.span, .class("tag"), text: "No color")
        }
    }
}

extension Words {
    /// `4.49:1`, rounded down, so that a ratio below a minimum never looks like it.
    static func ratio(_ ratio: Double) -> String { number((ratio * 100).rounded(.down) / 100) + ":1" }
}
