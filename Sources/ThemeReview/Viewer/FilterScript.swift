/// The form that filters the items of a page: by theme, folder, rule and text. Only the script shows it.
package struct FilterForm: Sendable {
    package struct Choice: Sendable {
        package var label: String
        /// The attribute of an item that is compared with the selected value.
        package var attribute: DataName
        /// Whether the attribute is a list.
        package var isList = true
        /// The option that filters nothing, for example `All themes`.
        package var everything: String
        package var options: [(value: String, text: String)]
    }

    package var choices: [Choice]

    /// Choices with fewer than two options are left out.
    package init(choices: [Choice]) { self.choices = choices.filter { $0.options.count > 1 } }

    package func write(to html: inout HTMLWriter) {
        html.element(.form, .class("filter"), .role("search"), .label("Filter"), .hidden) { html in
            html.element(.label) { html in
                html.element(.span, .class("unseen"), text: "Text")
                html.void(.input, .type("search"), .placeholder("Filter by text"))
            }
            for choice in choices {
                html.element(.label) { html in
                    html.element(.span, .class("unseen"), text: choice.label)
                    html.element(.select, .data(choice.attribute, "")) { html in
                        html.element(.option, .value(""), text: choice.everything)
                        for option in choice.options {
                            let value: Attribute = choice.isList ? .value(ofList: option.value) : .value(option.value)
                            html.element(.option, value, text: option.text)
                        }
                    }
                }
            }
            html.element(.button, .type("reset"), text: "Clear")
            html.element(.output, .live, text: "")
        }
    }
}
