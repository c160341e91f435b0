import ThemeProject

/// An image whose file was read, or whose facts are known from an earlier run.
struct OpenedImage {
    let number: Int
    let result: InspectedImage
    let facts: ImageFacts
    let stamp: FileStamp?
    /// `nil` if the image was known and its file was not read.
    var head: ImageHead?
    /// Whether it has a defect that later runs find again, because it is not recorded as sound.
    var hasTrailingData = false

    init(
        _ number: Int, _ facts: ImageFacts, content: VerifiedBytes?, byteCount: Int?, stamp: FileStamp?,
        head: ImageHead? = nil
    ) {
        self.number = number
        self.facts = facts
        self.stamp = stamp
        self.head = head
        result = InspectedImage(content: content, facts: facts, byteCount: byteCount)
    }

    mutating func add(_ trailingData: ImageError?, to inspection: inout ImageInspection) {
        guard let trailingData else { return }
        hasTrailingData = true
        inspection.defects.append(ImageDefect(error: trailingData, number: number))
    }
}

/// An image's structure, from all of its file or the first bytes.
struct ImageHead {
    var structure: PNGStructure
    var stamp: FileStamp?
    var isWhole: Bool
}
