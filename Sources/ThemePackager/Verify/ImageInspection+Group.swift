import ThemeModel

extension ImageInspection {
    /// One default image with all that replaces it, so that each file is read once, whatever the number of themes.
    struct Group: Sendable {
        let variant: ImageFile.Variant
        var original: ImageFile?
        var themed: [(theme: Int, file: ImageFile)] = []

        var files: [ImageFile] { [original].compactMap(\.self) + themed.map(\.file) }
    }

    /// The groups in parts to be inspected at a time, each of one folder.
    static func parts(of groups: [Group]) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = 0
        for index in groups.indices.dropFirst()
        where index - start == partLength
            || !ByteOrder.equal(groups[index].variant.name.path.folder, groups[start].variant.name.path.folder)
        {
            parts.append(start..<index)
            start = index
        }
        return groups.isEmpty ? [] : parts + [start..<groups.count]
    }

    /// Large enough that the way to the folder does not matter, small enough that no thread waits long for the last part.
    private static let partLength = 32
}
