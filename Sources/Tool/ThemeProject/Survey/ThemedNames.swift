/// Names of themes' images whose prefix is missing, misspelled, of another theme, or at the wrong end.
extension ProjectSurvey {
    /// An image that has a theme's prefix or id at the end of its name: `button_year`.
    package struct SuffixedName {
        let end: String
        package let theme: Int
        /// The default's name.
        let name: String
        let scale: Scale
    }

    static let separators = Array("_-. ".utf8)

    /// Returns `nil` if no default has the rest of the name.
    package func suffixed(_ name: String, _ scale: Scale) -> SuffixedName? {
        guard let end = name.utf8.last, end >= 0x7F || markEnds.contains(end | 0x20) else { return nil }
        let last = name.lastPathComponent
        // A prefix with more of them is rare.
        for start in last.utf8.indices.filter({ Self.separators.contains(last.utf8[$0]) }).suffix(3).reversed() {
            guard let theme = marks[last[last.utf8.index(after: start)...].lowercased()],
                let rest = ImageFileName(last[..<start] + ".png"), rest.scale == .one || scale == .one
            else { continue }
            let meant = "\(name[..<last.startIndex])\(rest.stem)"
            guard isDefault(named: meant) else { continue }
            return SuffixedName(
                end: String(last[start...]), theme: theme, name: meant, scale: scale == .one ? rest.scale : scale)
        }
        return nil
    }

    /// Adds the name that was probably meant to a finding about an image.
    package func complete(_ finding: inout Finding, _ name: SuffixedName) {
        let theme = name.theme
        let prefix = themes[theme].manifest?.imageNamePrefix ?? .none
        let file = "\(prefix)\(name.name.lastPathComponent)\(name.scale.suffix).png"
        let isMoved = prefix.isEmpty && finding.rule == .nameNearMiss
        let shown = isMoved ? "\(themes[theme].folder)/\(name.name)\(name.scale.suffix).png" : file
        finding.message =
            "ends in '\(name.end)', the \(prefix.isEmpty ? "id" : "prefix") of theme '\(themes.name(theme))'"
            + (finding.message.isEmpty ? "" : "; \(finding.message)")
        finding.expected = shown
        finding.actual = String(finding.path.lastPathComponent)
        let isTaken = hasImage(named: name.name, name.scale, of: theme)
        finding.hint =
            isTaken
            ? "there is '\(shown)' as well: remove one of the two"
            : isMoved ? "if it is that theme's, move it to '\(shown)'" : "did you mean '\(shown)'?"
        if finding.rule != .nameNearMiss { finding.remedy = .rename(to: finding.path.replacingLastComponent(by: file)) }
    }

    /// Returns the parts of a name of which the second is a default's, split after a `_`.
    package func unknownPrefix(of name: LogicalName) -> (prefix: String, name: String)? {
        let folder = name.path.folder
        let last = name.path.lastComponent
        // A prefix with more of them is rare, and each takes a search.
        for end in last.utf8.indices.filter({ last.utf8[$0] == UInt8(ascii: "_") }).prefix(3) {
            let rest = last[last.utf8.index(after: end)...]
            let other = "\(folder)\(rest)"
            if isDefault(named: other) { return (String(last[...end]), other) }
        }
        return nil
    }

    /// Returns the hint on a file whose name begins with another prefix than its theme's.
    package func hint(onPrefix prefix: String, orElse question: String) -> String {
        themes.first(withPrefix: prefix).map {
            "it has the prefix of theme '\(themes.name($0))': move it there"
        } ?? "no theme has the prefix '\(prefix)'; \(question)"
    }

    /// Returns what most images of a theme's folder can have in common: another prefix than `theme.json` says. `nil` if
    /// an image of the theme has the prefix and the name of a default, because then the prefix is right.
    ///
    /// A few images can have misspelled names if their prefix is not similar, or if only the theme's begins with the
    /// id.
    package func root(ofPrefix prefix: String, in theme: Int) -> RootCause? {
        guard !hasSoundPrefix[theme] else { return nil }
        let own = themes[theme].manifest?.imageNamePrefix ?? .none
        let id = themes[theme].folderName
        let isOfID = own.string.hasPrefix(id)
        let isNear = project.budget.suggestions.suggestion(for: prefix, among: [own.string]) != nil
        let isSure = prefix.hasPrefix(id) ? isNear || !isOfID : isNear && !isOfID
        let key = "imageNamePrefix"
        let position = themes[theme].position(of: key)
        return RootCause(
            at: themes[theme].manifestPath, theme: themes.name(theme), key: key, position: position,
            "\(position == nil ? "is missing" : "is '\(own)'"), but the names of ",
            " in the theme's folder begin with '\(prefix)'",
            hint: themes.first(withPrefix: prefix).map {
                "that is the prefix of theme '\(themes.name($0))': rename the images, or move them there"
            } ?? "write \"\(key)\": \"\(prefix)\", or rename the images",
            unit: .image, quorum: max(isSure ? 1 : 4, folderCounts[theme] / 2 + 1))
    }

    func missingPrefix(_ file: TreeFile, _ image: ImageFileName, _ theme: Int) -> Finding {
        let prefix = themes[theme].manifest?.imageNamePrefix ?? .none
        let folder = file.path.folder
        func isDefault(_ stem: String) -> Bool { self.isDefault(named: "\(folder)\(stem)") }
        /// Looks for a default's name, also after a misspelled prefix of about the same length.
        func defaultStem(_ stem: String) -> String? {
            if isDefault(stem) { return stem }
            for length in max(1, prefix.string.utf8.count - 2)...(prefix.string.utf8.count + 2)
            where length < stem.utf8.count {
                let head = String(decoding: stem.utf8.prefix(length), as: UTF8.self)
                let tail = String(decoding: stem.utf8.dropFirst(length), as: UTF8.self)
                if isDefault(tail), project.budget.suggestions.suggestion(for: head, among: [prefix.string]) != nil {
                    return tail
                }
            }
            return nil
        }
        func otherPrefix(_ stem: String) -> (prefix: String, name: String)? {
            (try? LogicalName("\(folder)\(stem)")).flatMap(unknownPrefix)
        }
        let stem = String(image.stem)
        let path = "\(themes[theme].folder)/\(file.path)"
        var finding = Finding(
            .namePrefix, theme: themes.name(theme), path: path, "does not start with the theme's prefix '\(prefix)'",
            actual: String(file.path.lastComponent))
        guard stem != prefix.string else {
            finding.message = "has no name after the prefix '\(prefix)'"
            finding.hint = "put the name of a default after the prefix, or remove the file"
            return finding
        }
        let name = "\(folder)\(stem)"
        if !isDefault(stem), let suffixed = suffixed(name, image.scale), suffixed.theme == theme {
            complete(&finding, suffixed)
            if file.destination != nil { finding.remedy = nil }
            return finding
        }
        var near = defaultStem(stem)
        var other = near == nil ? otherPrefix(stem) : nil
        var scale = image.scale
        var written = stem
        var problem = "is hidden, because its name begins with a dot"
        var canBeRenamed = !stem.hasPrefix(".")
        // The scale can be misspelled as well.
        if near == nil, other == nil,
            let meant = MisspelledName(
                name, scale,
                isKnown: { path in
                    let stem = String(path.lastPathComponent)
                    guard path == "\(folder)\(stem)" else { return self.isDefault(named: path) }
                    return defaultStem(stem) != nil || otherPrefix(stem) != nil
                })
        {
            let stem = String(meant.name.lastPathComponent)
            near = defaultStem(stem)
            other = near == nil ? otherPrefix(stem) : nil
            scale = meant.scale
            written = stem
            problem = meant.problem
            canBeRenamed = meant.canBeRenamed
            if meant.name != "\(folder)\(stem)" || !meant.canBeRenamed, other == nil, near == nil || near == stem {
                let isTaken = hasImage(named: meant.name, scale, of: theme)
                if self.isDefault(named: meant.name) {
                    meant.complete(&finding, of: name, prefix: prefix, isTaken: isTaken)
                    return finding
                }
            }
        }
        guard let stem = near ?? other.map({ String($0.name.lastPathComponent) }) else {
            finding.hint = "rename it to '\(prefix)' and the name of a default, or move it out of the theme"
            return finding
        }
        let expected = "\(prefix)\(stem)\(scale.suffix).png"
        finding.expected = expected
        let isTaken = hasImage(named: "\(folder)\(stem)", scale, of: theme)
        finding.hint =
            isTaken ? "there is '\(expected)' as well: remove one of the two" : "did you mean '\(expected)'?"
        if let other { finding.hint = hint(onPrefix: other.prefix, orElse: finding.hint ?? "") }
        // An image without any prefix says nothing about the theme's.
        let found = other?.prefix ?? String(written.dropLast(stem.count))
        if !found.isEmpty { finding.roots = [root(ofPrefix: found, in: theme)].compactMap { $0 } }
        if !canBeRenamed {
            finding.message = "\(problem); it \(finding.message)"
            if !isTaken { finding.hint = "export it as '\(expected)', or remove it" }
        } else if near != nil, file.destination == nil {
            finding.remedy = .rename(to: path.replacingLastComponent(by: expected))
        }
        return finding
    }
}

extension String {
    fileprivate func replacingLastComponent(by name: String) -> String {
        String(self[..<lastPathComponent.startIndex]) + name
    }
}
