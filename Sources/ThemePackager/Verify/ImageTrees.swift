import ThemeModel

/// The trees in which the images of a project lie: to whom they belong there, and what they are called.
struct ImageTrees: Sendable {
    private struct Tree {
        /// Relative to the project, and absolute; both with the `/` at their ends.
        let folder: String
        let place: String
        let prefix: ImagePrefix
        /// `nil` for that of the defaults.
        let theme: Int?
    }

    /// The asset tree with the defaults, then for each theme the asset tree and the theme's own.
    private let trees: [Tree]

    init(of project: Project, _ themes: [ThemeSource]) {
        func tree(_ folder: String, _ prefix: ImagePrefix, _ theme: Int?) -> Tree {
            Tree(folder: folder + "/", place: project.join(folder) + "/", prefix: prefix, theme: theme)
        }
        trees =
            [tree(project.assets, .none, nil)]
            + themes.enumerated().flatMap { number, theme in
                [project.assets, theme.folder].map { tree($0, theme.manifest?.imageNamePrefix ?? .none, number) }
            }
    }

    /// - Parameters:
    ///   - stem: the file's name without prefix, scale suffix and extension.
    ///   - owner: the theme that it belongs to; `nil` for a default.
    ///   - isAsset: whether it lies in the asset tree.
    /// - Throws: ``PathDefect`` if what is left is no logical name.
    func image(
        _ file: TreeFile, _ name: ImageFileName, stem: String, of owner: Int?, isAsset: Bool
    ) throws(PathDefect) -> ImageFile {
        let variant = ImageFile.Variant(name: try LogicalName(file.path.folder + stem), scale: name.scale)
        let isPlain = name.isSpelledAsInPacks && file.destination == nil
        let tree = owner.map { 2 * $0 + (isAsset ? 1 : 2) } ?? 0
        return ImageFile(
            variant, in: Int32(tree),
            isPlain ? nil : .init(fileName: String(file.path.lastComponent), destination: file.destination))
    }

    /// The theme that an image belongs to; `nil` for a default.
    func owner(of file: ImageFile) -> Int? { tree(of: file).theme }

    /// Relative to the project.
    func path(of file: ImageFile) -> String { pathInTree(of: file, below: tree(of: file).folder) }

    /// Where to open it.
    func location(of file: ImageFile) -> String {
        file.peculiarity?.destination ?? pathInTree(of: file, below: tree(of: file).place)
    }

    /// Bytes of ``location(of:)``, which is mostly not put together for them.
    func locationLength(of file: ImageFile) -> Int {
        if file.peculiarity != nil { return location(of: file).utf8.count }
        let (tree, variant) = (tree(of: file), file.variant)
        return tree.place.utf8.count
            + ImageFileName.packPathLength(of: variant.name, prefix: tree.prefix, scale: variant.scale)
    }

    /// The folder in which it lies, absolute.
    func folder(of file: ImageFile) -> String {
        String((tree(of: file).place + file.variant.name.path.folder).withoutLastSlash)
    }

    /// What it is called in its folder.
    func fileName(of file: ImageFile) -> String {
        let path = pathInTree(of: file)
        return String(path[path.utf8.index(path.startIndex, offsetBy: file.variant.name.path.folder.utf8.count)...])
    }

    /// - Parameter root: what stands in front.
    func pathInTree(of file: ImageFile, below root: String = "") -> String {
        let (name, scale) = (file.variant.name, file.variant.scale)
        if let peculiarity = file.peculiarity { return root + name.path.folder + peculiarity.fileName }
        return ImageFileName.packPath(below: root, of: name, prefix: tree(of: file).prefix, scale: scale)
    }

    /// Whether it lies in the asset tree.
    func isAsset(_ file: ImageFile) -> Bool { tree(of: file).folder == trees[0].folder }

    private func tree(of file: ImageFile) -> Tree { trees[Int(file.tree)] }
}
