import ThemeProject

/// The findings of a report by rule, errors first: a line for each, whose images and advice are in a fold.
struct FindingList {
    let sheet: ContactSheet
    /// The findings that each one explains, as indexes in ``ReviewFacts/findings``.
    private let consequences: [Int?: [Int]]
    private var facts: ReviewFacts { sheet.facts }

    /// Images beside a finding are small; the contact sheet has them pixel for pixel.
    private static let box = (width: 132, height: 96)
    /// Longer images are not repeated in a page that contains its images.
    private static let inlineBytesMax = 32_768

    init(sheet: ContactSheet) {
        self.sheet = sheet
        let explained = sheet.facts.findings.indices.dropFirst(sheet.facts.reported.count)
        consequences = Dictionary(grouping: explained) { sheet.facts.findings[$0].cause }
    }

    func write(to html: inout HTML) throws {
        guard !facts.findings.isEmpty else {
            guard facts.isEmpty else {
                return html.empty("No findings", "The verification found nothing to report.")
            }
            return html.empty(
                "There is nothing to check yet",
                facts.themes.contains { !$0.isDefault }
                    ? "The themes have neither images nor settings."
                    : "A theme is a folder with theme.json in the folder of themes. Begin with themepack init.")
        }
        let groups = groups
        writeCounts(of: groups, to: &html)
        if let worst = groups.first, worst.findings.count > Self.wholeMax { try writeFirstNames(of: worst, to: &html) }
        // Errors are not folded while warnings are open.
        let foldsErrors = groups.contains { $0.severity == .error && $0.findings.count > Self.openMax }
        for group in groups {
            let isOpen = group.findings.count <= Self.openMax && (group.severity == .error || !foldsErrors)
            try html.element(.details, .class("group"), .id(group.anchor), isOpen ? .open : nil) { html in
                html.element(.summary) { html in
                    html.element(.h3, .class("folder")) { html in group.writeTitle(words(for: group), to: &html) }
                    html.element(.p, .class("soft"), text: group.rule.summary)
                }
                // Safari takes a list without bullets for no list.
                try html.element(.ul, .class("findings"), .role("list")) { html in
                    for (place, number) in group.findings.prefix(Self.listMax).enumerated() {
                        let row = place < Self.rowsMax ? try row(of: facts.findings[number]) : nil
                        write(number, row, isOpen: group.findings.count <= Self.wholeMax, to: &html)
                    }
                }
                let rest = group.findings.count - Self.listMax
                guard rest > 0 else { return }
                html.element(.p, .class("more"), text: "and \(Words.grouped(rest)) more, at their images and settings.")
            }
        }
    }

    /// The findings of one rule. Longer lists are folded.
    private struct Group {
        let severity: Severity
        let rule: Rule
        /// Indexes in ``ReviewFacts/findings``, by name and theme. Those that stand for others come first.
        let findings: [Int]

        var anchor: Anchor { Anchor(own: "rule", of: "\(severity.rawValue)/\(rule.rawValue)") }

        func writeTitle(_ count: String, to html: inout HTML) {
            html.element(.span, severity.tagClass, text: severity.title)
            html.text(" ")
            html.element(.code, text: rule.rawValue)
            html.count(count)
        }
    }

    /// Writes how many findings each rule has, if there are several rules.
    private func writeCounts(of groups: [Group], to html: inout HTML) {
        guard groups.count > 1 else { return }
        html.element(.ul, .class("rules"), .role("list")) { html in
            for group in groups {
                html.element(.li) { html in
                    html.element(.a, .href(.place(group.anchor))) { html in
                        group.writeTitle(Words.grouped(group.findings.count), to: &html)
                    }
                }
            }
        }
    }

    /// Writes the first names of the worst rule with their images, so that the first screen shows what is wrong.
    private func writeFirstNames(of group: Group, to html: inout HTML) throws {
        var names: Set<ExactText> = []
        let first = group.findings.filter { names.insert(ExactText(name(of: $0))).inserted }.prefix(Self.firstMax)
        try html.element(.ul, .class("first"), .role("list")) { html in
            for number in first {
                let row = try row(of: facts.findings[number])
                html.element(.li) { html in
                    html.element(.a, .href(.place(.finding(number)))) { $0.breakable(name(of: number)) }
                    row?.write(to: &html, fitting: Self.box)
                    if row == nil {
                        html.element(.p, .class("soft"), text: facts.findings[number].finding.message.firstUppercased)
                    }
                }
            }
        }
    }

    private static let firstMax = 5

    private static let openMax = 12
    /// Further findings of a rule lead to their images, without repeating them.
    private static let rowsMax = 100
    /// A browser takes seconds for tens of thousands.
    private static let listMax = 1000
    /// Up to this number, findings are shown with their images.
    private static let wholeMax = 3

    /// Errors first, then the rules in their order.
    private var groups: [Group] {
        let names = facts.reported.indices.map(name)
        let ranks = Dictionary(uniqueKeysWithValues: zip(Rule.allCases, 0...))
        let order = facts.reported.enumerated().map { number, reviewed in
            let finding = reviewed.finding
            let rank = [Severity.error, .warning, .note].firstIndex(of: finding.severity) ?? 0
            return [rank, ranks[finding.rule] ?? 0, finding.isRoot ? 0 : 1]
        }
        let sorted = facts.reported.indices.sorted { left, right in
            if order[left] != order[right] { return order[left].lexicographicallyPrecedes(order[right]) }
            if names[left] != names[right] { return UTF8Order.precedes(names[left], names[right]) }
            return (facts.findings[left].theme ?? -1, left) < (facts.findings[right].theme ?? -1, right)
        }
        return sorted.grouped { order[$0].dropLast() }.map { numbers in
            let first = facts.findings[numbers[0]].finding
            return Group(severity: first.severity, rule: first.rule, findings: numbers)
        }
    }

    /// Returns what a finding is about: a logical name, a key, or a path.
    private func name(of number: Int) -> String {
        let reviewed = facts.findings[number]
        return reviewed.file.flatMap { facts.files[$0].name?.description } ?? reviewed.finding.key
            ?? reviewed.finding.path
    }

    /// `36 findings in 7 themes`.
    private func words(for group: Group) -> String {
        let count = Words.count(group.findings.count, "finding")
        let themes = title(of: Set(group.findings.flatMap { facts.findings[$0].themes }).sorted())
        return themes.isEmpty ? count : "\(count) in \(themes)"
    }

    /// Returns the name of a theme, or the number of several.
    private func title(of themes: [Int]) -> String {
        switch themes.count {
        case 0: ""
        case 1: facts.themes[themes[0]].title
        default: Words.count(themes.count, "theme")
        }
    }

    private func write(_ number: Int, _ row: ImageCard.Row?, isOpen: Bool, to html: inout HTML) {
        let reviewed = facts.findings[number]
        let finding = reviewed.finding
        let file = reviewed.file.map { facts.files[$0] }
        html.element(
            .li, .class("finding item"), .id(.finding(number)),
            .data(.themes, list: reviewed.themes.map { facts.themes[$0].id }),
            .data(.rules, list: [finding.rule.rawValue]), .data(.folder, file?.name?.folderPath ?? ""),
            .data(.kinds, list: ["changed", "problems"]), .tabIndex(-1)
        ) { html in
            writePath(of: finding, reviewed.scales, sheet.anchor(of: file), to: &html)
            html.element(.details, isOpen ? .open : nil) { html in
                html.element(.summary) { html in
                    if !reviewed.themes.isEmpty { html.element(.b, text: title(of: reviewed.themes)) }
                    html.text(" ")
                    html.element(.span, .class("message"), text: finding.message.firstUppercased)
                }
                html.element(.div, .class("fold")) { html in
                    html.element(.div, .class("what")) { html in
                        writeDetails(of: finding, to: &html)
                        writeConsequences(of: number, to: &html)
                    }
                    if let row { row.write(to: &html, fitting: Self.box) }
                }
            }
        }
        html.newLine()
    }

    private func writeDetails(of finding: Finding, to html: inout HTML) {
        if finding.expected != nil || finding.actual != nil {
            let values = [("Is", finding.actual), ("Expected", finding.expected)].compactMap { name, value in
                // Some hints say what is expected.
                value.flatMap { finding.hint?.contains($0) == true ? nil : (name, $0) }
            }
            html.values(.class("values"), values)
        }
        if let hint = finding.hint { html.element(.p, .class("hint"), text: hint.firstUppercased) }
        if let related = finding.related {
            html.element(.p, .class("hint")) { html in
                html.element(.code) { $0.breakable(related.path) }
                html.text(" " + related.message)
            }
        }
    }

    /// Further findings that a finding explains are only counted.
    private static let consequencesMax = 100

    /// Writes links to the images of which a finding explains others, by theme, or by name if they are of one theme.
    private func writeConsequences(of number: Int, to html: inout HTML) {
        let explained = consequences[number] ?? []
        let themes = facts.findings[number].themes
        guard !explained.isEmpty || themes.count > 1 else { return }
        var links: [(text: String, anchor: Anchor?)] = explained.map { other in
            let theme = facts.findings[other].theme.map { facts.themes[$0].title }
            return (themes.count > 1 ? theme ?? "" : name(of: other), sheet.tiles(of: other).first?.anchor)
        }
        let named = Set(explained.compactMap { facts.findings[$0].theme })
        links += themes.filter { themes.count > 1 && !named.contains($0) }.map { (facts.themes[$0].title, nil) }
        var written: Set<ExactText> = []
        links.removeAll { $0.text.isEmpty || !written.insert(ExactText($0.text)).inserted }
        html.element(.p, .class("hint")) { html in
            html.text("Found in ")
            for (place, link) in links.prefix(Self.consequencesMax).enumerated() {
                if place > 0 { html.text(", ") }
                guard let anchor = link.anchor else { html.text(link.text); continue }
                html.element(.a, .href(.place(anchor)), text: link.text)
            }
            let rest = links.count - Self.consequencesMax
            html.text(rest > 0 ? " and \(Words.grouped(rest)) more." : ".")
        }
    }

    private func writePath(of finding: Finding, _ scales: String, _ anchor: Anchor?, to html: inout HTML) {
        html.element(.h4) { html in
            if let anchor {
                html.element(.a, .href(.place(anchor))) { $0.breakable(finding.path) }
            } else {
                html.breakable(finding.path)
            }
            if !scales.isEmpty { html.element(.span, .class("soft"), text: scales) }
            if let position = finding.position {
                html.element(.span, .class("soft"), text: ":\(position.line):\(position.column)")
            }
            if let key = finding.key { html.element(.code, text: key) }
        }
    }

    /// The default and the image; `nil` if the finding is not about images.
    private func row(of reviewed: ReviewedFinding) throws -> ImageCard.Row? {
        let numbers = [reviewed.relatedFile, reviewed.file].compactMap { $0 }
        guard !numbers.isEmpty else { return nil }
        let hasScales = numbers.contains { facts.files[$0].scale != .one }
        var shots: [ImageCard.Shown] = []
        for number in numbers {
            let file = facts.files[number]
            let caption = file.owner.map(facts.themeName) ?? "Default"
            let theme = facts.theme(file.owner)
            let mask = file.name.flatMap { theme?.image($0)?.mask }
            var shot = try sheet.shot(
                of: number, hasScales ? "\(caption) \(file.scale)" : caption, on: theme?.ground, mask,
                upTo: Self.inlineBytesMax)
            if number == reviewed.file, numbers.count > 1, reviewed.finding.rule == .imageDimensions,
                let size = file.size
            {
                shot.mismatch = Words.size(size)
            }
            shots.append(shot)
        }
        return ImageCard.Row(images: shots)
    }
}
