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
        // Without budget, nothing matches a pattern.
        guard project.budget.rest(of: .patterns) > 0 else { return }
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
}
