package import ThemeProject

/// The images of one name that are compared with each other. A page shows them as a card, which opens the viewer.
package struct ImageCard: Equatable, Sendable {
    /// The name below its heading, for example `buttonImage`.
    package var title: String
    /// The heading's link. Rows have anchors of their own.
    package var anchor: Anchor
    package var rows: [Row]
    package var notes: [Note] = []
    /// Ids by which the filter finds the card.
    package var themes: [String] = []
    package var rules: [String] = []
    package var kinds: [String] = []
    package var folder = ""
    /// Whether the script makes the images when the card comes near the window.
    var isDeferred = false

    /// Images on canvases of one size. The viewer compares each with the first.
    package struct Row: Equatable, Sendable {
        /// For example `@2x`.
        package var label = ""
        package var anchor: Anchor?
        package var images: [Shown]
    }

    package struct Shown: Equatable, Sendable {
        /// For example `default` or `New Year`.
        package var caption: String
        /// A description for people who cannot see the image.
        package var alternative: String
        package var content: Content
        /// The path of its file, for people; `nil` if it has none.
        package var path: ExactText?
        /// The reason why its size is wrong. The image then gets a frame in the size of the first one.
        package var mismatch: String?
        /// Of its worst finding, for the frame of its ground.
        package var severity: Severity?
        /// `nil` if no note leads to it.
        package var anchor: Anchor?
        /// The id of its theme, for the filter.
        package var theme: String?
        /// The color in which a mask is drawn; `nil` for an image with colors of its own.
        package var tint: ThemeColor?
        /// The color on which its theme shows it; `nil` if not known.
        package var ground: ThemeColor?
        /// Of its visible pixels; `nil` if not known.
        package var meanColor: ThemeColor?

        fileprivate var groundAttributes: [Attribute] { ImageGround(ground, below: tint ?? meanColor).attributes }
    }

    package enum Content: Equatable, Sendable {
        case image(ImageReference, width: Int, height: Int)
        /// The words that stand in the image's place.
        case absent(String)

        /// `nil` if there is no image.
        fileprivate var size: String? {
            if case .image(_, let width, let height) = self { "\(width) × \(height) px" } else { nil }
        }
    }

    /// A sentence below the images.
    package struct Note: Equatable, Sendable {
        package var severity: Severity
        package var text: String
        /// For example a rule's id.
        package var label: String?
        package var places: [Place] = []
        /// The finding that explains it, with a link.
        var cause: Cause?

        struct Cause: Hashable {
            var words: String
            var anchor: Anchor
        }

        package init(_ severity: Severity, _ text: String, label: String? = nil) {
            self.severity = severity
            self.text = text
            self.label = label
        }

        init(_ finding: Finding) { self.init(finding.severity, finding.message, label: finding.rule.rawValue) }

        fileprivate struct Words: Hashable {
            let text: String
            let label: String?
            let cause: Cause?
        }
    }

    /// An image that a note is about.
    package struct Place: Equatable, Sendable {
        /// For example `Sepia @2x`.
        package var text: String
        package var anchor: Anchor
        /// The id of its theme, for the filter.
        package var theme: String
    }

    /// A card with as many themes fills a line, so its place is known before its images.
    private static let wideMin = 20

    /// The images of a row are drawn at one scale, pixel for pixel if the largest of them fits into this box.
    static let box = (width: 300, height: 220)

    package func write(to html: inout HTML) {
        let isWide = rows.contains { $0.images.count >= Self.wideMin }
        html.element(
            .article, .class(isWide ? "card item wide-card" : "card item"), .id(anchor), .data(.themes, list: themes),
            .data(.rules, list: rules), .data(.folder, folder), .data(.kinds, list: kinds)
        ) { html in
            html.element(.h4) { html in html.element(.a, .href(.place(anchor)), text: title) }
            let writeImages = { (html: inout HTML) in
                for row in rows { row.write(to: &html, fitting: Self.box) }
                guard let path = rows.first?.images.lazy.compactMap(\.path).first else { return }
                html.element(.code, .class("copy")) { $0.breakable(path.string) }
            }
            if isDeferred { html.noscript(writeImages) } else { writeImages(&html) }
            ImageCard.write(notes, to: &html)
        }
        html.newLine()
    }

    package static func write(_ notes: [Note], to html: inout HTML) {
        guard !notes.isEmpty else { return }
        html.element(.ul, .class("notes")) { html in
            for note in notes {
                let themes = note.places.map(\.theme)
                html.element(
                    .li, note.severity.noteClass, themes.isEmpty ? nil : .data(.themes, list: themes)
                ) { html in
                    if note.severity != .note { html.element(.b, text: note.severity.title) }
                    for place in note.places {
                        html.text(" ")
                        html.element(
                            .a, .href(.place(place.anchor)), .data(.themes, list: [place.theme]), text: place.text)
                    }
                    html.text(" " + note.text)
                    if let label = note.label {
                        html.text(" ")
                        html.element(.code, text: label)
                    }
                    guard let cause = note.cause else { return }
                    html.text(" follows from ")
                    html.element(.a, .href(.place(cause.anchor)), text: cause.words)
                }
            }
        }
    }
}

extension [ImageCard.Note] {
    /// Returns a note for each sentence, with the images that it is about. Errors come first.
    func merged() -> [ImageCard.Note] {
        let notes = grouped { ImageCard.Note.Words(text: $0.text, label: $0.label, cause: $0.cause) }.map { same in
            var note = same[0]
            note.places = same.flatMap(\.places)
            return note
        }
        return Severity.allCases.reversed().flatMap { severity in notes.filter { $0.severity == severity } }
    }
}

extension ImageCard.Row {
    /// Writes the row alone, for example beside a finding.
    package func write(to html: inout HTML, fitting box: (width: Int, height: Int)) {
        let canvas = canvas
        // At most 1, so that an image is never larger than its pixels.
        let scale = min(1, Double(box.width) / Double(canvas.width), Double(box.height) / Double(canvas.height))
        html.element(.div, .class("row"), anchor.map(Attribute.id)) { html in
            if !label.isEmpty { html.element(.p, .class("scale"), text: label) }
            // Images beside a finding are small anyway.
            let saysScale = scale < 1 && box == ImageCard.box
            for (place, image) in images.enumerated() {
                image.write(to: &html, scale, saysScale, canvas: canvas, reference: place > 0 ? images.first : nil)
            }
        }
    }

    /// The pixels of the largest image.
    private var canvas: (width: Int, height: Int) {
        images.reduce((1, 1)) { largest, image in
            guard case .image(_, let width, let height) = image.content else { return largest }
            return (max(largest.0, width), max(largest.1, height))
        }
    }
}

extension ImageCard.Shown {
    fileprivate static func shown(_ pixels: Int, _ scale: Double) -> Int {
        max(1, Int((Double(pixels) * scale).rounded()))
    }

    fileprivate func write(
        to html: inout HTML, _ scale: Double, _ saysScale: Bool, canvas: (width: Int, height: Int),
        reference: ImageCard.Shown?
    ) {
        let frame = severity ?? (mismatch == nil ? nil : .error)
        html.element(
            .figure, .class(frame.map { "shot \($0.rawValue)" } ?? "shot"), anchor.map(Attribute.id),
            theme.map { .data(.themes, list: [$0]) }
        ) { html in
            writeGround(scale, canvas: canvas, reference: reference, to: &html)
            html.element(.figcaption) { html in
                html.element(.b, text: caption)
                html.text(" ")
                if let mismatch {
                    html.element(.span, .class("mismatch"), text: mismatch)
                } else if let size = content.size, size != reference?.content.size {
                    html.text(size)
                }
                if let tint {
                    let color = tint.alpha == 255 ? tint.rgb : "\(tint)"
                    html.element(.span, .class("scaled mask"), text: "mask, \(color)")
                }
                if saysScale, case .image = content {
                    // At least 1 %, because 0 % would mean that nothing is shown.
                    html.element(.span, .class("scaled"), text: "shown at \(max(1, Int((scale * 100).rounded()))) %")
                }
            }
        }
    }

    /// Writes the image on its ground. If possible, the `img` element itself draws the ground: that is one element less
    /// for each of thousands of images.
    private func writeGround(
        _ scale: Double, canvas: (width: Int, height: Int), reference: ImageCard.Shown?, to html: inout HTML
    ) {
        // A color changes the whole element, also its ground.
        if case .image(let source, let width, let height) = content, mismatch == nil, tint == nil,
            (width, height) == canvas
        {
            return writeImage(source, (width, height), scale, groundAttributes, to: &html)
        }
        html.element(.div, attributes: groundAttributes) { html in
            switch content {
            case .image(let source, let width, let height):
                writeImage(source, (width, height), scale, to: &html)
                // The largest image alone makes its ground as large as the canvas.
                if (width, height) != canvas { Self.writeFrame(canvas, scale, isVisible: false, to: &html) }
                if mismatch != nil, case .image(_, let width, let height)? = reference?.content {
                    Self.writeFrame((width, height), scale, isVisible: true, to: &html)
                }
            case .absent(let words):
                Self.writeFrame(canvas, scale, isVisible: false, to: &html)
                html.element(.p, .class("absent"), text: words)
            }
        }
    }

    private func writeImage(
        _ source: ImageReference, _ size: (width: Int, height: Int), _ scale: Double, _ style: [Attribute] = [],
        to html: inout HTML
    ) {
        let attributes: [Attribute?] = [
            .src(source), .alt(alternative), .width(Self.shown(size.width, scale)),
            .height(Self.shown(size.height, scale)), .lazy, .data(.size, "\(size.width)x\(size.height)"),
            path.map { Attribute.title($0.string) }, tint.map(Attribute.tint),
        ]
        html.void(.img, attributes: style + attributes)
    }

    private static func writeFrame(
        _ size: (width: Int, height: Int), _ scale: Double, isVisible: Bool, to html: inout HTML
    ) {
        html.element(
            .svg, isVisible ? .class("frame") : .class("canvas"), .ariaHidden,
            .width(Self.shown(size.width, scale)), .height(Self.shown(size.height, scale))
        ) { html in
            if isVisible { html.element(.rect, .class("edge"), text: "") }
        }
    }
}

/// The ground below an image: its theme's color, unless the image nearly has that color; else checkers that contrast
/// with the image.
struct ImageGround {
    let attributes: [Attribute]

    /// Has a contrast of 3.5:1 with light and with dark checkers, so every image has at least that with one of them.
    private static let middleGray = ThemeColor(red: 0x83, green: 0x83, blue: 0x83)
    /// With less, the shape of an image is not seen at all.
    private static let contrastMin = 1.2

    /// - Parameter image: the color of a mask, else the mean color of an image; `nil` if not known.
    init(_ color: ThemeColor?, below image: ThemeColor?) {
        let isSeen = color.map { color in image.map { $0.contrast(on: color) >= Self.contrastMin } ?? true } ?? false
        let color = color?.alpha == 255 && isSeen ? color : nil
        // Without the script, light or dark checkers stand for the color.
        let isDark = color.map { !$0.isLighter(than: Self.middleGray) } ?? image?.isLighter(than: Self.middleGray)
        let style = isDark.map { $0 ? "ground night" : "ground day" } ?? "ground"
        attributes = [.class(style)] + (color.map { [.ground($0)] } ?? [])
    }
}

extension Severity {
    var title: String { rawValue.firstUppercased }

    fileprivate var noteClass: Attribute { .class(self == .note ? "plain" : rawValue) }

    var tagClass: Attribute { .class(self == .note ? "tag" : "tag \(rawValue)") }
}
