/// The observations and images that a run adds to the cache.
struct CacheUpdate: Sendable {
    /// `nil` after an answer that a later run cannot compare.
    var observations: Observations?
    /// Unknown to earlier runs; `nil` if there are none, or after ``takeImages()``.
    var newImages: [KnownImage]?
    /// Known to earlier runs, and possibly still current.
    var knownImages: KnownImages

    mutating func takeImages() -> KnownImages? {
        guard let newImages = newImages.take() else { return nil }
        var images = KnownImages.none
        swap(&images, &knownImages)
        images.add(newImages)
        return images
    }
}
