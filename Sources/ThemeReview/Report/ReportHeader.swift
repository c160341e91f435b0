import ThemeProject

/// The head of a report: its title, a verdict in one sentence, and totals.
struct ReportHeader {
    let facts: ReviewFacts

    func write(to html: inout HTMLWriter) {
        html.element(.header, .class("masthead")) { html in
            html.element(.p, .class("kicker"), text: "Theme report")
            html.element(.h1, text: facts.title)
            html.element(.p, .class("verdict")) { html in
                switch (errors, warnings) {
                case (0, 0) where facts.isEmpty: html.element(.span, .class("tag"), text: "Empty")
                case (0, 0): html.element(.span, .class("tag fine"), text: "Sound")
                case (0, _): html.element(.span, .class("tag warning"), text: "Warnings")
                default: html.element(.span, .class("tag error"), text: "Errors")
                }
                html.text(" " + verdict)
            }
            html.values(.class("totals"), totals)
        }
    }

    private var errors: Int { facts.count(.error) }
    private var warnings: Int { facts.count(.warning) }

    private var verdict: String {
        let themes = Words.count(facts.themes.count, "theme")
        switch (errors, warnings) {
        case (0, 0) where facts.isEmpty: return "There is nothing to check yet."
        case (0, 0): return "\(themes) without a finding."
        case (0, _): return "\(Words.count(warnings, "warning")) in \(themes). Packs can be built."
        case (_, 0): return "\(Words.count(errors, "error")) in \(themes)."
        default: return "\(Words.count(errors, "error")) and \(Words.count(warnings, "warning")) in \(themes)."
        }
    }

    private var totals: [(String, String)] {
        let replacing = facts.themes.filter { !$0.isDefault }
        let defaults = facts.themes.map { $0.totalCoverage.defaults }.max() ?? 0
        let waste = facts.themes.reduce(0) { $0 + $1.waste.byteCount }
        var totals = [
            Self.total(facts.themes.count, "Theme"), Self.total(defaults, "Default image"),
            ("Replaced", Words.grouped(replacing.reduce(0) { $0 + $1.totalCoverage.replaced })),
            Self.total(errors, "Error"), Self.total(warnings, "Warning"),
            ("Image files", Words.bytes(facts.byteCount)),
        ]
        if waste > 0 { totals.append(("Could be saved", Words.bytes(waste))) }
        return totals
    }

    private static func total(_ count: Int, _ noun: String) -> (String, String) {
        (count == 1 ? noun : noun + "s", Words.grouped(count))
    }
}

extension ReviewFacts {
    /// Whether there is neither an image nor a setting.
    var isEmpty: Bool { files.isEmpty && findings.isEmpty && themes.allSatisfy(\.settings.isEmpty) }
}
