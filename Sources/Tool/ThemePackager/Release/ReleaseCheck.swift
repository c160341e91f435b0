import PackFormat
@_spi(Chain) import ThemeModel

// See docs/decisions/18-compared-with-releases.md.
/// Compares verified themes with the packs of earlier releases.
struct ReleaseCheck {
    let inspection: ProjectInspection

    private var survey: ProjectSurvey { inspection.survey }

    /// - Parameter themes: without themes, because verification found errors, packs are not compared with them.
    func findings(for themes: [VerifiedTheme], _ released: ReleasedPacks, jobs: Int) throws(UserError) -> [Finding] {
        guard let contract = themes.first?.contractDigest else { return removedThemes(released) }
        var findings: [Finding] = []
        var changes: [(finding: Int, differences: [String])] = []
        for theme in themes {
            let packs = released.packs.filter { $0.contents.theme.id == theme.manifest.id }
            guard !packs.isEmpty else { continue }
            let planned = try PackPlan(for: theme, jobs: jobs).contents
            if let lower = lowerVersion(theme.manifest, packs) {
                findings.append(lower)
            } else if let (unchanged, differences) = unchangedVersion(planned, packs) {
                changes.append((findings.count, differences))
                findings.append(unchanged)
            }
        }
        if let folder = released.packs.first(where: \.isOfFolder)?.folder {
            let bump = Self.bump("--all", folder) + "s"
            let own =
                changes.first { findings[$0.finding].theme == ThemeID.default.string }?.differences.dropLast() ?? []
            let root = changedContract(own.isEmpty ? "" : " (\(own.joined(separator: ", ")))", hint: bump)
            for (index, differences) in changes {
                if changes.count > Self.namedMax { findings[index].hint = bump }
                if differences.last == PackContents.contractWord { findings[index].roots = [root] }
            }
        }
        if survey.themes.selectedDefault != nil {
            for pack in released.newest where pack.contents.contract != contract && pack.contents.theme.id != .default {
                findings += imageConflicts(of: pack) + settingConflicts(of: pack)
            }
        }
        return findings + removedThemes(released)
    }

    private func lowerVersion(_ manifest: ThemeManifest, _ packs: [ReleasedPacks.Pack]) -> Finding? {
        guard let newest = packs.map(\.contents.theme.version).max(), manifest.version.precedes(newest)
        else { return nil }
        var finding = finding(
            .versionLower, of: manifest.id, manifest.version, "is \(manifest.version), but \(newest) is published",
            hint: "apps keep the higher version: set one above \(newest)")
        finding.expected = "above \(newest)"
        return finding
    }

    private func unchangedVersion(
        _ planned: PackContents, _ packs: [ReleasedPacks.Pack]
    ) -> (Finding, differences: [String])? {
        let theme = planned.theme
        // Versions that differ only in build metadata are equal in precedence: apps do not replace one by the other.
        for pack in packs where !pack.contents.theme.version.precedes(theme.version) {
            var released = pack.contents
            released.theme.version = theme.version
            let words = planned.differences(from: released)
            guard !words.isEmpty else { continue }
            let other = pack.contents.theme.version
            let relation =
                other == theme.version ? " as in the published pack" : ", no higher than the published \(other)"
            var finding = finding(
                .versionUnchanged, of: theme.id, theme.version,
                "is \(theme.version)\(relation), which differs: \(words.joined(separator: ", "))",
                hint: Self.bump(theme.id.string, pack.givenPath))
            finding.related = Finding.Related(path: pack.path, message: "the published pack is here")
            return (finding, words)
        }
        return nil
    }

    /// The cause of all findings that a change of the defaults gives.
    private func changedContract(_ differences: String, hint: String) -> RootCause {
        let source = survey.themes.defaultTheme.map { survey.themes[$0] }
        return RootCause(
            at: source?.manifestPath ?? Project.fileName, key: "version", position: source?.position(of: "version"),
            "the defaults differ from those of the published packs\(differences), but ", " have the published version",
            hint: hint, candidates: 0)
    }

    /// The most themes that are bumped by name.
    private static let namedMax = 3

    private static func bump(_ themes: String, _ base: String) -> String {
        "'themepack bump \(themes) --base \(base.shellWord)' sets the next version"
    }

    private func finding(
        _ rule: Rule, of id: ThemeID, _ version: SemanticVersion, _ message: String, hint: String
    ) -> Finding {
        let source = survey.themes.number(of: id.string).map { survey.themes[$0] }
        return Finding(
            rule, theme: id.string, path: source?.manifestPath ?? Project.fileName, key: "version",
            position: source?.position(of: "version"), message, actual: version.description, hint: hint)
    }

    /// Reports themes of which a pack is released. A pack that was named by itself may be one that only some apps have.
    private func removedThemes(_ released: ReleasedPacks) -> [Finding] {
        let known = Set(survey.themes.flatMap { [$0.manifest?.id.string, $0.folderName] })
        return released.newest.filter { !known.contains($0.contents.theme.id.string) }.map { pack in
            let theme = pack.contents.theme
            let exemption = #"{"rule": "theme-removed", "path": "**/\#(pack.path.lastPathComponent)"}"#
            return Finding(
                .themeRemoved, severity: pack.isOfFolder ? nil : .warning, theme: theme.id.string, path: pack.path,
                "is of theme '\(theme.id)', which the project no longer has",
                hint: "to retire it, exempt \(exemption) in \(Project.fileName), and remove it where apps fetch packs")
        }
    }

    // MARK: Conflicts with the defaults

    /// An app that mounts the pack with the new default theme uses the default's image instead; `themepack explain`
    /// says so.
    private func imageConflicts(of pack: ReleasedPacks.Pack) -> [Finding] {
        let defaults = defaultSizes
        return pack.contents.images.compactMap { image in
            let variants = VariantList(image.variants.map { .init($0.scale, $0.size) })
            guard let sizes = defaults[image.name].flatMap({ VariantList($0) }),
                let (own, expected) = variants?.disagreement(with: sizes)
            else { return nil }
            let file = "\(survey.project.configuration.assetFolder)/\(image.name)\(expected.scale.suffix).png"
            let root = RootCause(
                at: file,
                "\(expected.size) px at \(expected.scale) do not agree with \(own.size) px at \(own.scale) in ",
                ": apps show the default image", hint: Self.conflictsHint, unit: .pack, quorum: 2)
            return Finding(
                .contractConflict, theme: pack.contents.theme.id.string,
                path: "\(pack.path)!/\(pack.contents.path(of: image.name, at: own.scale))",
                "its \(own.size) px at \(own.scale) do not agree with the new default's \(expected.size) px at "
                    + "\(expected.scale): apps show the default image",
                expected: expected.size.description, actual: own.size.description, hint: Self.conflictHint,
                roots: [root])
        }
    }

    private static let conflictHint = "release a new version of the theme together with the default theme"
    private static let conflictsHint = "release new versions of these themes together with the default theme"

    private var defaultSizes: [LogicalName: [VariantList.Variant]] {
        var sizes: [LogicalName: [VariantList.Variant]] = [:]
        for number in survey.images.files.indices where survey.images.owner(number) == nil {
            guard let facts = inspection.images[number].facts else { continue }
            let variant = survey.images.files[number].variant
            sizes[variant.name, default: []].append(.init(variant.scale, facts.size))
        }
        return sizes
    }

    private func settingConflicts(of pack: ReleasedPacks.Pack) -> [Finding] {
        let types = survey.themes.defaultTypes
        var findings: [Finding] = []
        pack.settings?.forEach { path, value in
            guard let expected = types[path], let found = SettingType(of: value, at: path), !found.fits(expected),
                let source = survey.themes.defaultTheme.map({ survey.themes[$0] })
            else { return }
            let root = RootCause(
                at: source.configPath ?? source.manifestPath, key: path.description,
                position: source.places?.ofKey(path), "has the type \(expected.rawValue), but \(found.rawValue) in ",
                hint: Self.conflictsHint, unit: .pack, quorum: 2)
            findings.append(
                Finding(
                    .contractConflict, theme: pack.contents.theme.id.string,
                    path: "\(pack.path)!/\(PackContents.settingsPath)", key: path.description,
                    "has the type \(found.rawValue), the new default theme's has \(expected.rawValue)",
                    expected: expected.rawValue, actual: found.rawValue, hint: Self.conflictHint, roots: [root]))
        }
        return findings
    }
}

extension PackContents {
    /// Returns the differences from another pack of the theme, in words; empty if both give the same answers. The
    /// offsets of bytes in the packs do not count. ``contractWord`` is the last one.
    func differences(from old: PackContents) -> [String] {
        var words: [String] = []
        let own = images.flatMap(Self.variants)
        let other = old.images.flatMap(Self.variants)
        let imageCount = Self.differenceCount(own, other)
        if imageCount > 0 { words.append(imageCount.counting("image")) }
        if settings?.digest != old.settings?.digest { words.append("settings") }
        let resourceCount = Self.differenceCount(
            resources.map { ($0.path.string, $0.stored.digest) },
            old.resources.map { ($0.path.string, $0.stored.digest) })
        if resourceCount > 0 { words.append(resourceCount.counting("resource")) }
        if theme != old.theme { words.append("properties in theme.json") }
        if contract != old.contract { words.append(Self.contractWord) }
        return words
    }

    static let contractWord = "the defaults that it was verified against"

    private static func variants(of image: PackImage) -> [(String, ContentDigest)] {
        image.variants.map { ("\(image.name)\($0.scale)", $0.stored.digest) }
    }

    /// The number of names that only one side has, or that have other contents.
    private static func differenceCount(_ new: [(String, ContentDigest)], _ old: [(String, ContentDigest)]) -> Int {
        var left = Dictionary(old) { first, _ in first }
        var count = 0
        for (name, digest) in new where left.removeValue(forKey: name) != digest { count += 1 }
        return count + left.count
    }
}
