import ThemeProject

/// Guesses which default an image without one was meant to replace.
struct NearNames {
    let inspection: ProjectInspection
    private lazy var suggestions = DefaultSuggestions(images, survey.project.budget.suggestions)

    private var folderRoots: [Folder: RootCause] = [:]
    /// `nil` until it is needed.
    private var folderCounts: [Folder: Int]?

    private var survey: ProjectSurvey { inspection.survey }
    private var images: ImageGroups { survey.images }

    init(inspection: ProjectInspection) { self.inspection = inspection }

    mutating func missingDefaultFinding(_ file: ImageFile, _ theme: Int) -> Finding {
        let assets = survey.project.configuration.assetFolder
        let name = file.variant.name
        let scale = file.variant.scale
        let path = images.trees.path(of: file)
        var finding = Finding(
            .imageDefaultMissing, theme: survey.themes.name(theme), path: path, "there is no default '\(name)'",
            expected: "\(assets)/\(name)\(file.variant.scale.suffix).png")
        let prefix = survey.themes[theme].manifest?.imageNamePrefix ?? .none
        if let suffixed = survey.suffixed(name.path.string, file.variant.scale), suffixed.theme == theme {
            survey.complete(&finding, suffixed)
            return finding
        }
        if let meant = MisspelledName(name.path.string, file.variant.scale, isKnown: survey.isDefault(named:)),
            survey.isDefault(named: meant.name)
        {
            finding.message = "\(meant.problem); \(finding.message)"
            let isTaken = survey.hasImage(named: meant.name, meant.scale, of: theme)
            meant.complete(&finding, of: name.path.string, prefix: prefix, isTaken: isTaken)
            if let folder = meant.folder, !images.trees.isInAssetTree(file) {
                let hint = "'\(path.lastPathComponent)' should be '\(finding.expected ?? "")', the others likewise"
                finding.roots = [root(at: folder[...], of: theme, ": each \(meant.problem)", hint, 2)]
            }
            return finding
        }
        // `year_selected_button` beside `year_button` is a state whose default is missing.
        if let unknown = survey.unknownPrefix(of: name), case let found = "\(prefix)\(unknown.prefix)",
            survey.themes.first(withPrefix: found) != nil || !survey.hasSoundPrefix[theme]
                || !survey.hasImage(named: unknown.name, scale, of: theme)
        {
            let meant = "\(prefix)\(unknown.name.lastPathComponent)\(scale.suffix).png"
            finding.hint = survey.hint(
                onPrefix: found,
                orElse: survey.hasImage(named: unknown.name, scale, of: theme)
                    ? "there is '\(meant)' as well: remove one of the two" : "did you mean '\(meant)'?")
            if !images.trees.isInAssetTree(file) {
                finding.roots = [survey.root(ofPrefix: found, in: theme)].compactMap { $0 }
            }
            return finding
        }
        var hints: [String] = []
        let nearDefault = suggestions.suggestion(for: name)
        if let near = nearDefault, survey.hasImage(named: near.path.string, scale, of: theme) {
            // `button-1`, `button_2`; a longer suffix can be a state, such as `button_pressed`.
            let (own, other) = (name.path.string, near.path.string)
            if own.hasPrefix(other), own.dropFirst(other.count).first.map(" _-.".contains) == true {
                hints.append(
                    "is it a copy of '\(prefix)\(near.path.lastComponent)\(scale.suffix).png'? remove one of the two, "
                        + "or add the default to \(assets)/")
            }
        } else if let near = nearDefault {
            // Strings of different Unicode forms are equal in Swift, and look alike.
            let parts = zip(near.description.split(separator: "/"), name.description.split(separator: "/"))
            let differing = near.description == name.description ? parts.first { !UTF8Order.equal($0, $1) } : nil
            hints.append(
                differing.map { other, own in
                    "the default has its name in another Unicode form, \(String(other).codePoints), not "
                        + "\(String(own).codePoints): copy it from there"
                } ?? "did you mean '\(near)'?")
            if near.path.folder == name.path.folder {
                finding.expected = "\(prefix)\(near.path.lastComponent)\(file.variant.scale.suffix).png"
                finding.actual = String(path.lastPathComponent)
            }
        }
        if images.trees.isInAssetTree(file) {
            hints.append(
                "it has the prefix of theme '\(survey.themes.name(theme))'; if it was meant as a default, rename it "
                    + "or choose another prefix")
        } else if hints.isEmpty {
            hints.append("add the default to \(assets)/, or remove this file")
        }
        let isInOtherFolder = nearDefault.map { $0.path.folder != name.path.folder } ?? false
        let near = finding.actual == nil && !isInOtherFolder ? nil : hints.first
        finding.roots = [
            missingFolderRoot(of: name, near: nearDefault), folderRoot(of: file, near: nearDefault, theme),
            RootCause(
                at: "\(assets)/\(name)\(scale.suffix).png", "there is no default '\(name)', which ", " replace",
                hint: near ?? "add the default, or remove the themes' images: was it renamed?", candidates: 0),
        ].compactMap { $0 }
        finding.hint = hints.joined(separator: hints[0].hasSuffix("?") ? " " : "; ")
        return finding
    }

    /// A folder of a theme's images, or of all themes' for `nil`. Its name is empty or ends with `/`.
    private struct Folder: Hashable {
        let theme: Int?
        let name: Substring
    }

    /// Returns what is the same for all images of the folder that a mistake can be in: the outermost one that the
    /// defaults do not have, else the image's own.
    private mutating func sharedFolder(of name: LogicalName) -> Substring {
        suggestions.missingFolder(of: name) ?? name.path.folder
    }

    /// Returns what the images of all themes in a folder can have in common: the defaults lost it.
    private mutating func missingFolderRoot(of name: LogicalName, near: LogicalName?) -> RootCause? {
        guard let missing = suggestions.missingFolder(of: name) else { return nil }
        let folder = Folder(theme: nil, name: missing)
        if let known = folderRoots[folder] { return known }
        let other = Self.folder(near, insteadOf: missing, of: name)
        // If a theme has images in the folder of the defaults, that one is right.
        guard other.map({ isUsed($0) }) != true else { return nil }
        let assets = survey.project.configuration.assetFolder
        let root = RootCause(
            at: "\(assets)/\(missing.dropLast())", "has no default, but ", " have images in a folder of this name",
            hint: other.map {
                "are the defaults now in '\(assets)/\($0.dropLast())'? move them back, or move the themes' images "
                    + "as well"
            } ?? "add the defaults, or remove the themes' images", candidates: 0)
        folderRoots[folder] = root
        return root
    }

    /// Returns what most images of a theme's folder can have in common: their defaults are elsewhere.
    private mutating func folderRoot(of file: ImageFile, near: LogicalName?, _ theme: Int) -> RootCause? {
        let name = sharedFolder(of: file.variant.name)
        let isMissing = suggestions.missingFolder(of: file.variant.name) != nil
        let isElsewhere = near.map { $0.path.folder != file.variant.name.path.folder } ?? false
        guard !images.trees.isInAssetTree(file), isMissing || isElsewhere else { return nil }
        let assets = survey.project.configuration.assetFolder
        return root(
            at: name, of: theme,
            isMissing
                ? ", but \(assets)/ has no folder '\(name.dropLast())'" : ", but their defaults are in another folder",
            Self.folder(near, insteadOf: name, of: file.variant.name).map {
                $0.isEmpty ? "move them to '\(survey.themes[theme].folder)'" : "did you mean '\($0.dropLast())'?"
            } ?? "name it like the folder of the defaults",
            max(4, imageCount(of: Folder(theme: theme, name: name)) / 2 + 1))
    }

    /// Returns the folder that the near name has in the place of one that contains `name`; `nil` if the inner folders
    /// differ as well.
    private static func folder(_ near: LogicalName?, insteadOf outer: Substring, of name: LogicalName) -> Substring? {
        let inner = name.path.folder.dropFirst(outer.count)
        return near.flatMap { $0.path.folder.hasSuffix(inner) ? $0.path.folder.dropLast(inner.count) : nil }
    }

    /// Whether a theme has images of its own in a folder of the defaults.
    private mutating func isUsed(_ name: Substring) -> Bool {
        survey.themes.selected.contains { imageCount(of: Folder(theme: $0, name: name)) > 0 }
    }

    private mutating func imageCount(of folder: Folder) -> Int {
        if let counts = folderCounts { return counts[folder, default: 0] }
        var counts: [Folder: Int] = [:]
        for file in images.files where !images.trees.isInAssetTree(file) {
            counts[
                Folder(theme: images.trees.owner(of: file), name: sharedFolder(of: file.variant.name)), default: 0] +=
                1
        }
        folderCounts = counts
        return counts[folder, default: 0]
    }

    /// Returns the cause that images of a theme's folder share, with the hint about the first one.
    private mutating func root(
        at name: Substring, of theme: Int, _ trail: String, _ hint: String, _ quorum: Int
    ) -> RootCause {
        let folder = Folder(theme: theme, name: name)
        if let known = folderRoots[folder] { return known }
        let root = RootCause(
            at: String("\(survey.themes[theme].folder)/\(name)".dropLast(name.isEmpty || name.last == "/" ? 1 : 0)),
            theme: survey.themes.name(theme), "holds ", trail, hint: hint, unit: .image, quorum: quorum)
        folderRoots[folder] = root
        return root
    }

    /// Reports defaults whose names begin with a prefix of no theme. Each image with the prefix must have a default of
    /// that name without it, and of its size: `big_button` may be a default of its own.
    func unknownPrefixFindings() -> [Finding] {
        guard survey.themes.selectedDefault != nil else { return [] }
        var found: [String: [(number: Int, name: LogicalName)]] = [:]
        var ruledOut: Set<Substring> = []
        for number in images.files.indices where images.owner(number) == nil {
            let name = images.files[number].variant.name
            var last = name.path.lastComponent
            let mark = last.withUTF8 { UnsafeRawBufferPointer($0).offset(of: UInt8(ascii: "_")) }
            guard let mark else { continue }
            let head = Substring(last.utf8.prefix(mark + 1))
            guard !ruledOut.contains(head) else { continue }
            let stem = Substring(last.utf8.dropFirst(mark + 1))
            let rest = (try? LogicalName("\(name.path.folder)\(stem)")) ?? name
            if rest != name, hasTwin(number, rest) {
                found[String(head), default: []].append((number, rest))
            } else {
                ruledOut.insert(head)
            }
        }
        lazy var prefixes = survey.themes.compactMap(\.manifest?.imageNamePrefix.string).filter { !$0.isEmpty }
        return found.filter { !ruledOut.contains($0.key[...]) }.sorted { $0.key < $1.key }.map { prefix, images in
            let (number, name) = images[0]
            let count = Set(images.map(\.name)).count
            let near = survey.project.budget.suggestions.suggestion(for: prefix, among: prefixes)
            return Finding(
                .nameNearMiss, theme: survey.themes.ownerName(nil), path: self.images.path(number),
                "no theme has the prefix '\(prefix)'; without it, this is the name of the default '\(name)'"
                    + (count > 1 ? "; the same is so for \((count - 1).counting("more name"))" : ""),
                hint: near.map { "did you mean the prefix '\($0)'?" }
                    ?? "a theme's theme.json needs \"imageNamePrefix\": \"\(prefix)\"; exempt it if it is a default")
        }
    }

    /// Whether a default with another name has the scale and the size of an image.
    private func hasTwin(_ number: Int, _ name: LogicalName) -> Bool {
        guard let size = inspection.images[number].facts?.size else { return false }
        let twin = survey.image(named: name, images.files[number].variant.scale, of: nil)
        return twin.map { inspection.images[$0].facts?.size == size } ?? false
    }
}

/// The names of defaults that are similar to another name.
struct DefaultSuggestions {
    private var byFolder: [String: [String]] = [:]
    private var byLastComponent: [String: LogicalName] = [:]
    /// The folders in which a default is, at any depth. Each ends with `/`.
    private var folders: Set<Substring> = []
    private let nearMiss: NearMiss

    init(_ images: ImageGroups, _ nearMiss: NearMiss) {
        self.nearMiss = nearMiss
        for file in images.files where images.trees.owner(of: file) == nil {
            let name = file.variant.name
            byFolder[String(name.path.folder), default: []].append(String(name.path.lastComponent))
            byLastComponent[String(name.path.lastComponent)] = name
        }
        folders = Set(byFolder.keys.flatMap(Self.folders))
    }

    /// Returns a folder and those that contain it, the outermost first.
    private static func folders(of path: some StringProtocol) -> [Substring] {
        path.indices.filter { path[$0] == "/" }.map { Substring(path[...$0]) }
    }

    /// Returns the outermost folder of a name in which no default is; `nil` if each has one.
    func missingFolder(of name: LogicalName) -> Substring? {
        Self.folders(of: name.path.folder).first { !folders.contains($0) }
    }

    func suggestion(for name: LogicalName) -> LogicalName? {
        if let elsewhere = byLastComponent[String(name.path.lastComponent)] { return elsewhere }
        let folder = String(name.path.folder)
        let near = nearMiss.suggestion(for: String(name.path.lastComponent), among: byFolder[folder] ?? [])
        return near.flatMap { try? LogicalName(folder + $0) }
    }
}
