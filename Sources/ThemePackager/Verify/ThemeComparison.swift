import ThemeModel

/// Holds what was seen of a project's images against the defaults.
struct ThemeComparison: Sendable {
    private let survey: ProjectSurvey
    /// Of the survey's groups, in their order.
    private let outcomes: [ImageInspection.Outcome]

    init(survey: ProjectSurvey, outcomes: [ImageInspection.Outcome]) {
        (self.survey, self.outcomes) = (survey, outcomes)
    }

    /// A variant as far as it is known.
    private struct Sighting {
        let file: ImageFile
        /// `nil` where the image is not sound.
        let facts: ImageFacts?

        var scale: Scale { file.variant.scale }
        var size: PixelSize? { facts?.size }
    }

    // MARK: Findings

    func findings() -> [Finding] {
        var findings = outcomes.flatMap { $0.complaints.map(finding) }
        var nearby: NearbyDefaults?
        forEachName { range in
            if range.count == 1, isAlike(range.lowerBound) { return }
            let originals = range.compactMap { index in
                survey.groups[index].original.map { Sighting(file: $0, facts: outcomes[index].originalFacts) }
            }
            for theme in survey.selected {
                if survey.themes[theme].isDefault {
                    findings += scaleFindings(originals, theme)
                    continue
                }
                let themed = range.compactMap { index -> Sighting? in
                    let group = survey.groups[index]
                    guard let place = group.themed.firstIndex(where: { $0.theme == theme }) else { return nil }
                    return Sighting(file: group.themed[place].file, facts: outcomes[index].themed[place]?.facts)
                }
                if originals.isEmpty {
                    if nearby == nil, !themed.isEmpty { nearby = NearbyDefaults(survey.groups) }
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
    private func isAlike(_ index: Int) -> Bool {
        guard let facts = outcomes[index].originalFacts else { return false }
        return outcomes[index].themed.allSatisfy { $0?.facts == facts }
    }

    /// Groups come in the order of names, so those of one name stand together.
    private func forEachName(_ body: (Range<Int>) -> Void) {
        var start = 0
        for index in survey.groups.indices.dropFirst()
        where survey.groups[index].variant.name != survey.groups[start].variant.name {
            body(start..<index)
            start = index
        }
        if start < survey.groups.count { body(start..<survey.groups.count) }
    }

    private func finding(_ complaint: ImageInspection.Complaint) -> Finding {
        Finding(
            complaint.rule, theme: complaint.theme.map(survey.name) ?? ThemeID.default.string,
            path: complaint.file.path,
            complaint.message, actual: complaint.actual, hint: complaint.hint,
            related: complaint.original.map { Finding.Related(path: $0.path, message: "the default is here") })
    }

    private func missing(_ file: ImageFile, _ theme: Int, _ nearby: inout NearbyDefaults?) -> Finding {
        let assets = survey.project.assets
        var hints = [nearby?.suggestion(for: file.variant.name)].compactMap { $0 }.map { "did you mean '\($0)'?" }
        if file.folder == assets {
            hints.append(
                "it carries the prefix of theme '\(survey.name(theme))'; if it was meant as a default, rename it or choose "
                    + "another prefix")
        } else if hints.isEmpty {
            hints.append("add the default to \(assets)/, or remove this file")
        }
        return Finding(
            .imageDefaultMissing, theme: survey.name(theme), path: file.path,
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
                    rule, theme: survey.name(theme), path: image.file.path, message, expected: expected, actual: actual,
                    hint: hint, related: Finding.Related(path: original.file.path, message: "the default is here")))
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
                .imageScaleMissing, theme: survey.name(theme), path: first.file.path,
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
                .imageScale, theme: survey.name(theme), path: variant.file.path,
                "\(size) px at \(variant.scale) is not the picture of \(baseSize) px at \(base.scale)",
                actual: size.description, hint: "export all scales from one drawing",
                related: Finding.Related(path: base.file.path, message: "\(base.scale) is here"))
        }
    }

    // MARK: What can be packaged

    /// - Parameters:
    ///   - contract: this comparison's ``contractDigest``.
    ///   - resources: by theme.
    func verifiedThemes(
        _ contract: ContentDigest, resources: [[(path: PortablePath, content: VerifiedBytes)]]
    ) -> [VerifiedTheme] {
        let themes = survey.selected.compactMap { theme -> VerifiedTheme? in
            // Of the default theme that has no theme.json there is no version to build.
            guard let manifest = survey.themes[theme].manifest, !survey.themes[theme].isImplied else { return nil }
            return VerifiedTheme(
                manifest: manifest, settings: survey.themes[theme].settings?.value, contract: contract,
                images: images(of: theme), resources: resources[theme])
        }
        return themes.sorted { $0.manifest.id < $1.manifest.id }
    }

    private func images(of theme: Int) -> [(variant: ImageFile.Variant, size: PixelSize, content: VerifiedBytes)] {
        var images: [(variant: ImageFile.Variant, size: PixelSize, content: VerifiedBytes)] = []
        let isDefault = survey.themes[theme].isDefault
        images.reserveCapacity(survey.groups.count { isDefault || $0.themed.contains { $0.theme == theme } })
        for (group, outcome) in zip(survey.groups, outcomes) {
            let image =
                isDefault
                ? outcome.original : group.themed.firstIndex { $0.theme == theme }.flatMap { outcome.themed[$0] }
            if let image, let content = image.content { images.append((group.variant, image.facts.size, content)) }
        }
        return images
    }

    /// Tells the defaults that themes were held against.
    var contractDigest: ContentDigest {
        let images = zip(survey.groups, outcomes).compactMap { group, outcome in
            outcome.originalFacts.map { Contract.Image(group.variant.name, group.variant.scale, $0.size) }
        }
        return ContentDigest(of: Contract(images: images, settings: survey.defaultTypes).canonicalBytes)
    }
}

/// Which default a name was probably meant to be.
private struct NearbyDefaults {
    private var byFolder: [String: [String]] = [:]
    private var byLastComponent: [String: LogicalName] = [:]
    private var nearMiss = NearMiss()

    init(_ groups: [ImageInspection.Group]) {
        for group in groups where group.original != nil {
            let path = group.variant.name.path
            byFolder[String(path.folder), default: []].append(String(path.lastComponent))
            byLastComponent[String(path.lastComponent)] = group.variant.name
        }
    }

    mutating func suggestion(for name: LogicalName) -> String? {
        if let elsewhere = byLastComponent[String(name.path.lastComponent)] { return elsewhere.description }
        let folder = String(name.path.folder)
        let near = nearMiss.suggestion(for: String(name.path.lastComponent), among: byFolder[folder] ?? [])
        return near.map { folder + $0 }
    }
}
