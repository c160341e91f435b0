import ThemeModel

extension ProjectSurvey {
    mutating func groupImages() {
        var duplicates: [(file: ImageFile, first: ImageFile)] = []
        var files: [ImageFile] = []
        swap(&files, &self.ungroupedImages)
        images = ImageGroups(of: files, in: images.trees) { duplicates.append(($0, $1)) }
        for (file, first) in duplicates { report(duplicate: file, of: first) }
    }

    /// Themes need folders and packs that every disk can store side by side. An id can end like a version:
    /// `a-1.0.0` 2.0.0 and `a` 1.0.0-2.0.0 have one name.
    mutating func checkThemeNames() {
        let folders = Dictionary(grouping: themes.indices) { themes[$0].folderName.lowercased() }
        let packs = Dictionary(grouping: themes.indices) {
            themes[$0].manifest?.packFileName.lowercased() ?? themes[$0].folder
        }
        for theme in selected {
            let source = themes[theme]
            if let other = folders[source.folderName.lowercased()]?.first(where: { $0 != theme }) {
                findings.append(
                    Finding(
                        .nameClash, theme: name(theme), path: source.folder,
                        "differs from '\(themes[other].folder)' only in letter case or Unicode form; "
                            + "many disks can store only one of them",
                        hint: "rename one of them"))
            } else if let fileName = source.manifest?.packFileName,
                let other = packs[fileName.lowercased()]?.first(where: { $0 != theme })
            {
                findings.append(
                    Finding(
                        .themeManifest, theme: name(theme), path: source.manifestPath, key: "version",
                        position: source.position(of: "version"),
                        "its pack would have the name of another theme's, '\(name(other))': \(fileName)",
                        hint: "change the id or the version of one of them"))
            }
        }
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
