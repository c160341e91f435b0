import ThemeModel
import ThemeProject

/// The inspection results of a range of images.
struct ImageInspection: Sendable {
    /// One element for each image, in the order of ``ImageGroups/files``.
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

/// A defect and the number of the image that has it.
struct FoundDefect: Error, Sendable {
    let defect: ImageError
    let image: Int
    /// The number of the default, if the defect is a difference from it.
    let defaultImage: Int?

    init(_ defect: ImageError, image: Int, defaultImage: Int? = nil) {
        (self.defect, self.image, self.defaultImage) = (defect, image, defaultImage)
    }
}
