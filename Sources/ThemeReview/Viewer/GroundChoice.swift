import ThemeProject

/// The choice of the ground below images. It works without a script.
package enum GroundChoice {
    package static func write(to html: inout HTMLWriter) {
        html.element(.fieldset, .class("grounds")) { html in
            html.element(.legend, text: "Ground")
            for (name, isChecked) in [("checkered", true), ("light", false), ("dark", false)] {
                html.element(.label) { html in
                    let attributes: [Attribute] = isChecked ? [.checked] : []
                    html.void(.input, attributes: [.type("radio"), .name("ground"), .value(name)] + attributes)
                    html.element(.span, text: name.firstUppercased)
                }
            }
        }
    }
}
