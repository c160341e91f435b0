import ThemeSystem
import ThemeModel

extension ProjectSurvey {
    mutating func walkTrees(jobs: Int) {
        let project = project
        let folders =
            [project.assetFolder].filter { !project.leadsOut($0) }
            + selected.filter { !themes[$0].isOutside }.map { themes[$0].folder }
        let trees = Workers.map(folders.count, jobs: jobs) { index in
            Result { () throws(FileError) in
                try FileTree(of: folders[index], in: project)
            }
        }
        walkedTrees = Dictionary(zip(folders, trees)) { first, _ in first }
        for tree in trees { usedPatterns.formUnion((try? tree.get())?.usedPatterns ?? []) }
    }

    /// Removes a walked tree from `walkedTrees`, so that its memory is freed after use.
    private mutating func take(_ folder: String) throws(FileError) -> FileTree {
        guard let tree = walkedTrees.removeValue(forKey: folder) else { throw .missing }
        return try tree.get()
    }

    mutating func surveyAssets() throws(UserError) {
        guard !project.leadsOut(project.assetFolder) else {
            findings.append(project.leadsOut(project.assetFolder, theme: nil))
            return
        }
        let tree: FileTree
        do {
            tree = try take(project.assetFolder)
        } catch {
            throw UserError(
                path: project.assetFolder, error.explanation,
                hint: "\"assets\" in \(Project.fileName) names the folder of default images")
        }
        let prefixed = themes.indices.compactMap { theme in
            themes[theme].manifest.flatMap {
                $0.imageNamePrefix.isEmpty ? nil : (theme: theme, prefix: $0.imageNamePrefix)
            }
        }
        let globs = GlobSet(defaultTheme.flatMap { themes[$0].manifest?.resources } ?? [])
        func owners(of stem: String) -> [(theme: Int, stem: String)] {
            prefixed.compactMap { entry in entry.prefix.removed(from: stem).map { (entry.theme, $0) } }
        }
        /// Returns the selected themes whose prefix the file has, else the default theme.
        func affectedThemes(_ path: Substring) -> [Int] {
            let owners = owners(of: String(path.lastPathComponent)).map(\.theme)
            return (owners.isEmpty ? [defaultTheme].compactMap { $0 } : owners).filter(selected.contains)
        }
        for defect in tree.defects {
            for theme in affectedThemes(defect.path[...]) { report([defect], in: project.assetFolder, theme) }
        }
        for (index, file) in tree.files.enumerated() {
            if let clash = tree.clashes[index] {
                for theme in affectedThemes(file.path.string[...]) {
                    report(clash, in: "\(project.assetFolder)/\(file.path)", theme)
                }
                continue
            }
            guard let image = ImageFileName(file.path.lastComponent) else {
                if globs.matches(file.path.string, project.budget) {
                    if let theme = selectedDefault { resources[theme].append((file, project.assetFolder)) }
                } else {
                    for theme in affectedThemes(file.path.string[...]) {
                        report(unlisted: file, in: project.assetFolder, theme)
                    }
                }
                continue
            }
            let owners = owners(of: image.stem)
            if owners.count > 1 {
                for owner in owners where selected.contains(owner.theme) {
                    report(ambiguous: file, owners.map { name($0.theme) }, owner.theme)
                }
            } else if let owner = owners.first {
                guard selected.contains(owner.theme) else { continue }
                add(file, image, stem: owner.stem, to: owner.theme, isInAssetTree: true)
            } else {
                add(file, image, stem: image.stem, to: nil, isInAssetTree: true)
            }
        }
    }

    mutating func surveyFolder(of theme: Int) {
        let source = themes[theme]
        guard let manifest = source.manifest,
            project.fileSystem.kind(of: project.join(source.folder)) == .folder
        else { return }
        let tree: FileTree
        do {
            tree = try take(source.folder)
        } catch {
            findings.append(
                Finding(.fileKind, theme: name(theme), path: source.folder, error.explanation, hint: error.hint))
            return
        }
        report(tree.defects, in: source.folder, theme)
        let globs = GlobSet(manifest.resources)
        for (index, file) in tree.files.enumerated() {
            if let clash = tree.clashes[index] {
                report(clash, in: "\(source.folder)/\(file.path)", theme)
                continue
            }
            if file.path.string == SourceTheme.manifestName || file.path == manifest.config { continue }
            // A PNG is an image even if "resources" lists it, because resources are not verified.
            if let image = ImageFileName(file.path.lastComponent) {
                addFromFolder(file, image, manifest.imageNamePrefix, of: source, theme)
            } else if globs.matches(file.path.string, project.budget) {
                resources[theme].append((file, source.folder))
            } else {
                report(unlisted: file, in: source.folder, theme)
            }
        }
    }

    private mutating func addFromFolder(
        _ file: TreeFile, _ image: ImageFileName, _ prefix: ImagePrefix, of source: SourceTheme, _ theme: Int
    ) {
        if source.isDefault {
            findings.append(
                Finding(
                    .nameAmbiguous, theme: name(theme), path: "\(source.folder)/\(file.path)",
                    "the default theme's images belong in \(project.assetFolder)/",
                    hint: "move it to \(project.assetFolder)/\(file.path)"))
        } else if let stem = prefix.isEmpty ? image.stem : prefix.removed(from: image.stem) {
            add(file, image, stem: stem, to: theme, isInAssetTree: false)
        } else {
            unprefixed.append((theme, file, image))
        }
    }

    private mutating func add(
        _ file: TreeFile, _ image: ImageFileName, stem: String, to owner: Int?, isInAssetTree: Bool
    ) {
        do {
            ungroupedImages.append(
                try images.trees.image(file, image, stem: stem, of: owner, isInAssetTree: isInAssetTree))
        } catch {
            let folder = owner.flatMap { isInAssetTree ? nil : themes[$0].folder } ?? project.assetFolder
            let hasName = (try? LogicalName(file.path.folder + stem)) != nil
            findings.append(
                Finding(
                    .namePortable, theme: ownerName(owner), path: "\(folder)/\(file.path)",
                    (hasName ? "in a pack its name " : "without prefix and scale its name ") + error.explanation,
                    hint: "rename it"))
        }
    }
}
