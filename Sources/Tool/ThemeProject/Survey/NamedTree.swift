/// A walked tree, with the owner and the logical name of each image.
///
/// It depends on names alone, so threads make one each.
struct NamedTree: Sendable {
    /// What the name of a file says.
    enum Naming {
        case image(ImageFile)
        /// The name of an image does not suit packs. `stem` is without the theme's prefix.
        case unsuitable(InvalidPath, owner: Int?, stem: String)
        case ambiguous(owners: [Int])
        case unprefixed(ImageFileName)
        /// An image in the folder of the default theme.
        case misplaced
        /// Not an image.
        case other
        /// The owner is not in the scope, or the file belongs to the theme's description.
        case notSurveyed
    }

    let fileCount: Int
    let hasImages: Bool
    let findings: [Finding]
    let usedPatterns: Set<Int>
    /// Sorted by path.
    let images: [ImageFile]
    /// All other files, sorted by path.
    let others: [(file: TreeFile, naming: Naming)]

    /// - Parameter theme: `nil` for the asset tree.
    init(_ tree: FileTree, of theme: Int?, _ themes: SurveyedThemes, _ trees: ImageTrees) {
        var images: [ImageFile] = []
        images.reserveCapacity(tree.files.count)
        var others: [(file: TreeFile, naming: Naming)] = []
        let manifest = theme.flatMap { themes.sources[$0].manifest }
        let isDefault = theme.map { themes.sources[$0].isDefault } == true
        func naming(of file: TreeFile) -> Naming {
            if let manifest, file.path.string == SurveyedTheme.manifestName || file.path == manifest.config {
                return .notSurveyed
            }
            let (folder, fileName) = file.path.split
            guard let image = ImageFileName(fileName) else { return .other }
            if isDefault { return .misplaced }
            guard let theme else {
                let owners = themes.owners(of: image.stem)
                guard owners.count < 2 else { return .ambiguous(owners: owners.map(\.theme)) }
                return named(file, folder, image, owners.first?.stem ?? image.stem, of: owners.first?.theme)
            }
            let prefix = manifest?.imageNamePrefix ?? .none
            guard let stem = prefix.isEmpty ? image.stem : prefix.removed(from: image.stem) else {
                return .unprefixed(image)
            }
            return named(file, folder, image, stem, of: theme)
        }
        func named(
            _ file: TreeFile, _ folder: PortablePath.Folder, _ image: ImageFileName, _ stem: String, of owner: Int?
        ) -> Naming {
            if let owner, !themes.selected.contains(owner) { return .notSurveyed }
            do throws(InvalidPath) {
                let name = try LogicalName(stem, in: folder)
                return .image(try trees.image(file, image, name, of: owner, isInAssetTree: theme == nil))
            } catch {
                return .unsuitable(error, owner: owner, stem: stem)
            }
        }
        for file in tree.files {
            switch naming(of: file) {
            case .image(let image): images.append(image)
            case let naming: others.append((file, naming))
            }
        }
        fileCount = tree.files.count
        hasImages = !images.isEmpty || others.contains { ImageFileName($0.file.path.lastComponent) != nil }
        findings = tree.findings
        usedPatterns = tree.usedPatterns
        self.images = images
        self.others = others
    }
}
