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
        html.element(.a, .class("skip"), .href(.place(main)), text: "Skip to the \(subject)")
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
