import ThemeModel

extension HTML {
    /// Writes names with their values.
    mutating func values(_ list: Attribute, _ values: [(String, String)]) {
        element(.dl, list) { html in
            for (name, value) in values {
                html.element(.div) { html in
                    html.element(.dt, text: name)
                    html.element(.dd, text: value)
                }
            }
        }
    }

    /// Writes a table that scrolls alone. If its caption is unseen, a heading says the same.
    ///
    /// - Parameter label: what a screen reader says; `nil` for the caption.
    mutating func table(
        _ kind: String, _ caption: String, label: String? = nil, isSeen: Bool = true, _ columns: [String],
        rows: (inout HTML) throws -> Void
    ) rethrows {
        let frame: Attribute = isSeen ? .class("scroll group") : .class("scroll")
        try element(.div, frame, .role("region"), .label(label ?? caption), .tabIndex(0)) { html in
            try html.element(.table, .class(kind)) { html in
                html.element(.caption, isSeen ? nil : .class("unseen"), text: caption)
                html.element(.thead) { html in
                    html.element(.tr) { html in
                        for column in columns { html.element(.th, .columnHeader, text: column) }
                    }
                }
                try html.element(.tbody, contents: rows)
            }
        }
    }

    /// Writes a table of the first rows, and below it how many others there are.
    mutating func table<Row>(
        _ kind: String, _ caption: String, _ columns: [String], first count: Int, of rows: [Row],
        noun: String? = nil, row: (Row, inout HTML) throws -> Void
    ) rethrows {
        try table(kind, caption, columns) { html in
            for item in rows.prefix(count) { try row(item, &html) }
        }
        let rest = rows.count - count
        guard rest > 0 else { return }
        let words = noun.map { Words.count(rest, $0) } ?? "\(Words.grouped(rest)) more"
        element(.p, .class("more"), text: "and \(words).")
    }

    /// Writes why there is nothing, and where something would come from.
    mutating func empty(_ title: String, _ words: String) {
        element(.p, .class("empty")) { html in
            html.element(.b, text: title)
            html.text(words)
        }
    }

    /// Writes one of several choices.
    mutating func choice(
        _ name: String, _ value: Attribute, isChecked: Bool = false, label: (inout HTML) -> Void
    ) {
        element(.label) { html in
            html.void(.input, .type("radio"), .name(name), value, isChecked ? .checked : nil)
            html.element(.span, contents: label)
        }
    }

    /// Writes a number beside a title.
    mutating func count(_ words: String) {
        text(" ")
        element(.span, .class("count"), text: words)
    }

    mutating func swatch(_ color: ThemeColor) {
        element(.svg, .class("swatch"), .ariaHidden, .width(32), .height(20)) { html in
            html.element(.rect, .fill(color), .fillOpacity(color), .width(32), .height(20), text: "")
        }
    }

    /// Writes a name that a browser can break after each separator.
    mutating func name(_ parts: some Sequence<some StringProtocol>, separator: String) {
        for (index, part) in parts.enumerated() {
            if index > 0 {
                text(separator)
                void(.wbr)
            }
            text(String(part))
        }
    }
}
