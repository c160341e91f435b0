/// A section of the page with a link in the table of contents.
struct DifferenceSection {
    let anchor: Anchor
    let titleAnchor: Anchor
    let title: String
    let count: Int
    /// A sentence below the title.
    let lead: String
    let contents: (inout HTMLWriter) -> Void

    init(
        _ name: StaticString, title titleName: StaticString, _ title: String, count: Int, lead: String,
        contents: @escaping (inout HTMLWriter) -> Void
    ) {
        (anchor, titleAnchor) = (Anchor(own: name), Anchor(own: titleName))
        (self.title, self.count, self.lead, self.contents) = (title, count, lead, contents)
    }

    func writeLink(to html: inout HTMLWriter) {
        html.element(.a, .href(.place(anchor))) { html in
            html.text(title)
            html.element(.span, .class("count"), text: Words.grouped(count))
        }
    }

    func write(to html: inout HTMLWriter) {
        html.newLine()
        html.element(.section, .id(anchor), .labelled(by: titleAnchor)) { html in
            html.element(.h2, .id(titleAnchor), text: title)
            html.element(.p, .class("lead"), text: lead)
            contents(&html)
        }
    }
}
