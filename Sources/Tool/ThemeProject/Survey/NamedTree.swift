/// A walked tree, with the owner and the logical name of each image.
///
/// It depends on names alone, so threads make one each.
struct NamedTree: Sendable {
    /// A file that is not in ``images``.
    enum Other {
        /// The name of an image does not suit packs. `stem` is without the theme's prefix.
        case unsuitable(InvalidPath, owner: Int?, stem: String)
        /// An image of the asset tree with the prefixes of several themes.
        case ambiguous(owners: [Int])
        /// An image in a theme's folder that lacks the prefix.
        case unprefixed(ImageFileName)
        /// An image in the folder of the default theme.
        case misplaced
        case noImage
    }

    let fileCount: Int
    /// Whether any file is named like an image, also one of a theme outside the scope.
    private(set) var hasImages = false
    let findings: [Finding]
    let usedPatterns: Set<Int>
    /// Those with an owner in the scope, sorted by path.
    private(set) var images: [ImageFile] = []
    /// Sorted by path. Files that are read elsewhere are not among them, such as `theme.json`.
    private(set) var others: [(file: TreeFile, kind: Other)] = []

    /// - Parameter theme: `nil` for the asset tree.
    init(_ tree: FileTree, of theme: Int?, _ themes: SurveyedThemes, _ trees: ImageTrees) {
        fileCount = tree.files.count
        findings = tree.findings
        usedPatterns = tree.usedPatterns
        images.reserveCapacity(tree.files.count)
        let manifest = theme.flatMap { themes.sources[$0].manifest }
        // A manifest has many members, so the loop copies only these.
        let hasManifest = manifest != nil
        let config = manifest?.config
        let configName = config.map { String($0.lastComponent) }
        let prefix = manifest?.imageNamePrefix ?? .none
        let isDefault = theme.map { themes.sources[$0].isDefault } == true
        for file in tree.files {
            let entry = file.entry
            if hasManifest, entry.name == SurveyedTheme.manifestName || entry.name == configName {
                let path = entry.path
                if path.string == SurveyedTheme.manifestName || path == config { continue }
            }
            guard let image = ImageFileName(entry.name[...]) else {
                others.append((TreeFile(file), .noImage))
                continue
            }
            hasImages = true
            var (stem, owner) = (image.stem, theme)
            if theme == nil {
                let owners = themes.owners(of: image.stem)
                guard owners.count < 2 else {
                    others.append((TreeFile(file), .ambiguous(owners: owners.map(\.theme))))
                    continue
                }
                if let only = owners.first { (stem, owner) = (only.stem, only.theme) }
            } else if isDefault {
                others.append((TreeFile(file), .misplaced))
                continue
            } else if !prefix.isEmpty {
                guard let rest = prefix.removed(from: image.stem) else {
                    others.append((TreeFile(file), .unprefixed(image)))
                    continue
                }
                stem = rest
            }
            if let owner, !themes.selected.contains(owner) { continue }
            do throws(InvalidPath) {
                let name = try LogicalName(stem, in: entry.folder)
                images.append(try trees.image(file, image, name, of: owner, isInAssetTree: theme == nil))
            } catch {
                others.append((TreeFile(file), .unsuitable(error, owner: owner, stem: String(stem))))
            }
        }
    }
}
