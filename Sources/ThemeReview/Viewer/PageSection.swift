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

    /// Whether there is an item.
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
