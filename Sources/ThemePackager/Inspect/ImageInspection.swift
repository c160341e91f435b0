import ThemeModel
import ThemeProject

/// The inspection results of a range of images.
struct ImageInspection: Sendable {
    /// In the order of ``ImageGroups/files``.
    var images: [InspectedImage] = []
    var defects: [ImageDefect] = []
    var decodedCount = 0
}

/// An error of an image, with the image's index in ``ImageGroups/files``.
struct ImageDefect: Error, Sendable {
    let error: ImageError
    let number: Int
    /// The index of the default, if the error is about both.
    var defaultNumber: Int?
}
