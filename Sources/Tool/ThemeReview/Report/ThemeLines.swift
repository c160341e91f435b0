/// A line in a list's row: the value of one theme, or of several themes that have the same one.
struct ThemeLine {
    /// Empty if the page is about one theme.
    let title: String
    /// The ids for the filter; empty for a line that stays.
    let themes: [String]
    /// Whether the default has the same. The line is dim.
    var isSame = false
    let write: (inout HTML) -> Void
}

extension ThemeLine {
    /// The default's line stays when the filter shows one theme.
    init(_ theme: ReviewedTheme, isSame: Bool, write: @escaping (inout HTML) -> Void) {
        self.init(title: theme.title, themes: theme.isDefault ? [] : [theme.id], isSame: isSame, write: write)
    }
}

extension HTML {
    /// More dim lines than these are folded.
    private static let sameMax = 3

    /// Writes a list whose rows have a line for each theme.
    mutating func themeRows(_ kind: String, rows: (inout HTML) -> Void) {
        element(.ul, .class("rows \(kind)"), .role("list"), contents: rows)
    }

    /// Writes what a row is about, and the lines of the themes.
    ///
    /// - Parameter filters: the attributes by which the filter finds the row.
    mutating func themeRow(_ filters: [Attribute], _ lines: [ThemeLine], title: (inout HTML) -> Void) {
        let same = lines.filter(\.isSame)
        let isFolded = same.count > Self.sameMax
        element(.li, attributes: [.class("item")] + filters) { html in
            html.element(.div, .class("about"), contents: title)
            html.element(.div) { html in
                html.write(isFolded ? lines.filter { !$0.isSame } : lines)
                guard isFolded else { return }
                html.element(.details, .class("same")) { html in
                    html.element(.summary, text: "\(Words.count(same.count, "theme")) like the default")
                    html.write(same)
                }
            }
        }
        newLine()
    }

    private mutating func write(_ lines: [ThemeLine]) {
        element(.ul, .class("lines")) { html in
            for line in lines {
                let themes = line.themes.isEmpty ? nil : Attribute.data(.themes, list: line.themes)
                html.element(.li, line.isSame ? .class("same") : nil, themes) { html in
                    if !line.title.isEmpty { html.element(.b, text: line.title) }
                    html.text(" ")
                    line.write(&html)
                }
            }
        }
    }
}
