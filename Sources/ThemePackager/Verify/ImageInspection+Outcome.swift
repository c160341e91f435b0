import ThemeModel

extension ImageInspection {
    /// What was found in images that stand one behind the other.
    struct Outcome: Sendable {
        /// One for each.
        var images: [SeenImage] = []
        var complaints: [Complaint] = []
        var decodedCount = 0

        init() {}

        /// - Parameter outcomes: those of images that follow one another.
        init(joining outcomes: [Outcome], imageCount: Int) {
            images.reserveCapacity(imageCount)
            for outcome in outcomes {
                images += outcome.images
                complaints += outcome.complaints
                decodedCount += outcome.decodedCount
            }
        }

        /// Of some images, as many bytes as are kept in memory.
        func keptBytes(_ range: Range<Int>) -> Int {
            images[range].reduce(0) { $0 + ($1.content.map { $0.isKept ? $0.length : 0 } ?? 0) }
        }

        /// Puts what was found now in the place of what was found earlier.
        mutating func replace(_ range: Range<Int>, by renewed: Outcome) {
            images.replaceSubrange(range, with: renewed.images)
            complaints.removeAll { range.contains($0.image) }
            let place = complaints.firstIndex { $0.image >= range.upperBound } ?? complaints.endIndex
            complaints.insert(contentsOf: renewed.complaints, at: place)
            decodedCount += renewed.decodedCount
        }
    }

    /// What is wrong with an image, in itself or beside its default.
    struct Complaint: Error, Sendable {
        var rule: Rule
        /// Its number among the images.
        var image: Int
        var message: String
        var actual: String?
        var hint: String?
        /// The default's number, where it is told of beside that.
        var original: Int?
    }
}
