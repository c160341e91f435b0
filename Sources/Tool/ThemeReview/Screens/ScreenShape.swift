import ThemeModel

/// A rectangle in points, from the upper left corner of a screen.
struct ScreenFrame: Equatable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    func centered(width: Int, height: Int) -> ScreenFrame {
        ScreenFrame(x: x + (self.width - width) / 2, y: y + (self.height - height) / 2, width: width, height: height)
    }
}

struct ScreenShape: Equatable {
    enum Content: Equatable {
        case fill(ThemeColor)
        /// - Parameters:
        ///   - name: the logical name.
        ///   - tint: the color in which a mask is drawn; `nil` for an image with colors of its own.
        case image(name: String, of: ScreenTheme.Image, isStretched: Bool, tint: ThemeColor?)
        case text(ScreenText)
        /// A placeholder for a missing image, with the image's name.
        case missing(String)
        /// Words of the preview itself.
        case label(String)
    }

    let frame: ScreenFrame
    let content: Content
}

struct ScreenText: Equatable {
    enum Alignment: Equatable {
        case start, middle, end
    }

    var string: String
    /// `nil` for a gray that can be read on any ground.
    var color: ThemeColor?
    var fontName: String?
    var size: Int
    var weight: Int
    var alignment = Alignment.start

    /// Half of the size is a usual mean width of letters.
    var estimatedWidth: Int { string.unicodeScalars.count * size * 11 / 20 + size / 2 }
}

extension ScreenShape {
    /// Writes elements of SVG. Their presentation attributes need no style, which the page's policy would forbid.
    func write(to html: inout HTML, image: (_ file: Int) -> ImageReference) {
        switch content {
        case .fill(let color):
            html.element(.rect, attributes: place + [.fill(color), .fillOpacity(color)]) { _ in }
        case .image(let name, let shown, let isStretched, let tint):
            // Leads to the image in the report.
            html.element(.a, .href(.place(Anchor(name), in: "."))) { html in
                html.element(.svgTitle, text: "\(name), \(shown.owner)")
                let style = [.href(image(shown.file)), isStretched ? .stretched : nil, tint.map(Attribute.tint)]
                html.element(.svgImage, attributes: place + style.compactMap(\.self)) { _ in }
            }
        case .text(let text): write(text, to: &html)
        case .missing(let name):
            html.element(.rect, attributes: place + [.class("missing")]) { _ in }
            if frame.width > 100 {
                write(ScreenText(string: name, size: 11, weight: 400, alignment: .middle), to: &html)
            }
        case .label(let words):
            html.element(
                .svgText, .class("state"), .x(frame.x + frame.width / 2), .y(frame.y + 12), .fontSize(12),
                .anchoredInMiddle,
                text: words)
        }
    }

    /// An inner `svg` cuts off what does not fit.
    private func write(_ text: ScreenText, to html: inout HTML) {
        html.element(.svg, attributes: place) { html in
            var attributes: [Attribute] = [
                .y(frame.height / 2 + text.size * 7 / 20), .fontSize(text.size), .fontWeight(text.weight),
            ]
            if let name = text.fontName { attributes.append(.fontFamilies(name)) }
            switch text.alignment {
            case .start: attributes.append(.x(0))
            case .middle: attributes += [.x(frame.width / 2), .anchoredInMiddle]
            case .end: attributes += [.x(frame.width), .anchoredAtEnd]
            }
            attributes += text.color.map { [.fill($0), .fillOpacity($0)] } ?? [.class("colorless")]
            html.element(.svgText, attributes: attributes) { html in html.text(text.string) }
        }
    }

    private var place: [Attribute] { [.x(frame.x), .y(frame.y), .width(frame.width), .height(frame.height)] }
}
