import Testing
import ThemeModel

@testable import ThemeReview

@Suite struct HTMLTests {
    private func html(_ body: (inout HTML) -> Void) -> String {
        String(decoding: HTML.bytes(body), as: UTF8.self)
    }

    @Test(
        "Text is escaped in contents and attributes",
        arguments: [
            ("a&b", "a&amp;b"), ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
            ("\"'", "&quot;&#39;"), ("größe 图", "größe 图"), ("a\nb", "a\\nb"), ("\u{0}\u{1B}", "\\u{0}\\u{1B}"),
            ("\u{202E}gnp", "\\u{202E}gnp"), ("&lt;", "&amp;lt;"), ("\u{2028}", "\\u{2028}"), ("", ""),
        ])
    func escapedText(text: String, escaped: String) {
        #expect(html { $0.element(.p, text: text) } == "<p>\(escaped)</p>")
        #expect(html { $0.void(.img, .alt(text)) } == "<img alt=\"\(escaped)\">")
    }

    @Test(
        "An address stays beside the page",
        arguments: [
            ("javascript:alert(1)", "javascript%3Aalert%281%29"), ("//evil.example/x", "evil.example/x"),
            ("a b\"<>.png", "a%20b%22%3C%3E.png"), ("images/ü@2x.png", "images/%C3%BC@2x.png"), ("?x#y", "%3Fx%23y"),
        ])
    func address(path: String, encoded: String) {
        #expect(html { $0.element(.a, .href(.file(path)), text: "") } == "<a href=\"\(encoded)\"></a>")
    }

    @Test("The address of an anchor is percent-encoded")
    func anchorAddress() {
        let anchor = Anchor("a b/\"ü@2x")
        #expect(
            html { $0.element(.a, .id(anchor), .href(.place(anchor)), text: "") }
                == "<a id=\"a b/&quot;ü@2x\" href=\"#a%20b/%22%C3%BC@2x\"></a>")
    }

    @Test(
        "The bytes of an image are in Base64",
        arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob\u{0}", "Zm9vYgA=")])
    func imageBytes(bytes: String, encoded: String) {
        #expect(
            html { $0.void(.img, .src(.inlinePNG(Array(bytes.utf8)))) }
                == "<img src=\"data:image/png;base64,\(encoded)\">")
    }

    @Test("A font name cannot end its string")
    func fontName() {
        #expect(
            html { $0.element(.svgText, .fontFamilies("a\"; fill: url(x)\\"), text: "") }
                == "<text font-family=\"&quot;a\\&quot;; fill: url(x)\\\\&quot;, system-ui, sans-serif\"></text>")
    }

    @Test(
        "An anchor has the name that the browser reads",
        arguments: ["a\u{202E}b", "a\nb", "\u{0}<'&\">", "plain", "\u{7F}\u{2028}"])
    func anchorName(name: String) {
        let page = HTML { $0.element(.p, .id(Anchor(name))) { _ in } }
        var text = String(decoding: page.bytes, as: UTF8.self)
        for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
            text = text.replacing(entity, with: character)
        }
        #expect(text == "<p id=\"\(page.elements[0].id)\"></p>")
    }

    @Test("Parts are the same with any number of jobs")
    func parts() throws {
        func page(_ jobs: Int) throws -> HTML {
            try HTML { html in
                try html.element(.div, .id(Anchor("all"))) { html in
                    try html.parts(1500, jobs: jobs) { number, html in
                        html.element(.p, .id(Anchor("\(number)"))) { $0.text("<\(number)>") }
                    }
                }
            }
        }
        let (one, three) = (try page(1), try page(3))
        #expect(one.bytes == three.bytes && one.elements.map(\.id) == three.elements.map(\.id))
        #expect(one.elements.map(\.range) == three.elements.map(\.range) && one.children(of: 0).count == 1500)
        let last = three.elements[1500].range
        #expect(String(decoding: three.bytes[last], as: UTF8.self) == "<p id=\"1499\">&lt;1499&gt;</p>")
    }

    @Test("The first error of a part is thrown", arguments: [1, 3])
    func partError(jobs: Int) {
        struct Broken: Error, Equatable { let number: Int }
        let error = #expect(throws: Broken.self) {
            _ = try HTML.bytes { html in
                try html.parts(2000, jobs: jobs) { number, html in
                    if number % 700 == 600 { throw Broken(number: number) }
                    html.text("\(number)")
                }
            }
        }
        #expect(error == Broken(number: 600))
    }

    @Test("A color is written for SVG")
    func vectorColor() {
        let color = ThemeColor(red: 1, green: 0xAB, blue: 255, alpha: 128)
        #expect(
            html { $0.element(.rect, .fill(color), .fillOpacity(color), text: "") }
                == "<rect fill=\"#01ABFF\" fill-opacity=\"0.502\"></rect>")
    }
}
