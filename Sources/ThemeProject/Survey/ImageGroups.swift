import ThemeModel

/// All images of a project. A group contains the images of one variant: the default, then those that replace it.
package struct ImageGroups: Sendable {
    /// Sorted by name and scale. Within a variant the default is first; the others are sorted by theme.
    package let files: [ImageFile]
    package private(set) var ranges: [Range<Int>] = []
    package let trees: ImageTrees

    /// - Parameters:
    ///   - files: sorted by path.
    ///   - onDuplicate: called with each file that is left out because an earlier file has the same variant and owner.
    package init(
        of files: consuming [ImageFile] = [], in trees: ImageTrees,
        onDuplicate: (_ file: ImageFile, _ first: ImageFile) -> Void = { _, _ in }
    ) {
        self.trees = trees
        // Swift's sort is stable, so the first path of a variant wins.
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
                    onDuplicate(file, files[count - 1])
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

    package func variant(of group: Int) -> ImageFile.Variant { files[ranges[group].lowerBound].variant }

    /// The index of a group's default in `files`; `nil` if there is none.
    package func defaultImage(of group: Int) -> Int? {
        let first = ranges[group].lowerBound
        return owner(first) == nil ? first : nil
    }

    /// The indices in `files` of a group's images other than the default.
    package func themedImages(of group: Int) -> Range<Int> {
        let range = ranges[group]
        return (defaultImage(of: group) == nil ? range.lowerBound : range.lowerBound + 1)..<range.upperBound
    }

    /// The index in `files` of a theme's image in a group; `nil` if there is none.
    package func image(of group: Int, for theme: Int) -> Int? { themedImages(of: group).first { owner($0) == theme } }

    package func owner(_ number: Int) -> Int? { trees.owner(of: files[number]) }
    package func path(_ number: Int) -> String { trees.path(of: files[number]) }
    package func location(_ number: Int) -> String { trees.location(of: files[number]) }
}
