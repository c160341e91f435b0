struct InspectedImage: Sendable {
    /// `nil` if the image is not sound, or if it will not be packed.
    let content: VerifiedBytes?
    /// `nil` if the header cannot be read, and for every themed image that is not sound.
    let facts: ImageFacts?
    /// Bytes of a sound image; `nil` if it is not sound, or if only its head was read.
    var byteCount: Int?
}
