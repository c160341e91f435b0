import ThemeModel
import Testing

@testable import ThemeReview

@Suite struct PageTests {
    private func text(_ page: Page) -> String {
        String(
            decoding: HTML.bytes { html in page.write(to: &html) { $0.element(.main, text: "x") } }, as: UTF8.self
        )
    }

    private let page = Page(
        title: "</title><script>", policy: .inline, styles: [.baseStyle, .viewerStyle],
        scripts: [.viewerScript, .filterScript, .keysScript])

    @Test("The policy allows exactly the constant style and script")
    func policy() throws {
        let text = text(page)
        for tag in ["style", "script"] {
            let parts = text.split(separator: "<\(tag)>", maxSplits: 1)
            let content = try #require(parts.last).split(separator: "</\(tag)>", maxSplits: 1)[0]
            let digest = Base64.encode(ContentDigest(of: Array(content.utf8)).bytes)
            #expect(text.contains("\(tag)-src &#39;sha256-\(digest)&#39;"))
        }
        #expect(text.contains("default-src &#39;none&#39;"))
        #expect(text.contains("<title>&lt;/title&gt;&lt;script&gt;</title>"))
    }

    @Test("Constants cannot end their element")
    func constants() {
        let page = Page(title: "", policy: .inline, withViewerAnd: [.fontsScript])
        for text in page.styles + page.scripts + [.screensStyle, .screensScript, .liveStyle, .liveScript] {
            let text = String(decoding: text.bytes, as: UTF8.self)
            #expect(!text.isEmpty && !text.contains("</") && !text.contains("<!--"))
        }
    }

    @Test("Images come from where the policy says")
    func images() {
        var page = page
        #expect(text(page).contains("img-src data:;"))
        page.policy = .files
        #expect(text(page).contains("img-src data: &#39;self&#39; file:;"))
        page.policy = .server
        #expect(text(page).contains("img-src data: &#39;self&#39;; connect-src &#39;self&#39;;"))
    }
}
