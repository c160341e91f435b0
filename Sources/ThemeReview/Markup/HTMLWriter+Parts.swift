import ThemeModel

extension HTMLWriter {
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
    mutating func table<Failure: Error>(
        _ kind: StaticString, _ caption: String, label: String? = nil, isSeen: Bool = true, _ columns: [String],
        rows: (inout HTMLWriter) throws(Failure) -> Void
    ) throws(Failure) {
        let frame: Attribute = isSeen ? .class("scroll group") : .class("scroll")
        try element(.div, frame, .role("region"), .label(label ?? caption), .tabIndex(0)) { html throws(Failure) in
            try html.element(.table, .class(kind)) { html throws(Failure) in
                html.element(.caption, attributes: isSeen ? [] : [.class("unseen")]) { $0.text(caption) }
                html.element(.thead) { html in
                    html.element(.tr) { html in
                        for column in columns { html.element(.th, .columnHeader, text: column) }
                    }
                }
                try html.element(.tbody, contents: rows)
            }
        }
    }

    /// Writes why there is nothing, and where something would come from.
    mutating func empty(_ title: String, _ words: String) {
        element(.p, .class("empty")) { html in
            html.element(.b, text: title)
            html.text(words)
        }
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
