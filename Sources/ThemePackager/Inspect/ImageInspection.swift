import ThemeModel
import ThemeProject

struct ImageInspection: Sendable {
    /// One element for each image, in their order.
    var images: [InspectedImage] = []
    var defects: [FoundDefect] = []
    /// Images that were decoded and not known from an earlier run.
    var decodedCount = 0

    init() {}

    init(joining parts: [ImageInspection], imageCount: Int) {
        images.reserveCapacity(imageCount)
        for part in parts {
            images += part.images
            defects += part.defects
            decodedCount += part.decodedCount
        }
    }

    func keptBytes(_ range: Range<Int>) -> Int {
        images[range].reduce(0) { $0 + ($1.content.map { $0.isKept ? $0.length : 0 } ?? 0) }
    }

    mutating func replace(_ range: Range<Int>, by newer: ImageInspection) {
        images.replaceSubrange(range, with: newer.images)
        defects.removeAll { range.contains($0.image) }
        let place = defects.firstIndex { $0.image >= range.upperBound } ?? defects.endIndex
        defects.insert(contentsOf: newer.defects, at: place)
        decodedCount += newer.decodedCount
    }
}

struct FoundDefect: Error, Sendable {
    let defect: ImageError
    let image: Int
    /// The default's number if the defect concerns both.
    let defaultImage: Int?

    init(_ defect: ImageError, image: Int, defaultImage: Int? = nil) {
        (self.defect, self.image, self.defaultImage) = (defect, image, defaultImage)
    }
}
