/// The trees of a project's images. Derives the owner and the path of each image.
package struct ImageTrees: Sendable {
    private struct Tree {
        // Both end with `/`. `folder` is relative to the project. `location` is for opening files.
        let folder: String
        let location: String
        let prefix: ImagePrefix
        let theme: Int?
    }

    /// First the asset tree with the defaults; then for each theme the asset tree and the theme's own tree.
    private let trees: [Tree]

    init(of project: Project, _ themes: some Sequence<SourceTheme>) {
        func tree(_ folder: String, _ prefix: ImagePrefix, _ theme: Int?) -> Tree {
            Tree(folder: folder + "/", location: project.join(folder) + "/", prefix: prefix, theme: theme)
        }
        trees =
            [tree(project.configuration.assetFolder, .none, nil)]
            + themes.enumerated().flatMap { number, theme in
                [project.configuration.assetFolder, theme.folder].map {
                    tree($0, theme.manifest?.imageNamePrefix ?? .none, number)
                }
            }
    }

    /// `stem` is the name without prefix, scale suffix and extension. `owner` is `nil` for a default.
    func image(
        _ file: TreeFile, _ name: ImageFileName, stem: String, of owner: Int?, isInAssetTree: Bool
    ) throws(InvalidPath) -> ImageFile {
        let variant = ImageFile.Variant(name: try LogicalName(file.path.folder + stem), scale: name.scale)
        let isPlain = name.isSpelledAsInPacks && file.destination == nil
        let tree = owner.map { 2 * $0 + (isInAssetTree ? 1 : 2) } ?? 0
        if !name.isSpelledAsInPacks {
            // `CON@1x.png` is portable, but a pack leaves out `@1x`.
            _ = try PortablePath(
                ImageFileName.packPath(of: variant.name, prefix: trees[tree].prefix, scale: variant.scale))
        }
        return ImageFile(
            variant: variant, tree: Int32(tree),
            unusualPath: isPlain ? nil : .init(fileName: String(file.path.lastComponent), destination: file.destination)
        )
    }

    /// `nil` for a default.
    package func owner(of file: ImageFile) -> Int? { tree(of: file).theme }

    /// Relative to the project.
    package func path(of file: ImageFile) -> String { pathInTree(of: file, below: tree(of: file).folder) }

    /// For opening the file.
    package func location(of file: ImageFile) -> String {
        file.unusualPath?.destination ?? pathInTree(of: file, below: tree(of: file).location)
    }

    package func folder(of file: ImageFile) -> String {
        String((tree(of: file).location + file.variant.name.path.folder).withoutLastSlash)
    }

    package func fileName(of file: ImageFile) -> String {
        let path = pathInTree(of: file)
        return String(path[path.utf8.index(path.startIndex, offsetBy: file.variant.name.path.folder.utf8.count)...])
    }

    /// Returns the path in the tree, after `root`, which is empty or ends with `/`.
    func pathInTree(of file: ImageFile, below root: String = "") -> String {
        let (name, scale) = (file.variant.name, file.variant.scale)
        if let unusual = file.unusualPath { return root + name.path.folder + unusual.fileName }
        return ImageFileName.packPath(below: root, of: name, prefix: tree(of: file).prefix, scale: scale)
    }

    package func isInAssetTree(_ file: ImageFile) -> Bool { tree(of: file).folder == trees[0].folder }

    private func tree(of file: ImageFile) -> Tree { trees[Int(file.tree)] }
}
