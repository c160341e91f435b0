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
}
