import ThemeProject

/// The contents of a page's body: a header, links to the sections beside a filter, the sections, and a footer.
struct PageBody<Failure: Error> {
    typealias Part = (inout HTMLWriter) -> Void

    /// The noun for the contents, such as "report".
    let subject: String
    /// The command that the page names as its author.
    let command: String
    let filter: FilterForm
    /// The text if the filter hides everything.
    let nothingFound: String
    /// The number of items of all sections.
    let itemCount: Int
    let sections: [PageSection<Failure>]

    /// With more items, the browser skips those that are not on the screen. Screenshots of the whole page then lack
    /// them, so smaller pages are laid out completely.
    private static var itemsMax: Int { 200 }

    /// - Parameter notice: writes what comes before the sections.
    func write(to html: inout HTMLWriter, header: Part, notice: Part = { _ in }) throws(Failure) {
        let main = Anchor(own: "main")
        // The preview has links above it, so it needs a landmark.
        html.element(.nav, .label("Skip")) { html in
            html.element(.a, .class("skip"), .href(.place(main)), text: "Skip to the \(subject)")
        }
        html.element(.div, .class("wide"), contents: header)
        html.element(.div, .class("bar")) { html in
            html.element(.div, .class("wide")) { html in
                html.element(.nav, .class("contents"), .label("Contents")) { html in
                    for section in sections { section.writeLink(to: &html) }
                }
                filter.write(to: &html)
            }
        }
        let style: Attribute = itemCount > Self.itemsMax ? .class("wide many") : .class("wide")
        try html.element(.main, style, .id(main)) { html throws(Failure) in
            notice(&html)
            for section in sections where !html.hasFailed { try section.write(to: &html) }
            html.element(.p, .class("nothing-found"), .hidden, text: nothingFound)
        }
        html.element(.footer, .class("wide")) { html in
            html.element(.div, .class("foot")) { html in
                html.element(.p, .class("help-link"), text: "Written by themepack \(command). ")
            }
        }
    }
}

/// A section of a page, with a link in the table of contents.
struct PageSection<Failure: Error> {
    typealias Contents = (inout HTMLWriter) throws(Failure) -> Void

    private let anchor: Anchor
    private let titleAnchor: Anchor
    private let title: String
    private let count: Int?
    private let lead: String
    private let contents: Contents

    /// - Parameters:
    ///   - name: the name of the section's anchor.
    ///   - count: the number of items; `nil` if the section has none.
    ///   - lead: a sentence below the title.
    ///   - contents: writes what comes after the lead.
    init(_ name: StaticString, _ title: String, count: Int? = nil, lead: String, contents: @escaping Contents) {
        anchor = Anchor(own: name)
        titleAnchor = Anchor(titleOf: name)
        self.title = title
        self.count = count
        self.lead = lead
        self.contents = contents
    }

    var isShown: Bool { count != 0 }

    func writeLink(to html: inout HTMLWriter) {
        html.element(.a, .href(.place(anchor))) { html in
            html.text(title)
            if let count { html.element(.span, .class("count"), text: Words.grouped(count)) }
        }
    }

    func write(to html: inout HTMLWriter) throws(Failure) {
        html.newLine()
        try html.element(.section, .id(anchor), .labelled(by: titleAnchor)) { html throws(Failure) in
            html.element(.h2, .id(titleAnchor), text: title)
            html.element(.p, .class("lead"), text: lead)
            try contents(&html)
        }
    }
}

/// The choices of the ground below images, and of their size. They work without a script.
enum GroundChoice {
    static func write(to html: inout HTMLWriter) {
        write("ground", "Ground", ["checkered", "light", "dark"], to: &html)
        write("size", "Size", ["×1", "×2", "×4"], to: &html)
    }

    /// The first value is checked.
    private static func write(
        _ name: StaticString, _ title: String, _ values: [String], to html: inout HTMLWriter
    ) {
        html.element(.fieldset, .class("grounds")) { html in
            html.element(.legend, text: title)
            for value in values {
                html.element(.label) { html in
                    let checked: [Attribute] = value == values.first ? [.checked] : []
                    html.void(.input, attributes: [.type("radio"), .name(name), .value(value)] + checked)
                    html.element(.span, text: value.firstUppercased)
                }
            }
        }
    }
}
