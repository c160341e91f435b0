import ThemeManagement

/// The pages of an app, side by side as text.
@MainActor
struct Screen {
    nonisolated static let pageWidth = 30
    nonisolated static let pageHeight = 12

    let app: App

    /// - Parameter color: whether the text contains escape sequences for the theme's colors.
    func text(color: Bool) -> String {
        let columns = app.pages.map { page in rows(of: page) }
        var lines = (0..<Self.pageHeight).map { row in
            columns.map { $0[row].text(color: color) }.joined(separator: " ")
        }
        let packs = app.manager.theme.selection.compactMap { app.manager.library.theme($0)?.pack.theme }
        lines.append(packs.map { "\($0.name) (\($0.id) \($0.version))" }.joined(separator: " + ") + "; q quits")
        return lines.joined(separator: "\n") + "\n"
    }

    private struct Row {
        var content: String
        var front: ThemeColor
        var back: ThemeColor

        func text(color: Bool) -> String {
            let cut = content.prefix(Screen.pageWidth - 2)
            let padded = " \(cut)" + String(repeating: " ", count: Screen.pageWidth - 1 - cut.count)
            guard color else { return padded }
            let front = front.over(back)
            let back = back
            return "\u{1B}[38;2;\(front.red);\(front.green);\(front.blue)m"
                + "\u{1B}[48;2;\(back.red);\(back.green);\(back.blue)m\(padded)\u{1B}[0m"
        }
    }

    private func rows(of page: Page) -> [Row] {
        let line = String(repeating: "─", count: Self.pageWidth - 2)
        var rows = [
            Row(content: page.bar.text, front: page.bar.color, back: page.barBackground),
            Row(content: line, front: page.shadow, back: page.background),
        ]
        rows += page.labels.map { Row(content: $0.text, front: $0.color, back: page.background) }
        while rows.count < Self.pageHeight { rows.append(Row(content: "", front: .black, back: page.background)) }
        return Array(rows.prefix(Self.pageHeight))
    }
}
