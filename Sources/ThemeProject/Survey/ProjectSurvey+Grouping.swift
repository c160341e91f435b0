import ThemeModel

extension ProjectSurvey {
    mutating func groupImages() {
        var duplicates: [(file: ImageFile, first: ImageFile)] = []
        var files: [ImageFile] = []
        swap(&files, &self.ungroupedImages)
        images = ImageGroups(of: files, in: images.trees) { duplicates.append(($0, $1)) }
        for (file, first) in duplicates { report(duplicate: file, of: first) }
    }

    /// A theme's images need different names in its pack. One from the asset tree can clash with one from its folder.
    mutating func checkPackNames(of theme: Int) {
        guard !themes[theme].isDefault else { return }
        let files = images.files.filter { images.trees.owner(of: $0) == theme }
        guard files.contains(where: images.trees.isInAssetTree) else { return }
        var clashes = ClashCheck()
        for file in files {
            if let path = try? PortablePath(images.trees.pathInTree(of: file)), let clash = clashes.clash(adding: path)
            {
                report(clash, in: images.trees.path(of: file), theme)
            }
        }
    }

    /// The default theme's resources come from the asset tree and from its own folder.
    mutating func sortResources(of theme: Int) {
        var kept: [(file: TreeFile, folder: String)] = []
        var clashes = ClashCheck()
        for resource in resources[theme].sorted(by: { $0.file.path < $1.file.path }) {
            if let last = kept.last, last.file.path == resource.file.path {
                findings.append(
                    Finding(
                        .nameClash, theme: name(theme), path: "\(resource.folder)/\(resource.file.path)",
                        "is a second file for the resource \(resource.file.path)", hint: "keep one of them",
                        related: Finding.Related(path: "\(last.folder)/\(last.file.path)", message: "the first is here")
                    ))
            } else if let clash = clashes.clash(adding: resource.file.path) {
                report(clash, in: "\(resource.folder)/\(resource.file.path)", theme)
            } else {
                kept.append(resource)
            }
        }
        resources[theme] = kept
    }
}
