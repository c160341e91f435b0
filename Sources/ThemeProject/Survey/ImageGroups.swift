/// All images of a project. A group contains the images of one variant: the default, then those that replace it.
package struct ImageGroups: Sendable {
    /// Sorted by name and scale. Within a variant the default is first; the others are sorted by theme.
    package let files: [ImageFile]
    package private(set) var ranges: [Range<Int>] = []
    package let trees: ImageTrees

    /// Takes files sorted by path. A file that has the variant and owner of an earlier one is left out and reported.
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

    /// The groups of a name, one for each scale. Cost: a binary search.
    package func groups(of name: LogicalName) -> Range<Int> {
        let first = ranges.partitioningIndex { files[$0.lowerBound].variant.name >= name }
        let end = ranges[first...].partitioningIndex { files[$0.lowerBound].variant.name > name }
        return first..<end
    }

    package func variant(of group: Int) -> ImageFile.Variant { files[ranges[group].lowerBound].variant }

    /// An index in `files`; `nil` if there is none.
    package func defaultImage(of group: Int) -> Int? {
        let first = ranges[group].lowerBound
        return owner(first) == nil ? first : nil
    }

    /// The indices in `files` of all images but the default.
    package func themedImages(of group: Int) -> Range<Int> {
        let range = ranges[group]
        return (defaultImage(of: group) == nil ? range.lowerBound : range.lowerBound + 1)..<range.upperBound
    }

    package func image(of group: Int, for theme: Int) -> Int? { themedImages(of: group).first { owner($0) == theme } }

    package func owner(_ number: Int) -> Int? { trees.owner(of: files[number]) }
    package func path(_ number: Int) -> String { trees.path(of: files[number]) }
    package func location(_ number: Int) -> String { trees.location(of: files[number]) }
}
