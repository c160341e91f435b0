/// The form that filters the items of a page: by theme, folder, rule and text. Only the script shows it.
struct FilterForm: Sendable {
    struct Choice: Sendable {
        var label: String
        /// An item has the selected value in the attribute `data-` with this name.
        var name: String
        var isLabelled = false
        package var isList = true
        /// The option that filters nothing, for example `All themes`.
        var everything: String
        var options: [(value: String, text: String)]

        func write(to html: inout HTML) {
            html.element(.label) { html in
                html.element(.span, isLabelled ? nil : .class("unseen"), text: label)
                html.text(" ")
                html.element(.select, .name(name)) { html in
                    html.element(.option, .value(""), text: everything)
                    for option in options {
                        let value: Attribute = isList ? .value(ofList: option.value) : .value(option.value)
                        html.element(.option, value, text: option.text)
                    }
                }
            }
        }
    }

    /// A tab that shows some of the items: those with the value among their ``DataName/kinds``, or all. The script
    /// counts them.
    typealias Tab = (value: String, title: String)

    /// Those with fewer than two options are not shown.
    var choices: [Choice]
    var tabs: [Tab] = []

    func write(to html: inout HTML) {
        html.element(.form, .class("filter"), .role("search"), .label("Filter"), .hidden) { html in
            html.element(.label) { html in
                html.element(.span, .class("unseen"), text: "Text")
                html.void(.input, .type("search"), .name("text"), .placeholder("Filter by text"))
            }
            if !tabs.isEmpty {
                html.element(.fieldset, .class("tabs")) { html in
                    html.element(.legend, .class("unseen"), text: "Items")
                    for tab in tabs {
                        html.element(.label) { html in
                            let checked: Attribute? = tab.value.isEmpty ? .checked : nil
                            html.void(.input, .type("radio"), .name("show"), .value(tab.value), checked)
                            html.element(.span) { html in
                                html.text(tab.title)
                                html.count("")
                            }
                        }
                    }
                }
            }
            for choice in choices where choice.options.count > 1 { choice.write(to: &html) }
            html.element(.button, .type("reset"), text: "Clear")
            html.element(.button, .type("button"), .popover(Anchor(own: "help")), text: "Keys")
            html.element(.output, .live, text: "")
        }
    }
}
