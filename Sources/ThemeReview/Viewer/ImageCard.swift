/// The images of one name that are compared with each other. A page shows them as a card, which opens the viewer.
package struct ImageCard: Sendable {
    /// The name below its heading, for example `buttonImage`.
    package var title: String
    /// The heading's link. Rows have anchors of their own.
    package var anchor: Anchor
    package var rows: [Row]
    package var notes: [Note] = []
    /// Ids by which the filter finds the card.
    package var themes: [String] = []
    package var rules: [String] = []
    package var folder = ""

    package init(title: String, anchor: Anchor, rows: [Row]) {
        (self.title, self.anchor, self.rows) = (title, anchor, rows)
    }

    /// Images on canvases of one size. The viewer compares each with the first.
    package struct Row: Sendable {
        /// For example `@2x`.
        package var label: String
        package var anchor: Anchor?
        package var images: [Shown]

        package init(label: String, anchor: Anchor?, images: [Shown]) {
            (self.label, self.anchor, self.images) = (label, anchor, images)
        }
    }

    /// One image of a row.
    package struct Shown: Sendable {
        /// For example `default` or `New Year`.
        package var caption: String
        /// A description for people who cannot see the image.
        package var alternative: String
        package var content: Content
        /// The path of its file, for people; `nil` if it has none.
        package var path: String?
        /// The reason why its size is wrong. The image then gets a frame in the size of the first one.
        package var mismatch: String?
        /// The id of its theme, for the filter.
        package var theme: String?

        package init(caption: String, alternative: String, content: Content) {
            (self.caption, self.alternative, self.content) = (caption, alternative, content)
        }
    }

    package enum Content: Sendable {
        case image(ImageSource, width: Int, height: Int)
        /// The words that stand in the image's place.
        case absent(String)
    }

    /// A sentence below the images.
    package struct Note: Sendable {
        package enum Kind: Sendable { case error, warning, plain }

        package var kind: Kind
        package var text: String
        /// For example a rule's id.
        package var label: String?

        package init(_ kind: Kind, _ text: String, label: String? = nil) {
            (self.kind, self.text, self.label) = (kind, text, label)
        }
    }
}
