import Testing
import ThemeProject

@testable import ThemeReview

@Suite("Cards of images")
struct ImageCardTests {
    private func html(_ sizes: [(width: Int, height: Int)], notes: [ImageCard.Note] = []) -> String {
        let shots = sizes.enumerated().map { number, size in
            var shot = ImageCard.Shown(
                caption: "\(number)", alternative: "image \(number)",
                content: .image(.file(.file("\(number).png")), width: size.width, height: size.height))
            if size != sizes[0] { shot.mismatch = "not the size" }
            return shot
        }
        var card = ImageCard(
            title: "a", anchor: Anchor("a"), rows: [ImageCard.Row(label: "@1x", anchor: nil, images: shots)])
        card.notes = notes
        return String(decoding: HTML.bytes { card.write(to: &$0) }, as: UTF8.self)
    }

    @Test(
        "The images of a row are drawn at one scale, never larger than their pixels",
        arguments: [
            ([(1, 1)], ["width=\"1\" height=\"1\""]), ([(300, 220)], ["width=\"300\" height=\"220\""]),
            ([(8192, 8192)], ["width=\"220\" height=\"220\" loading=\"lazy\" data-size=\"8192x8192\""]),
            ([(8192, 1)], ["width=\"300\" height=\"1\""]),
            ([(100, 100), (600, 100)], ["width=\"50\" height=\"50\"", "width=\"300\" height=\"50\""]),
        ])
    func scale(_ sizes: [(Int, Int)], _ expected: [String]) {
        let html = html(sizes.map { (width: $0.0, height: $0.1) })
        for text in expected { #expect(html.contains(text), "\(html)") }
    }

    @Test("A mismatch has a frame in the size of the first image, and words")
    func mismatch() {
        let html = html([(88, 44), (90, 44)])
        #expect(html.contains("<svg class=\"frame\" aria-hidden=\"true\" width=\"88\" height=\"44\">"))
        #expect(html.contains("<span class=\"mismatch\">not the size</span>"))
        #expect(!self.html([(88, 44), (88, 44)]).contains("class=\"frame\""))
    }

    @Test("The images of a row have canvases of one size")
    func canvas() {
        let html = html([(88, 44), (90, 40)])
        #expect(
            html.split(separator: "<svg class=\"canvas\" aria-hidden=\"true\" width=\"90\" height=\"44\">").count == 3)
        #expect(!self.html([(88, 44), (88, 44)]).contains("class=\"canvas\""))
    }

    @Test("Every gray contrasts with its ground, and the ground is the theme's color unless that is nearly the same")
    func grounds() throws {
        let style = String(decoding: EmbeddedText.viewerStyle.bytes, as: UTF8.self)
        /// The luminance of checkers with black's 0.05 added, as a contrast with black.
        func contrastWithBlack(ofCheckers name: String) throws -> Double {
            let colors = try #require(style.firstMatch(of: try Regex("--\(name): [a-z-]+\\((#\\w+) 0 25%, (#\\w+)")))
            let black = ThemeColor(red: 0, green: 0, blue: 0)
            let contrasts = try [1, 2].map { place in
                try ThemeColor(String(try #require(colors[place].substring))).contrast(on: black)
            }
            return (contrasts[0] + contrasts[1]) / 2
        }
        let checkers = try ["day", "night"].map { ("ground \($0)", try contrastWithBlack(ofCheckers: $0)) }
        for shade in UInt8.min...UInt8.max {
            let gray = ThemeColor(red: shade, green: shade, blue: shade)
            let own = gray.contrast(on: ThemeColor(red: 0, green: 0, blue: 0))
            for color in [nil, ThemeColor(red: 0x80, green: 0x80, blue: 0x80), gray] {
                let attributes = ImageGround(color, below: gray).attributes
                guard attributes.count == 1, case .text(let style)? = attributes[0].value else {
                    #expect(color.map { gray.contrast(on: $0) } ?? 1 >= 1.1)
                    continue
                }
                let ground = try #require(checkers.first { $0.0 == style }).1
                #expect(max(own / ground, ground / own) >= 3, "\(shade)")
            }
        }
    }

    @Test("A note has a word for its color")
    func notes() {
        let html = html(
            [(1, 1)], notes: [ImageCard.Note(.warning, "is odd", label: "rule"), ImageCard.Note(.error, "x")])
        #expect(html.contains("<li class=\"warning\"><b>Warning</b> is odd <code>rule</code></li>"))
        #expect(html.contains("<li class=\"error\"><b>Error</b> x</li>"))
    }
}
