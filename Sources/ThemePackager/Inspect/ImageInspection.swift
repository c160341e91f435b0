import ThemeModel
import ThemeProject

/// The inspection results of a range of images.
struct ImageInspection: Sendable {
    /// In the order of ``ImageGroups/files``.
    var images: [InspectedImage] = []
    var defects: [ImageDefect] = []
    var decodedCount = 0

    func keptByteCount(in range: Range<Int>) -> Int {
        images[range].reduce(0) { $0 + ($1.content.map { $0.isKept ? $0.length : 0 } ?? 0) }
    }

    mutating func replace(_ range: Range<Int>, by newer: ImageInspection) {
        images.replaceSubrange(range, with: newer.images)
        defects.removeAll { range.contains($0.number) }
        let index = defects.firstIndex { $0.number >= range.upperBound } ?? defects.endIndex
        defects.insert(contentsOf: newer.defects, at: index)
        decodedCount += newer.decodedCount
    }
}

/// An error of an image, with the image's index in ``ImageGroups/files``.
struct ImageDefect: Error, Sendable {
    let error: ImageError
    let number: Int
    /// The index of the default, if the error is about both.
    let defaultNumber: Int?

    init(_ error: ImageError, number: Int, defaultNumber: Int? = nil) {
        self.error = error
        self.number = number
        self.defaultNumber = defaultNumber
    }
}
