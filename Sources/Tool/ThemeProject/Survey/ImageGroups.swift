/// The images of the default theme and of the themes in the scope. A group contains the images of one variant: the
/// default, then those that replace it.
package struct ImageGroups: Sendable {
    /// Sorted by name and scale. Within a variant the default is first; the others are sorted by theme.
    package let files: [ImageFile]
    package private(set) var ranges: [Range<Int>] = []
    package let trees: ImageTrees

    /// Takes files of which those with equal variants are sorted by path. A file that has the variant and owner of an
    /// earlier one is left out and reported.
    package init(
        of files: [ImageFile] = [], in trees: ImageTrees,
        onDuplicate: (_ file: ImageFile, _ first: ImageFile) -> Void = { _, _ in }
    ) {
        self.trees = trees
        let byteCount = files.reduce(0) { $0 + $1.variant.name.path.string.utf8.count }
        var names = NameList(count: files.count, byteCount: byteCount)
        // The scale, then the theme, after the default.
        var ranks: [UInt64] = []
        ranks.reserveCapacity(files.count)
        for file in files {
            names.append(file.variant.name.path.string.utf8)
            ranks.append(UInt64(file.variant.scale.factor) << 32 | UInt64(trees.owner(of: file).map { $0 + 1 } ?? 0))
        }
        var sorted: [ImageFile] = []
        sorted.reserveCapacity(files.count)
        // The first path of a variant wins.
        for number in names.order(ranks: ranks) {
            var file = files[number]
            if let last = sorted.last { file.share(nameOf: last) }
            if let last = sorted.last, last.variant == file.variant {
                if trees.owner(of: last) == trees.owner(of: file) {
                    onDuplicate(file, last)
                    continue
                }
                ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<sorted.count + 1
            } else {
                ranges.append(sorted.count..<sorted.count + 1)
            }
            sorted.append(file)
        }
        self.files = sorted
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

    /// Returns the index in `files` of a theme's image, or of the default for `nil`. Cost: a binary search.
    package func image(of group: Int, for owner: Int?) -> Int? {
        let range = ranges[group]
        let number = range.partitioningIndex { self.owner($0) ?? -1 >= owner ?? -1 }
        return number < range.upperBound && self.owner(number) == owner ? number : nil
    }

    /// The indices in `files` of the images of each owner.
    package struct NumbersByOwner: Sendable {
        /// First of the defaults, then of each theme.
        private var numbers: [[Int]]

        fileprivate init(of groups: ImageGroups) {
            numbers = Array(repeating: [], count: groups.trees.ownerCount)
            for number in groups.files.indices { numbers[Self.position(of: groups.owner(number))].append(number) }
        }

        /// - Parameter owner: `nil` for the defaults.
        package subscript(owner: Int?) -> [Int] { numbers[Self.position(of: owner)] }

        private static func position(of owner: Int?) -> Int { owner.map { $0 + 1 } ?? 0 }
    }

    /// Cost: one pass over all files.
    package func numbersByOwner() -> NumbersByOwner { NumbersByOwner(of: self) }

    package func owner(_ number: Int) -> Int? { trees.owner(of: files[number]) }
    package func path(_ number: Int) -> String { trees.path(of: files[number]) }
    package func location(_ number: Int) -> String { trees.location(of: files[number]) }
}

/// An image in a tree. A project can have hundreds of thousands, so ``ImageTrees`` derives their paths.
package struct ImageFile: Sendable {
    package private(set) var variant: Variant
    /// The number of the tree in ``ImageTrees``. At this place it fits into the padding after the scale.
    package let tree: Int32
    /// See ``FileSystem/record(of:)``.
    package let record: Int32?
    /// `nil` for nearly all images: their paths can be derived.
    let unusualPath: UnusualPath?

    /// Replaces the name by the equal name of another file, so that both share memory.
    fileprivate mutating func share(nameOf other: ImageFile) {
        if variant.name == other.variant.name { variant = Variant(name: other.variant.name, scale: variant.scale) }
    }

    package struct Variant: Hashable, Comparable, Sendable {
        package let name: LogicalName
        package let scale: Scale

        package static func < (left: Self, right: Self) -> Bool {
            left.name == right.name ? left.scale < right.scale : left.name < right.name
        }
    }

    /// The path of a link, or of a file whose name has another spelling in packs.
    final class UnusualPath: Sendable {
        let fileName: String
        let destination: String?

        init(fileName: String, destination: String?) {
            self.fileName = fileName
            self.destination = destination
        }
    }
}

/// The trees of a project's images. Derives the owner and the path of each image.
package struct ImageTrees: Sendable {
    private struct Tree {
        // Both end with `/`. `folder` is relative to the project. `location` is for opening files.
        let folder: String
        let location: String
        let prefix: ImagePrefix
    }

    /// First the asset tree with the defaults; then for each theme the asset tree and the theme's own tree.
    private let trees: [Tree]

    init(of project: Project, _ themes: [SurveyedTheme]) {
        let folder = project.configuration.assetFolder + "/"
        let assets = Tree(folder: folder, location: project.join(folder), prefix: .none)
        trees =
            [assets]
            + themes.indices.flatMap { number -> [Tree] in
                let prefix = themes[number].manifest?.imageNamePrefix ?? .none
                let folder = themes[number].folder + "/"
                return [
                    Tree(folder: assets.folder, location: assets.location, prefix: prefix),
                    Tree(folder: folder, location: project.join(folder), prefix: prefix),
                ]
            }
    }

    /// - Parameter owner: `nil` for a default.
    func image(
        _ file: WalkedFile, _ fileName: ImageFileName, _ name: LogicalName, of owner: Int?, isInAssetTree: Bool
    ) throws(InvalidPath) -> ImageFile {
        let variant = ImageFile.Variant(name: name, scale: fileName.scale)
        let isPlain = fileName.isSpelledAsInPacks && file.destination == nil
        let tree = owner.map { 2 * $0 + (isInAssetTree ? 1 : 2) } ?? 0
        if !fileName.isSpelledAsInPacks {
            // `CON@1x.png` is portable, but a pack leaves out `@1x`.
            _ = try PortablePath(
                ImageFileName.packPath(of: variant.name, prefix: trees[tree].prefix, scale: variant.scale))
        }
        return ImageFile(
            variant: variant, tree: Int32(tree), record: file.record,
            unusualPath: isPlain ? nil : .init(fileName: file.entry.name, destination: file.destination)
        )
    }

    /// The themes, and the defaults.
    fileprivate var ownerCount: Int { trees.count / 2 + 1 }

    /// `nil` for a default.
    package func owner(of file: ImageFile) -> Int? { file.tree == 0 ? nil : Int(file.tree - 1) / 2 }

    /// Relative to the project.
    package func path(of file: ImageFile) -> String { pathInTree(of: file, below: tree(of: file).folder) }

    /// For opening the file.
    package func location(of file: ImageFile) -> String {
        file.unusualPath?.destination ?? pathInTree(of: file, below: tree(of: file).location)
    }

    /// Returns the path in the tree, after `root`, which is empty or ends with `/`.
    func pathInTree(of file: ImageFile, below root: String = "") -> String {
        let name = file.variant.name
        let scale = file.variant.scale
        if let unusual = file.unusualPath { return root + name.path.folder + unusual.fileName }
        return ImageFileName.packPath(below: root, of: name, prefix: tree(of: file).prefix, scale: scale)
    }

    package func isInAssetTree(_ file: ImageFile) -> Bool { tree(of: file).folder == trees[0].folder }

    private func tree(of file: ImageFile) -> Tree { trees[Int(file.tree)] }
}
