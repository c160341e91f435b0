import ThemeModel
import ThemeProject

/// The findings of a report by theme, errors first, each with its images.
struct FindingList {
    let facts: ReviewFacts
    let sheet: ContactSheet
    let images: ReportPage.ImageAccess

    /// Images beside a finding are small; the contact sheet has them pixel for pixel.
    private static let box = (width: 132, height: 96)
    /// Longer images are not repeated in a page that contains its images.
    private static let inlineBytesMax = 32_768

    func write(to html: inout HTMLWriter) throws {
        guard !facts.findings.isEmpty else {
            html.element(.p, .class("empty")) { html in
                if facts.isEmpty {
                    html.element(.b, text: "There is nothing to check yet")
                    html.text(
                        facts.themes.contains { !$0.isDefault }
                            ? "The themes have neither images nor settings."
                            : "A theme is a folder with theme.json in the folder of themes. Begin with themepack init.")
                } else {
                    html.element(.b, text: "No findings")
                    html.text("The verification found nothing to report.")
                }
            }
            return
        }
        let groups = Dictionary(grouping: facts.findings.indices) { facts.findings[$0].theme ?? -1 }
        for theme in groups.keys.sorted() where !html.hasFailed {
            let numbers = groups[theme] ?? []
            let errors = numbers.filter { facts.findings[$0].finding.severity == .error }
            let warnings = numbers.filter { facts.findings[$0].finding.severity == .warning }
            let notes = numbers.filter { facts.findings[$0].finding.severity == .note }
            try html.element(.section, .class("group")) { html in
                html.element(.h3, .class("folder")) { html in
                    html.text(theme < 0 ? "Project" : facts.themes[theme].title)
                    html.element(.span, .class("count"), text: Self.counts(errors.count, warnings.count, notes.count))
                }
                try html.element(.ul, .class("findings")) { html in
                    for number in errors + warnings + notes where !html.hasFailed {
                        try write(facts.findings[number], to: &html)
                    }
                }
            }
        }
    }

    private static func counts(_ errors: Int, _ warnings: Int, _ notes: Int) -> String {
        let counts = [(errors, "error"), (warnings, "warning"), (notes, "note")]
        return Words.list(counts.filter { $0.0 > 0 }.map { Words.count($0.0, $0.1) })
    }

    private func write(_ reviewed: ReviewedFinding, to html: inout HTMLWriter) throws {
        let finding = reviewed.finding
        let file = reviewed.file.map { facts.files[$0] }
        let folder = file?.name.map(\.folderPath)
        let attributes: [Attribute] = [
            .class("finding item"), .data(.themes, list: reviewed.theme.map { [facts.themes[$0].id] } ?? []),
            .data(.rules, list: [finding.rule.rawValue]), .data(.folder, folder ?? ""), .tabIndex(-1),
        ]
        let row = try row(of: reviewed)
        html.element(.li, attributes: attributes) { html in
            html.element(.div, .class("what")) { html in
                html.element(.p, .class("kind")) { html in
                    switch finding.severity {
                    case .error: html.element(.span, .class("tag error"), text: "Error")
                    case .warning: html.element(.span, .class("tag warning"), text: "Warning")
                    case .note: html.element(.span, .class("tag"), text: "Note")
                    }
                    html.element(.code, text: finding.rule.rawValue)
                }
                writePath(of: finding, sheet.anchor(of: file), to: &html)
                html.element(.p, text: finding.message.firstUppercased)
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
                        html.element(.code, text: related.path)
                        html.text(" " + related.message)
                    }
                }
            }
            if let row { row.write(to: &html, fitting: Self.box) }
        }
        html.newLine()
    }

    private func writePath(of finding: Finding, _ anchor: Anchor?, to html: inout HTMLWriter) {
        html.element(.h4) { html in
            if let anchor {
                html.element(.a, .href(.place(anchor)), text: finding.path)
            } else {
                html.text(finding.path)
            }
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
            let caption = file.owner.map { id in facts.themes.first { $0.id == id }?.name ?? id } ?? "Default"
            var shot = ImageCard.Shown(
                caption: hasScales ? "\(caption) \(file.scale)" : caption, alternative: file.path,
                content: try content(of: number))
            shot.path = file.path
            if number == reviewed.file, numbers.count > 1, reviewed.finding.rule == .imageDimensions,
                let size = file.size
            {
                shot.mismatch = Words.size(size)
            }
            shots.append(shot)
        }
        return ImageCard.Row(label: "", anchor: nil, images: shots)
    }

    private func content(of number: Int) throws -> ImageCard.Content {
        let file = facts.files[number]
        if case .inline = images.policy, file.isSound, (file.byteCount ?? 0) > Self.inlineBytesMax {
            return .absent("\(Words.bytes(file.byteCount ?? 0)): see the image below")
        }
        return try sheet.content(of: number, images: images)
    }
}

extension Severity {
    /// The kind of a card's note about a finding.
    var kind: ImageCard.Note.Kind {
        switch self {
        case .error: .error
        case .warning: .warning
        case .note: .plain
        }
    }
}
