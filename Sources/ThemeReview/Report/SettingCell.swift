import ThemeSystem
import ThemeModel
import ThemeProject

/// A setting's value as people see it: a swatch, a font in its face, a size; its origin; its findings.
struct SettingCell {
    let setting: ReviewedSetting
    let facts: ReviewFacts

    func write(to html: inout HTMLWriter) {
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
        html.element(.small, .class("origin"), text: origin)
        ImageCard.write(setting.findings.map { note(facts.findings[$0].finding) }, to: &html)
    }

    private func note(_ finding: Finding) -> ImageCard.Note {
        ImageCard.Note(finding.severity.kind, finding.message, label: finding.rule.rawValue)
    }

    private func writeText(to html: inout HTMLWriter) {
        html.element(.code, text: setting.text + (setting.isTextCut ? " ..." : ""))
    }

    private func write(_ color: ThemeColor, to html: inout HTMLWriter) {
        html.element(.span, .class("value")) { html in
            html.element(.svg, .class("swatch"), .ariaHidden, .width(32), .height(20)) { html in
                html.element(.rect, .fill(color), .fillOpacity(color), .width(32), .height(20), text: "")
            }
            writeText(to: &html)
            if color.alpha < 255 {
                html.element(.span, .class("soft"), text: "\(Words.percent(Double(color.alpha) / 255)) opaque")
            }
        }
    }

    /// Sizes of a font outside of this range say nothing at a glance.
    private static let pointRange = 8.0...28.0

    private func write(_ font: ThemeFont, to html: inout HTMLWriter) {
        let points = Int(min(max(font.size, Self.pointRange.lowerBound), Self.pointRange.upperBound).rounded())
        html.element(.svg, .class("face"), .ariaHidden, .width(176), .height(36)) { html in
            let family: [Attribute] = font.name.map { [.fontFamilies($0)] } ?? []
            html.element(.svgText, attributes: [.x(0), .y(26), .fontSize(points)] + family) { html in
                html.text("Aa Bb Gg 123")
            }
        }
        html.element(.span, .class("value"), text: "\(font.name ?? "System font"), \(Words.number(font.size)) pt")
        if font.name != nil { html.element(.span, .class("soft missing"), .hidden, text: "not on this machine") }
    }

    private var origin: String {
        switch setting.origin {
        case .own:
            guard let file = setting.file, let position = setting.position else { return "own" }
            return "own, \(file.lastPathComponent):\(position.line)"
        case .inherited(let id): return "from \(facts.themes.first { $0.id == id }?.name ?? id)"
        case .defaultTheme: return "from the default"
        }
    }
}
