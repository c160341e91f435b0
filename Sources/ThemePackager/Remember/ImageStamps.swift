import ThemeModel

/// The stamps of images that lie in few folders, asked for folder by folder: the way to one is gone once for all its files.
struct ImageStamps {
    private let numbers: Range<Int>
    private var stamps: [FileStamp?]

    /// - Parameter numbers: of images that have one folder in each of their trees.
    init(of numbers: Range<Int>, in images: ImageGroups, _ fileSystem: any FileSystem) {
        self.numbers = numbers
        stamps = Array(repeating: nil, count: numbers.count)
        for neighbours in Dictionary(grouping: numbers, by: { images.files[$0].tree }).values {
            let names = neighbours.map { images.trees.fileName(of: images.files[$0]) }
            let folder = images.trees.folder(of: images.files[neighbours[0]])
            for (number, stamp) in zip(neighbours, fileSystem.stamps(of: names, in: folder)) {
                stamps[number - numbers.lowerBound] = stamp
            }
        }
    }

    /// `nil` if the image was not asked for, or its stamp proves nothing.
    subscript(number: Int) -> FileStamp? {
        numbers.contains(number) ? stamps[number - numbers.lowerBound] : nil
    }
}
