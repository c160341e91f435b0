import ThemeModel

extension HTML {
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

    /// Writes why there is nothing, and where something would come from.
    mutating func empty(_ title: String, _ words: String) {
        element(.p, .class("empty")) { html in
            html.element(.b, text: title)
            html.text(words)
        }
    }

    /// Writes a part of a section, which the browser lays out at once.
    mutating func group(
        _ title: String, _ count: String, id: Anchor? = nil, contents: (inout HTML) throws -> Void
    ) rethrows {
        try element(.section, id.map(Attribute.id), .class("group")) { html in
            html.element(.h3, .class("folder")) { html in
                html.text(title)
                html.count(count)
            }
            try contents(&html)
        }
    }

    mutating func count(_ words: String) {
        text(" ")
        element(.span, .class("count"), text: words)
    }

    mutating func swatch(_ color: ThemeColor) {
        element(.svg, .class("swatch"), .ariaHidden, .width(32), .height(20)) { html in
            html.element(.rect, .fill(color), .fillOpacity(color), .width(32), .height(20), text: "")
        }
    }

    /// Writes a path or a key, which a browser breaks after these characters of ASCII.
    mutating func breakable(_ text: String, after separators: String = "/_-@") {
        var start = text.startIndex
        for index in text.utf8.indices where separators.utf8.contains(text.utf8[index]) {
            let end = text.utf8.index(after: index)
            self.text(String(text[start..<end]))
            void(.wbr)
            start = end
        }
        self.text(String(text[start...]))
    }
}
