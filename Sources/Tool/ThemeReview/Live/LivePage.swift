import ThemeProject

/// The pages of the preview, whose elements can change on their own.
enum LivePage {
    /// The id of the element with everything that can change.
    static let id = ":page"

    /// Returns the pages by their place below the token. The first one is at `""`.
    ///
    /// - Parameters:
    ///   - images: of each file of the facts; `nil` for one that has no bytes to show.
    ///   - cards: those of the last report that can be copied, and those of this one for the next.
    static func pages(
        of content: LivePreview.Content?, revision: Int, trouble: String?, images: [ImageReference?],
        cards: WrittenCards, jobs: Int
    ) -> [String: HTML] {
        let facts = content?.facts ?? ReviewFacts(title: "themepack")
        // The server has no answer for this address.
        let source = { @Sendable (number: Int) in images[number] ?? .file(.file("image")) }
        let report = ReportPage(
            facts: facts, images: ReportPage.ImageAccess(policy: .server, jobs: jobs, cards: cards, source: source),
            command: "preview")
        let screens = ScreensPage(content?.sample ?? SampleScreens(), facts)
        let hasContent = content != nil
        let pages = Workers.both(jobs: jobs) {
            html("", report.page, of: facts, revision, trouble) { html in
                if hasContent { try? report.writeBody(to: &html) }
            }
        } _: {
            html("screens", screens.page, of: facts, revision, trouble) { html in
                if hasContent { screens.write(to: &html, image: source) }
            }
        }
        return ["": pages.0, "screens": pages.1]
    }

    private static func html(
        _ name: String, _ page: Page, of facts: ReviewFacts, _ revision: Int, _ trouble: String?,
        body: (inout HTML) -> Void
    ) -> HTML {
        var page = page
        page.styles.append(.liveStyle)
        page.scripts.append(.liveScript)
        return HTML { html in
            page.write(to: &html) { html in
                writeLine(name, revision, to: &html)
                let worst = trouble == nil ? facts.worst : .error
                let first = facts.findings.firstIndex { $0.finding.severity == worst } ?? 0
                let place = trouble == nil ? Anchor.finding(first) : Anchor(own: "trouble")
                let address = Address.place(place, in: trouble == nil && !name.isEmpty ? "." : name)
                html.element(
                    .div, .id(Anchor(own: "page")), .data(.title, page.title),
                    .data(.state, trouble == nil ? facts.verdict : "The project cannot be read."),
                    .data(.kinds, worst?.rawValue ?? ""), worst == nil ? nil : .data(.place, address)
                ) { html in
                    html.element(.div, .id(Anchor(own: "trouble")), .class("wide")) { html in
                        if let trouble { html.element(.p, .class("trouble"), .role("alert"), text: trouble) }
                    }
                    body(&html)
                }
            }
        }
    }

    /// Writes the line above the page: links to both pages, and the state of the connection.
    private static func writeLine(_ name: String, _ revision: Int, to html: inout HTML) {
        html.element(
            .div, .class("live wide"), .id(Anchor(own: "live")), .data(.revision, String(revision)),
            .data(.state, "live"), .role("region"), .label("Preview")
        ) { html in
            html.element(.nav, .label("Pages")) { html in
                for (place, text) in [("", "Report"), ("screens", "Sample screens")] {
                    let address = Address.file(place.isEmpty ? "." : place)
                    html.element(.a, .href(address), place == name ? .currentPage : nil, text: text)
                }
            }
            html.element(.output, .live, text: "Live")
        }
    }
}
