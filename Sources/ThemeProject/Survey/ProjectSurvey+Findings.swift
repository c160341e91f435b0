import ThemeModel

extension ProjectSurvey {
    mutating func report(_ defects: [FileTree.Defect], in folder: String, _ theme: Int) {
        findings += defects.map {
            Finding($0.rule, theme: name(theme), path: "\(folder)/\($0.path)", $0.message, hint: $0.hint)
        }
    }

    mutating func report(_ clash: ClashCheck.Clash, in path: String, _ theme: Int) {
        findings.append(
            Finding(
                .nameClash, theme: name(theme), path: path,
                "\(clash.explanation); many disks can store only one of them",
                hint: "rename one of them"))
    }

    mutating func report(duplicate file: ImageFile, of first: ImageFile) {
        findings.append(
            Finding(
                .nameClash, theme: ownerName(images.trees.owner(of: file)), path: images.trees.path(of: file),
                "is a second file for \(file.variant.name) at \(file.variant.scale)", hint: "keep one of them",
                related: Finding.Related(path: images.trees.path(of: first), message: "the first is here")))
    }

    mutating func report(unlisted file: TreeFile, in folder: String, _ theme: Int) {
        findings.append(
            Finding(
                .imageFormat, theme: name(theme), path: "\(folder)/\(file.path)",
                "is not a PNG, and theme.json does not list it as a resource",
                hint: "export it as PNG, list it under \"resources\", or move it out of the tree"))
    }

    mutating func report(ambiguous file: TreeFile, _ owners: [String], _ theme: Int) {
        findings.append(
            Finding(
                .nameAmbiguous, theme: name(theme), path: "\(project.assetFolder)/\(file.path)",
                "has the prefixes of \(owners.joined(separator: " and "))",
                hint: "move it into the folder of its theme, or choose prefixes of which none starts another"))
    }

    /// Cost: logarithmic in the number of images.
    func isDefault(_ name: LogicalName) -> Bool {
        let first = images.files.partitioningIndex { $0.variant.name >= name }
        return images.files[first...].prefix { $0.variant.name == name }.contains { images.trees.owner(of: $0) == nil }
    }

    func missingPrefix(_ file: TreeFile, _ image: ImageFileName, _ theme: Int) -> Finding {
        let prefix = themes[theme].manifest?.imageNamePrefix ?? .none
        let folder = file.path.folder
        func isDefault(_ stem: String) -> Bool { (try? LogicalName(folder + stem)).map(self.isDefault) ?? false }
        var stem = image.stem
        // Looks for a misspelled prefix of about the same length, followed by a default's name.
        for length in max(1, prefix.string.utf8.count - 2)...(prefix.string.utf8.count + 2)
        where !isDefault(stem) && length < image.stem.utf8.count {
            let head = String(decoding: image.stem.utf8.prefix(length), as: UTF8.self)
            let tail = String(decoding: image.stem.utf8.dropFirst(length), as: UTF8.self)
            if isDefault(tail), NearMiss.suggestion(for: head, among: [prefix.string]) != nil { stem = tail }
        }
        let expected = "\(prefix)\(stem)\(image.scale.suffix).png"
        return Finding(
            .namePrefix, theme: name(theme), path: "\(themes[theme].folder)/\(file.path)",
            "does not start with the theme's prefix '\(prefix)'",
            expected: expected, actual: String(file.path.lastComponent),
            hint: isDefault(stem)
                ? "did you mean '\(expected)'?" : "rename it to '\(expected)', or move it out of the theme")
    }
}
