/// The results of a run that later runs can use.
struct CacheUpdate: Sendable {
    /// `nil` if the run got an answer that a later run cannot compare.
    var observations: Observations?
    /// The images that earlier runs did not know; `nil` if there are none, or after ``takeImages()``.
    var newImages: [KnownImage]?
    /// The images that earlier runs knew and that may still be current.
    var otherImages: KnownImages

    mutating func takeImages() -> KnownImages? {
        guard let newImages = newImages.take() else { return nil }
        var images = KnownImages.none
        swap(&images, &otherImages)
        images.add(newImages)
        return images
    }
}
