/// The contents of a page's body: a header, links to the sections beside a filter, the sections, and a footer.
struct PageBody {
    /// The noun for the contents, such as "report".
    let subject: String
    /// The command that the page names as its author.
    let command: String
    let origin: PageOrigin
    /// The themes with their versions; empty if the head says them.
    var versions: [String] = []
    let filter: FilterForm
    /// The text if the filter hides everything.
    let nothingFound: String
    /// The number of items of all sections.
    let itemCount: Int
    let sections: [PageSection]

    /// With more items, the browser skips those that are not on the screen. Screenshots of the whole page then lack
    /// them, so smaller pages are laid out completely.
    private static let itemsMax = 200

    /// - Parameter notice: writes what comes before the sections.
    func write(
        to html: inout HTML, header: Masthead, notice: (inout HTML) -> Void = { _ in }
    ) throws {
        let main = Anchor(own: "main")
        // The preview has links above it, so it needs a landmark.
        html.element(.nav, .label("Skip")) { html in
            html.element(.a, .class("skip"), .href(.place(main)), text: "Skip to the \(subject)")
        }
        html.element(.div, .class("wide"), contents: header.write)
        html.element(.div, .class("bar")) { html in
            html.element(.div, .class("wide")) { html in
                html.element(.nav, .class("contents"), .label("Contents")) { html in
                    for section in sections { section.writeLink(to: &html) }
                }
                filter.write(to: &html)
            }
        }
        let style: Attribute = itemCount > Self.itemsMax ? .class("wide many") : .class("wide")
        try html.element(.main, style, .id(main)) { html in
            notice(&html)
            for section in sections { try section.write(to: &html) }
            html.element(.p, .class("nothing-found"), .hidden, text: nothingFound)
        }
        origin.writeFoot(command, versions, to: &html)
    }
}

/// The tool that made a page, and the versions of its input.
package struct PageOrigin: Hashable, Sendable {
    /// Of the tool.
    package var version = ""
    /// The commit that the project's folder is on; `nil` if there is none.
    package var commit: String?

    package init(version: String = "", commit: String? = nil) {
        self.version = version
        self.commit = commit
    }

    /// - Parameters:
    ///   - command: the command that the page names as its author.
    ///   - versions: the themes with their versions.
    func writeFoot(_ command: String, _ versions: [String], to html: inout HTML) {
        html.element(.footer, .class("wide")) { html in
            html.element(.div, .class("foot")) { html in
                let words = ["Written by themepack", version, command].filter { !$0.isEmpty }
                let commit = commit.map { ", on commit \($0.prefix(12))" } ?? ""
                html.element(.p, text: "\(words.joined(separator: " "))\(commit).")
                if !versions.isEmpty { html.element(.p, text: versions.joined(separator: ", ")) }
            }
        }
    }
}

/// The head of a page: its title, a verdict in one sentence, and totals.
struct Masthead {
    /// The kind of page, above the title.
    let kicker: String
    let title: String
    /// The verdict in a word, and its class.
    let tag: (class: String, word: String)
    let verdict: String
    let totals: [(String, String)]

    func write(to html: inout HTML) {
        html.element(.header, .class("masthead")) { html in
            html.element(.p, .class("kicker"), text: kicker)
            html.element(.h1, text: title)
            html.element(.p, .class("verdict")) { html in
                html.element(.span, .class(tag.class), text: tag.word)
                html.text(" " + verdict)
            }
            html.values(.class("totals"), totals)
        }
    }
}

/// A section of a page, with a link in the table of contents.
struct PageSection {
    /// The name of its anchor.
    let name: StaticString
    let title: String
    /// The number of items; `nil` if the section has none.
    var count: Int?
    /// A sentence below the title.
    let lead: String
    /// Writes what comes after the lead.
    let contents: (inout HTML) throws -> Void

    func writeLink(to html: inout HTML) {
        html.element(.a, .href(.place(Anchor(own: name)))) { html in
            html.text(title)
            if let count { html.count(Words.grouped(count)) }
        }
    }

    func write(to html: inout HTML) throws {
        html.newLine()
        let titleAnchor = Anchor(titleOf: name)
        try html.element(.section, .id(Anchor(own: name)), .labelled(by: titleAnchor)) { html in
            html.element(.h2, .id(titleAnchor), text: title)
            html.element(.p, .class("lead"), text: lead)
            try contents(&html)
        }
    }
}
