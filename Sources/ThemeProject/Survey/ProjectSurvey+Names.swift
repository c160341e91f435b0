import ThemeSystem
package import ThemeModel

/// Findings about names that are nearly right.
extension ProjectSurvey {
    /// Reports default images whose names end like a misspelled scale, or like a copy of another default.
    mutating func reportMisspelledDefaults() {
        for number in images.files.indices where images.owner(number) == nil {
            let variant = images.files[number].variant
            let path = variant.name.path
            guard let suffix = MisspelledSuffix(stem: path.lastComponent, scale: variant.scale) else { continue }
            if suffix.isCommon, !isDefault(named: "\(path.folder)\(suffix.stem)") { continue }
            let file = images.path(number)
            let isTaken = hasImage(named: "\(path.folder)\(suffix.stem)", suffix.scale, of: nil)
            findings.append(
                Finding(
                    .nameNearMiss, theme: ownerName(nil), path: file, suffix.problem, expected: suffix.fileName,
                    actual: String(file.lastPathComponent), hint: suffix.hint(for: suffix.fileName, isTaken: isTaken),
                    remedy: suffix.remedy(for: file, suffix.fileName)))
        }
    }

    /// Cost: logarithmic in the number of images.
    package func isDefault(_ name: LogicalName) -> Bool {
        let first = images.files.partitioningIndex { $0.variant.name >= name }
        return images.files[first...].prefix { $0.variant.name == name }.contains { images.trees.owner(of: $0) == nil }
    }

    package func isDefault(named name: String) -> Bool { (try? LogicalName(name)).map(isDefault) ?? false }

    /// - Parameter owner: the index of a theme; `nil` for the defaults.
    package func hasImage(named name: String, _ scale: Scale, of owner: Int?) -> Bool {
        guard let name = try? LogicalName(name) else { return false }
        let first = images.files.partitioningIndex { $0.variant.name >= name }
        return images.files[first...].prefix { $0.variant.name == name }.contains {
            $0.variant.scale == scale && images.trees.owner(of: $0) == owner
        }
    }

    /// Returns the parts of a name of which the second is a default's, split after a `_`.
    package func unknownPrefix(of name: LogicalName) -> (prefix: String, name: String)? {
        let (folder, last) = (name.path.folder, name.path.lastComponent)
        // A prefix with more of them is rare, and each takes a search.
        for end in last.utf8.indices.filter({ last.utf8[$0] == UInt8(ascii: "_") }).prefix(3) {
            let rest = last[last.utf8.index(after: end)...]
            let other = "\(folder)\(rest)"
            if isDefault(named: other) { return (String(last[...end]), other) }
        }
        return nil
    }

    func missingPrefix(_ file: TreeFile, _ image: ImageFileName, _ theme: Int) -> Finding {
        let prefix = themes[theme].manifest?.imageNamePrefix ?? .none
        let folder = file.path.folder
        func isDefault(_ stem: String) -> Bool { self.isDefault(named: "\(folder)\(stem)") }
        var stem = image.stem
        // Looks for a misspelled prefix of about the same length, followed by a default's name.
        for length in max(1, prefix.string.utf8.count - 2)...(prefix.string.utf8.count + 2)
        where !isDefault(stem) && length < image.stem.utf8.count {
            let head = String(decoding: image.stem.utf8.prefix(length), as: UTF8.self)
            let tail = String(decoding: image.stem.utf8.dropFirst(length), as: UTF8.self)
            if isDefault(tail), project.budget.suggestions.suggestion(for: head, among: [prefix.string]) != nil {
                stem = tail
            }
        }
        let isNear = isDefault(stem)
        let other = isNear ? nil : (try? LogicalName("\(folder)\(stem)")).flatMap(unknownPrefix)
        if let other { stem = String(other.name.lastPathComponent) }
        let expected = "\(prefix)\(stem)\(image.scale.suffix).png"
        let path = "\(themes[theme].folder)/\(file.path)"
        var hint = "did you mean '\(expected)'?"
        if let other {
            let owner = themes.indices.first { themes[$0].manifest?.imageNamePrefix.string == other.prefix }
            hint =
                owner.map { "it has the prefix of theme '\(name($0))': move it there" }
                ?? "no theme has the prefix '\(other.prefix)'; " + hint
        } else if !isNear {
            hint = "rename it to '\(expected)', or move it out of the theme"
        }
        return Finding(
            .namePrefix, theme: name(theme), path: path,
            "does not start with the theme's prefix '\(prefix)'",
            expected: expected, actual: String(file.path.lastComponent), hint: hint,
            remedy: isNear && file.destination == nil ? .rename(to: path.replacingLastComponent(by: expected)) : nil)
    }
}

extension MisspelledSuffix {
    /// - Parameters:
    ///   - fileName: the name that was probably meant, with the theme's prefix.
    ///   - isTaken: whether there is such a file.
    package func hint(for fileName: String, isTaken: Bool) -> String {
        if isTaken { return "there is '\(fileName)' as well: remove one of the two" }
        return isRenamed ? "did you mean '\(fileName)'?" : "export it as '\(fileName)', or remove it"
    }

    package func remedy(for path: String, _ fileName: String) -> Finding.Remedy? {
        isRenamed ? .rename(to: path.replacingLastComponent(by: fileName)) : nil
    }
}

extension String {
    fileprivate func replacingLastComponent(by name: String) -> String {
        String(self[..<lastPathComponent.startIndex]) + name
    }
}
