import ThemeModel
import ThemeProject

/// The stamps of adjacent images with names in one folder. Resolves the path of that folder once in each tree.
struct ImageStamps {
    private let numbers: Range<Int>
    private var stamps: [FileStamp?]

    init(of numbers: Range<Int>, in images: ImageGroups, _ fileSystem: any FileSystem) {
        self.numbers = numbers
        stamps = Array(repeating: nil, count: numbers.count)
        for neighbors in Dictionary(grouping: numbers, by: { images.files[$0].tree }).values {
            let names = neighbors.map { images.trees.fileName(of: images.files[$0]) }
            let folder = images.trees.folder(of: images.files[neighbors[0]])
            for (number, stamp) in zip(neighbors, fileSystem.stamps(of: names, in: folder)) {
                stamps[number - numbers.lowerBound] = stamp
            }
        }
    }

    /// `nil` if the image is outside of the range, or if its stamp has not settled.
    subscript(number: Int) -> FileStamp? {
        numbers.contains(number) ? stamps[number - numbers.lowerBound] : nil
    }
}
