import ThemeModel

/// Holds what was seen of a project's images against the defaults.
struct ThemeComparison {
    private let survey: ProjectSurvey
    private let groups: [ImageInspection.Group]
    private let outcomes: [ImageInspection.Outcome]
    private let originals: [ImageFile.Variant: ImageFacts]
    /// By theme, the default included if it was verified.
    private let sound: [[ImageFile.Variant: SoundImage]]
    /// Scales of each default, ascending, whether or not their files are sound.
    private let originalScales: [LogicalName: [Scale]]

    init(survey: ProjectSurvey, groups: [ImageInspection.Group], outcomes: [ImageInspection.Outcome]) {
        (self.survey, self.groups, self.outcomes) = (survey, groups, outcomes)
        var originals: [ImageFile.Variant: ImageFacts] = [:]
        var sound = [[ImageFile.Variant: SoundImage]](repeating: [:], count: survey.themes.count)
        for (group, outcome) in zip(groups, outcomes) {
            if let file = group.original {
                originals[file.variant] = outcome.originalFacts
                if let theme = survey.selectedDefault { sound[theme][file.variant] = outcome.original }
            }
            for (entry, image) in zip(group.themed, outcome.themed) { sound[entry.theme][entry.file.variant] = image }
        }
        (self.originals, self.sound) = (originals, sound)
        originalScales = Dictionary(grouping: survey.originals.keys, by: \.name).mapValues { $0.map(\.scale).sorted() }
    }

    // MARK: Findings

    func findings() -> [Finding] {
        var findings = outcomes.flatMap { $0.complaints.map(finding) }
        var nearby = NearbyDefaults(originalScales.keys)
        for theme in survey.selected {
            let isDefault = survey.themes[theme].isDefault
            let files = isDefault ? survey.originals : survey.themed[theme]
            for (name, variants) in Dictionary(grouping: files.keys, by: \.name).sorted(by: { $0.key < $1.key }) {
                let variants = variants.sorted()
                guard isDefault || originalScales[name] != nil else {
                    findings += variants.compactMap { files[$0].map { missing($0, theme, &nearby) } }
                    continue
                }
                if !isDefault { findings += comparisons(variants, files, theme) }
                findings += scaleFinding(variants, files, theme)
            }
        }
        return findings
    }

    private func finding(_ complaint: ImageInspection.Complaint) -> Finding {
        Finding(
            complaint.rule, theme: complaint.theme.map(survey.name) ?? ThemeID.default.string, path: complaint.file.path,
            complaint.message, actual: complaint.actual, hint: complaint.hint,
            related: complaint.default_.map { Finding.Related(path: $0.path, message: "the default is here") })
    }

    private func missing(_ file: ImageFile, _ theme: Int, _ nearby: inout NearbyDefaults) -> Finding {
        var hints: [String] = []
        if let near = nearby.suggestion(for: file.variant.name) { hints.append("did you mean '\(near)'?") }
        if file.path.utf8.starts(with: (survey.project.assets + "/").utf8) {
            hints.append(
                "it carries the prefix of theme '\(survey.name(theme))'; if it was meant as a default, rename it or choose "
                    + "another prefix")
        } else if hints.isEmpty {
            hints.append("add the default to \(survey.project.assets)/, or remove this file")
        }
        let expected = "\(survey.project.assets)/\(file.variant.name)\(file.variant.scale.suffix).png"
        return Finding(
            .imageDefaultMissing, theme: survey.name(theme), path: file.path, "there is no default '\(file.variant.name)'",
            expected: expected, hint: hints.joined(separator: "; "))
    }

    /// Size, alpha and scales of one themed image beside its default.
    private func comparisons(
        _ variants: [ImageFile.Variant], _ files: [ImageFile.Variant: ImageFile], _ theme: Int
    ) -> [Finding] {
        var findings: [Finding] = []
        for variant in variants {
            guard let file = files[variant], let facts = sound[theme][variant]?.facts,
                let scale = counterpart(of: variant)
            else { continue }
            let counterpart = ImageFile.Variant(name: variant.name, scale: scale)
            guard let original = originals[counterpart], let originalFile = survey.originals[counterpart] else { continue }
            let related = Finding.Related(path: originalFile.path, message: "the default is here")
            if !facts.size.agrees(at: variant.scale, with: original.size, at: scale) {
                let at = scale == variant.scale ? "" : " at \(scale)"
                findings.append(
                    Finding(
                        .imageDimensions, theme: survey.name(theme), path: file.path,
                        "\(facts.size) px, its default is \(original.size) px\(at)",
                        expected: scale == variant.scale ? original.size.description : nil,
                        actual: facts.size.description, hint: scaleHint(facts.size, variant), related: related))
            }
            if facts.hasAlpha != original.hasAlpha {
                findings.append(
                    Finding(
                        .imageAlpha, theme: survey.name(theme), path: file.path,
                        facts.hasAlpha ? "has an alpha channel, its default has none" : "has no alpha channel, its default has one",
                        expected: original.hasAlpha ? "alpha" : "no alpha", actual: facts.hasAlpha ? "alpha" : "no alpha",
                        hint: facts.hasAlpha ? "export it without transparency" : "export it with transparency",
                        related: related))
            }
        }
        if let first = variants.first, let file = files[first] {
            let own = Set(variants.map(\.scale))
            let lacking = (originalScales[first.name] ?? []).filter { !own.contains($0) }
            if !lacking.isEmpty {
                let scales = lacking.map(\.description).joined(separator: ", ")
                findings.append(
                    Finding(
                        .imageScaleMissing, theme: survey.name(theme), path: file.path,
                        "'\(first.name)' has no \(scales), its default has", expected: scales,
                        hint: "export it at \(scales) too: another scale stands in, and is scaled"))
            }
        }
        return findings
    }

    /// The default's scale to compare with: the same, else the one nearest.
    private func counterpart(of variant: ImageFile.Variant) -> Scale? {
        let known = (originalScales[variant.name] ?? []).filter {
            originals[ImageFile.Variant(name: variant.name, scale: $0)] != nil
        }
        return known.contains(variant.scale) ? variant.scale : variant.scale.best(of: known)
    }

    /// A picture exported at one scale and named as another is the usual way to a wrong size.
    private func scaleHint(_ size: PixelSize, _ variant: ImageFile.Variant) -> String? {
        let twin = (originalScales[variant.name] ?? []).first { scale in
            scale != variant.scale && originals[ImageFile.Variant(name: variant.name, scale: scale)]?.size == size
        }
        return twin.map { "it has the default's size at \($0): exported at the wrong scale, or named so?" }
    }

    private func scaleFinding(
        _ variants: [ImageFile.Variant], _ files: [ImageFile.Variant: ImageFile], _ theme: Int
    ) -> [Finding] {
        // What agrees with its default is the default's to answer for.
        let seen = variants.compactMap { variant in sound[theme][variant].map { (variant, $0.facts.size) } }
        guard let (base, baseSize) = seen.first else { return [] }
        return seen.dropFirst().compactMap { variant, size in
            if size.agrees(at: variant.scale, with: baseSize, at: base.scale) { return nil }
            if !survey.themes[theme].isDefault, originals[variant]?.size == size, originals[base]?.size == baseSize { return nil }
            guard let file = files[variant], let baseFile = files[base] else { return nil }
            return Finding(
                .imageScale, theme: survey.name(theme), path: file.path,
                "\(size) px at \(variant.scale) is not the picture of \(baseSize) px at \(base.scale)",
                actual: size.description, hint: "export all scales from one drawing",
                related: Finding.Related(path: baseFile.path, message: "\(base.scale) is here"))
        }
    }

    // MARK: What can be packaged

    func verifiedThemes(resources: [[(path: PortablePath, content: VerifiedBytes)]]) -> [VerifiedTheme] {
        let contract = ContentDigest(of: self.contract.canonicalBytes)
        let themes = survey.selected.compactMap { theme -> VerifiedTheme? in
            guard let manifest = survey.themes[theme].manifest, manifest.version != .unversioned else { return nil }
            let images = sound[theme].compactMap { variant, image in
                image.content.map { (variant: variant, size: image.facts.size, content: $0) }
            }
            return VerifiedTheme(
                manifest: manifest, settings: survey.themes[theme].settings?.value, contract: contract,
                images: images.sorted { $0.variant < $1.variant }, resources: resources[theme])
        }
        return themes.sorted { $0.manifest.id < $1.manifest.id }
    }

    private var contract: Contract {
        var images: [LogicalName: [Scale: PixelSize]] = [:]
        for (variant, facts) in originals { images[variant.name, default: [:]][variant.scale] = facts.size }
        return Contract(images: images, settings: survey.defaultTypes)
    }
}

/// Which default a name was probably meant to be.
private struct NearbyDefaults {
    private var byFolder: [String: [String]] = [:]
    private var byLastComponent: [String: LogicalName] = [:]
    private var nearMiss = NearMiss()

    init(_ names: some Sequence<LogicalName>) {
        for name in names.sorted() {
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
