import ThemeModel

/// Holds what was seen of a project's images against the defaults.
struct ThemeComparison: Sendable {
    private let survey: ProjectSurvey
    private let outcome: ImageInspection.Outcome

    /// - Parameter outcome: of all images of the survey.
    init(survey: ProjectSurvey, outcome: ImageInspection.Outcome) {
        (self.survey, self.outcome) = (survey, outcome)
    }

    private var images: ImageGroups { survey.images }

    /// A variant as far as it is known.
    private struct Sighting {
        let file: ImageFile
        /// `nil` where the image is not sound.
        let facts: ImageFacts?

        var scale: Scale { file.variant.scale }
        var size: PixelSize? { facts?.size }
    }

    private func sighting(_ image: Int) -> Sighting {
        Sighting(file: images.files[image], facts: outcome.images[image].facts)
    }

    // MARK: Findings

    func findings() -> [Finding] {
        var findings = outcome.complaints.map(finding)
        var nearby: NearbyDefaults?
        forEachName { groups in
            if groups.count == 1, isAlike(groups.lowerBound) { return }
            let originals = groups.compactMap { images.original(of: $0).map(sighting) }
            for theme in survey.selected {
                if survey.themes[theme].isDefault {
                    findings += scaleFindings(originals, theme)
                    continue
                }
                let themed = groups.compactMap { images.image(of: $0, for: theme).map(sighting) }
                if originals.isEmpty {
                    if nearby == nil, !themed.isEmpty { nearby = NearbyDefaults(images) }
                    findings += themed.map { missing($0.file, theme, &nearby) }
                } else {
                    findings += themed.flatMap { comparisons($0, originals, theme) }
                    findings += missingScales(themed, originals, theme) + scaleFindings(themed, theme)
                }
            }
        }
        return findings
    }

    /// Whether all that replaces a default is like it. Of a name with one scale there is nothing to say then.
    private func isAlike(_ group: Int) -> Bool {
        guard let original = images.original(of: group), let facts = outcome.images[original].facts else {
            return false
        }
        return images.themed(of: group).allSatisfy { outcome.images[$0].facts == facts }
    }

    /// Groups come in the order of names, so those of one name stand together.
    private func forEachName(_ body: (Range<Int>) -> Void) {
        let count = images.ranges.count
        var start = 0
        for group in 0..<count where group > 0 && images.variant(of: group).name != images.variant(of: start).name {
            body(start..<group)
            start = group
        }
        if start < count { body(start..<count) }
    }

    private func finding(_ complaint: ImageInspection.Complaint) -> Finding {
        Finding(
            complaint.rule, theme: survey.ownerName(images.owner(complaint.image)), path: images.path(complaint.image),
            complaint.message, actual: complaint.actual, hint: complaint.hint,
            related: complaint.original.map {
                Finding.Related(path: images.path($0), message: "the default is here")
            })
    }

    private func missing(_ file: ImageFile, _ theme: Int, _ nearby: inout NearbyDefaults?) -> Finding {
        let assets = survey.project.assets
        var hints = [nearby?.suggestion(for: file.variant.name)].compactMap { $0 }.map { "did you mean '\($0)'?" }
        if images.trees.isAsset(file) {
            hints.append(
                "it carries the prefix of theme '\(survey.name(theme))'; if it was meant as a default, rename it or choose "
                    + "another prefix")
        } else if hints.isEmpty {
            hints.append("add the default to \(assets)/, or remove this file")
        }
        return Finding(
            .imageDefaultMissing, theme: survey.name(theme), path: images.trees.path(of: file),
            "there is no default '\(file.variant.name)'",
            expected: "\(assets)/\(file.variant.name)\(file.variant.scale.suffix).png",
            hint: hints.joined(separator: "; "))
    }

    /// Size and alpha of one themed image beside its default: of the same scale, else of the nearest.
    private func comparisons(_ image: Sighting, _ originals: [Sighting], _ theme: Int) -> [Finding] {
        let known = originals.filter { $0.facts != nil }
        guard let facts = image.facts, let scale = image.scale.best(of: known.map(\.scale)),
            let original = known.first(where: { $0.scale == scale }), let expected = original.facts
        else { return [] }
        var findings: [Finding] = []
        func report(_ rule: Rule, _ message: String, expected: String?, actual: String, hint: String?) {
            findings.append(
                Finding(
                    rule, theme: survey.name(theme), path: images.trees.path(of: image.file), message,
                    expected: expected, actual: actual,
                    hint: hint,
                    related: Finding.Related(path: images.trees.path(of: original.file), message: "the default is here")
                ))
        }
        if !facts.size.agrees(at: image.scale, with: expected.size, at: scale) {
            let isSameScale = scale == image.scale
            // A picture exported at one scale and named as another is the usual way to a wrong size.
            let twin = known.first { $0.scale != image.scale && $0.size == facts.size }
            report(
                .imageDimensions,
                "\(facts.size) px, its default is \(expected.size) px" + (isSameScale ? "" : " at \(scale)"),
                expected: isSameScale ? expected.size.description : nil, actual: facts.size.description,
                hint: twin.map { "it has the default's size at \($0.scale): exported at the wrong scale, or named so?" }
                    ?? (isSameScale ? nil : "export it at \(image.scale) from the default's size in points")
            )
        }
        if facts.hasAlpha != expected.hasAlpha {
            let (with, without) = ("an alpha channel", "no alpha channel")
            report(
                .imageAlpha,
                facts.hasAlpha ? "has \(with), its default has none" : "has \(without), its default has one",
                expected: expected.hasAlpha ? with : without, actual: facts.hasAlpha ? with : without,
                hint: facts.hasAlpha ? "export it without transparency" : "export it with transparency")
        }
        return findings
    }

    private func missingScales(_ themed: [Sighting], _ originals: [Sighting], _ theme: Int) -> [Finding] {
        guard let first = themed.first else { return [] }
        let missing = originals.map(\.scale).filter { scale in !themed.contains { $0.scale == scale } }
        guard !missing.isEmpty else { return [] }
        let scales = missing.map(\.description).joined(separator: ", ")
        return [
            Finding(
                .imageScaleMissing, theme: survey.name(theme), path: images.trees.path(of: first.file),
                "'\(first.file.variant.name)' has no \(scales), its default has", expected: scales,
                hint: "export it at \(scales) too: another scale stands in, and is scaled")
        ]
    }

    private func scaleFindings(_ variants: [Sighting], _ theme: Int) -> [Finding] {
        let sound = variants.filter { $0.facts != nil }
        guard let base = sound.first, let baseSize = base.size else { return [] }
        return sound.dropFirst().compactMap { variant in
            guard let size = variant.size, !size.agrees(at: variant.scale, with: baseSize, at: base.scale) else {
                return nil
            }
            return Finding(
                .imageScale, theme: survey.name(theme), path: images.trees.path(of: variant.file),
                "\(size) px at \(variant.scale) is not the picture of \(baseSize) px at \(base.scale)",
                actual: size.description, hint: "export all scales from one drawing",
                related: Finding.Related(path: images.trees.path(of: base.file), message: "\(base.scale) is here"))
        }
    }

    // MARK: What can be packaged

    /// - Parameters:
    ///   - contract: this comparison's ``contractDigest``.
    ///   - resources: by theme.
    func verifiedThemes(
        _ contract: ContentDigest, resources: [[VerifiedTheme.Resource]]
    ) -> [VerifiedTheme] {
        let themes = survey.selected.compactMap { theme -> VerifiedTheme? in
            // Of the default theme that has no theme.json there is no version to build.
            guard let manifest = survey.themes[theme].manifest, !survey.themes[theme].isImplied else { return nil }
            return VerifiedTheme(
                manifest: manifest, settings: survey.themes[theme].settings?.value, contract: contract,
                images: packed(of: theme), resources: resources[theme], trees: images.trees)
        }
        return themes.sorted { $0.manifest.id < $1.manifest.id }
    }

    private func packed(of theme: Int) -> [VerifiedTheme.Image] {
        let owner = survey.themes[theme].isDefault ? nil : theme
        func isOwn(_ image: Int) -> Bool { images.owner(image) == owner }
        var packed: [VerifiedTheme.Image] = []
        packed.reserveCapacity(images.files.indices.count(where: isOwn))
        for image in images.files.indices where isOwn(image) {
            let seen = outcome.images[image]
            guard let facts = seen.facts, let content = seen.content else { continue }
            packed.append(VerifiedTheme.Image(file: images.files[image], size: facts.size, content: content))
        }
        return packed
    }

    /// Tells the defaults that themes were held against.
    var contractDigest: ContentDigest {
        let originals = images.files.indices.compactMap { image -> Contract.Image? in
            guard images.owner(image) == nil, let facts = outcome.images[image].facts else { return nil }
            let variant = images.files[image].variant
            return Contract.Image(variant.name, variant.scale, facts.size)
        }
        return ContentDigest(of: Contract(images: originals, settings: survey.defaultTypes).canonicalBytes)
    }
}

/// Which default a name was probably meant to be.
private struct NearbyDefaults {
    private var byFolder: [String: [String]] = [:]
    private var byLastComponent: [String: LogicalName] = [:]
    private var nearMiss = NearMiss()

    init(_ images: ImageGroups) {
        for file in images.files where images.trees.owner(of: file) == nil {
            let name = file.variant.name
            byFolder[String(name.path.folder), default: []].append(String(name.path.lastComponent))
            byLastComponent[String(name.path.lastComponent)] = name
        }
    }

    mutating func suggestion(for name: LogicalName) -> String? {
        if let elsewhere = byLastComponent[String(name.path.lastComponent)] { return elsewhere.description }
        let folder = String(name.path.folder)
        let near = nearMiss.suggestion(for: String(name.path.lastComponent), among: byFolder[folder] ?? [])
        return near.map { folder + $0 }
    }
}
