/// A section of a page, with a link in the table of contents.
struct PageSection {
    private let anchor: Anchor
    private let titleAnchor: Anchor
    private let title: String
    private let count: Int?
    private let lead: String

    /// - Parameters:
    ///   - name: the name of the section's anchor.
    ///   - titleName: the name of the title's anchor.
    ///   - count: the number of items; `nil` if the section has none.
    ///   - lead: a sentence below the title.
    init(_ name: StaticString, title titleName: StaticString, _ title: String, count: Int? = nil, lead: String) {
        (anchor, titleAnchor) = (Anchor(own: name), Anchor(own: titleName))
        (self.title, self.count, self.lead) = (title, count, lead)
    }

    /// Whether there is an item.
    var isShown: Bool { count != 0 }

    func writeLink(to html: inout HTMLWriter) {
        html.element(.a, .href(.place(anchor))) { html in
            html.text(title)
            if let count { html.element(.span, .class("count"), text: Words.grouped(count)) }
        }
    }

    func write(to html: inout HTMLWriter, contents: (inout HTMLWriter) throws -> Void) rethrows {
        html.newLine()
        try html.element(.section, .id(anchor), .labelled(by: titleAnchor)) { html in
            html.element(.h2, .id(titleAnchor), text: title)
            html.element(.p, .class("lead"), text: lead)
            try contents(&html)
        }
    }
}
