import ThemeModel

/// Every image of a project, each default with what replaces it.
struct ImageGroups: Sendable {
    /// In the order of names and scales; of one variant the default first, then by theme.
    let files: [ImageFile]
    /// Where in `files` those of one variant lie: the default, if there is one, with all that replaces it.
    private(set) var ranges: [Range<Int>] = []
    let trees: ImageTrees

    /// - Parameters:
    ///   - files: in the order of paths.
    ///   - second: told of each file that is left out, and of the earlier one for the same variant of the same owner.
    init(
        of files: consuming [ImageFile] = [], in trees: ImageTrees,
        second: (_ file: ImageFile, _ first: ImageFile) -> Void = { _, _ in }
    ) {
        self.trees = trees
        // Of two for one variant the first is kept, whichever order the disk has them in.
        files.sort { left, right in
            if left.variant != right.variant { return left.variant < right.variant }
            return (trees.owner(of: left) ?? -1) < (trees.owner(of: right) ?? -1)
        }
        var count = 0
        for index in files.indices {
            var file = files[index]
            if count > 0 { file.share(nameOf: files[count - 1]) }
            if count > 0, files[count - 1].variant == file.variant {
                if trees.owner(of: files[count - 1]) == trees.owner(of: file) {
                    second(file, files[count - 1])
                    continue
                }
                ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<count + 1
            } else {
                ranges.append(count..<count + 1)
            }
            files[count] = file
            count += 1
        }
        files.removeSubrange(count...)
        self.files = files
    }

    func variant(of group: Int) -> ImageFile.Variant { files[ranges[group].lowerBound].variant }

    /// The default's number in `files`; `nil` if there is none.
    func original(of group: Int) -> Int? {
        let first = ranges[group].lowerBound
        return owner(first) == nil ? first : nil
    }

    /// The numbers in `files` of what replaces the default.
    func themed(of group: Int) -> Range<Int> {
        let range = ranges[group]
        return (original(of: group) == nil ? range.lowerBound : range.lowerBound + 1)..<range.upperBound
    }

    /// What a theme replaces the default with: its number in `files`.
    func image(of group: Int, for theme: Int) -> Int? { themed(of: group).first { owner($0) == theme } }

    func owner(_ number: Int) -> Int? { trees.owner(of: files[number]) }
    func path(_ number: Int) -> String { trees.path(of: files[number]) }
    func location(_ number: Int) -> String { trees.location(of: files[number]) }
}
