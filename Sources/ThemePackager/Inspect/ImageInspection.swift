import ThemeModel
import ThemeProject

/// The inspection results of a range of images.
struct ImageInspection: Sendable {
    /// In the order of ``ImageGroups/files``.
    var images: [InspectedImage] = []
    var defects: [ImageDefect] = []
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

    func keptByteCount(in range: Range<Int>) -> Int {
        images[range].reduce(0) { $0 + ($1.content.map { $0.isKept ? $0.length : 0 } ?? 0) }
    }

    mutating func replace(_ range: Range<Int>, by newer: ImageInspection) {
        images.replaceSubrange(range, with: newer.images)
        defects.removeAll { range.contains($0.image) }
        let index = defects.firstIndex { $0.image >= range.upperBound } ?? defects.endIndex
        defects.insert(contentsOf: newer.defects, at: index)
        decodedCount += newer.decodedCount
    }
}

/// An error of an image. Images have numbers in the order of ``ImageGroups/files``.
struct ImageDefect: Error, Sendable {
    let error: ImageError
    let image: Int
    /// The number of the default, if the error is about both.
    let defaultImage: Int?

    init(_ error: ImageError, image: Int, defaultImage: Int? = nil) {
        (self.error, self.image, self.defaultImage) = (error, image, defaultImage)
    }
}
