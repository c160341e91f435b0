import ThemeModel
import PackFormat
import ThemeProject

/// Compares inspected images with their defaults.
struct ThemeComparison: Sendable {
    let survey: ProjectSurvey
    let inspection: ImageInspection

    var images: ImageGroups { survey.images }

    private struct InspectedVariant {
        let file: ImageFile
        /// `nil` if the image is not sound.
        let facts: ImageFacts?

        var scale: Scale { file.variant.scale }
        var size: PixelSize? { facts?.size }
    }

    private func variant(_ number: Int) -> InspectedVariant {
        InspectedVariant(file: images.files[number], facts: inspection.images[number].facts)
    }

    func findings() -> [Finding] {
        var findings = inspection.defects.compactMap(finding) + unknownPrefixFindings()
        var suggestions: DefaultSuggestions?
        forEachName { groups in
            if groups.count == 1, allMatchDefault(groups.lowerBound) { return }
            let defaults = groups.compactMap { images.defaultImage(of: $0).map(variant) }
            for theme in survey.selected {
                if survey.themes[theme].isDefault {
                    findings += scaleFindings(defaults, theme)
                    continue
                }
                let themed = groups.compactMap { images.image(of: $0, for: theme).map(variant) }
                if defaults.isEmpty {
                    if suggestions == nil, !themed.isEmpty {
                        suggestions = DefaultSuggestions(images, survey.project.budget.suggestions)
                    }
                    findings += themed.map { missingDefaultFinding($0.file, theme, &suggestions) }
                } else {
                    findings += themed.flatMap { comparisonFindings($0, defaults, theme) }
                    findings += missingScaleFindings(themed, defaults, theme) + scaleFindings(themed, theme)
                }
            }
        }
        return findings
    }

    /// Whether all themed images of a group have the default's size and alpha.
    private func allMatchDefault(_ group: Int) -> Bool {
        guard let number = images.defaultImage(of: group), let facts = inspection.images[number].facts else {
            return false
        }
        return images.themedImages(of: group).allSatisfy { inspection.images[$0].facts?.hasHeader(of: facts) == true }
    }

    /// The groups of a name are adjacent.
    private func forEachName(_ body: (Range<Int>) -> Void) {
        let count = images.ranges.count
        var start = 0
        for group in 0..<count where group > 0 && images.variant(of: group).name != images.variant(of: start).name {
            body(start..<group)
            start = group
        }
        if start < count { body(start..<count) }
    }

    private func finding(_ defect: ImageDefect) -> Finding? {
        guard defect.error.rule != .workLimit else { return nil }
        let defaultPath = defect.defaultNumber.map(images.path)
        let finding = Finding(
            defect.error.rule, theme: survey.ownerName(images.owner(defect.number)),
            path: images.path(defect.number), defect.error.message, actual: defect.error.actual,
            hint: defect.error.hint,
            related: defaultPath.map { Finding.Related(path: $0, message: "the default is here") })
        guard finding.rule == .imageIdentical, let defaultPath else { return finding }
        return identicalFinding(finding, defect.number, defaultPath: defaultPath)
    }

    /// Compares a themed image with its default of the same scale, else of the scale that a look-up would choose.
    private func comparisonFindings(_ image: InspectedVariant, _ defaults: [InspectedVariant], _ theme: Int)
        -> [Finding]
    {
        let known = VariantList(
            defaults.compactMap { image in image.facts.map { .init((image.file, $0), image.scale, $0.size) } })
        guard let facts = image.facts, let nearest = known?.best(for: image.scale) else { return [] }
        let (scale, (file, expected)) = (nearest.scale, nearest.id)
        var findings: [Finding] = []
        func report(_ rule: Rule, _ message: String, expected: String?, actual: String, hint: String?) {
            findings.append(
                Finding(
                    rule, theme: survey.name(theme), path: images.trees.path(of: image.file), message,
                    expected: expected, actual: actual,
                    hint: hint,
                    related: Finding.Related(path: images.trees.path(of: file), message: "the default is here")
                ))
        }
        if !facts.size.agrees(at: image.scale, with: expected.size, at: scale, within: survey.project.tolerance) {
            let isSameScale = scale == image.scale
            // Usually, an image of the wrong size was exported at one scale and named as another.
            let twin = defaults.first { $0.scale != image.scale && $0.size == facts.size }
            report(
                .imageDimensions,
                "\(facts.size) px, its default is \(expected.size) px" + (isSameScale ? "" : " at \(scale)"),
                expected: isSameScale ? expected.size.description : nil, actual: facts.size.description,
                hint: twin.map { "it has the default's size at \($0.scale): exported or named at the wrong scale?" }
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

    private func missingScaleFindings(
        _ themed: [InspectedVariant], _ defaults: [InspectedVariant], _ theme: Int
    ) -> [Finding] {
        guard let first = themed.first else { return [] }
        let missing = defaults.map(\.scale).filter { scale in !themed.contains { $0.scale == scale } }
        guard !missing.isEmpty else { return [] }
        let scales = missing.map(\.description).joined(separator: ", ")
        return [
            Finding(
                .imageScaleMissing, theme: survey.name(theme), path: images.trees.path(of: first.file),
                "'\(first.file.variant.name)' has no \(scales), its default has", expected: scales,
                actual: themed.map(\.scale.description).joined(separator: ", "),
                hint: "export it at \(scales) too: until then another scale is resized")
        ]
    }

    private func scaleFindings(_ variants: [InspectedVariant], _ theme: Int) -> [Finding] {
        let sound = variants.filter { $0.facts != nil }
        return sizeFindings(sound, theme) + drawingFindings(sound, theme)
    }

    private func sizeFindings(_ sound: [InspectedVariant], _ theme: Int) -> [Finding] {
        guard let base = sound.first, let baseSize = base.size else { return [] }
        return sound.dropFirst().compactMap { variant in
            guard let size = variant.size, !size.agrees(at: variant.scale, with: baseSize, at: base.scale) else {
                return nil
            }
            return Finding(
                .imageScale, theme: survey.name(theme), path: images.trees.path(of: variant.file),
                "\(size) px at \(variant.scale) does not match \(baseSize) px at \(base.scale)",
                expected: baseSize.resized(from: base.scale, to: variant.scale)?.description, actual: size.description,
                hint: "export all scales from one drawing", related: other(base))
        }
    }

    /// Compares with the first scale that is not blank, because a blank one would accuse the others.
    private func drawingFindings(_ sound: [InspectedVariant], _ theme: Int) -> [Finding] {
        let base = sound.first { $0.facts?.content?.isBlank == false } ?? sound.first
        guard let base, let baseSize = base.size, let baseGrid = base.facts?.content?.grid else { return [] }
        return sound.compactMap { variant in
            guard variant.scale != base.scale, let size = variant.size, let grid = variant.facts?.content?.grid,
                size.agrees(at: variant.scale, with: baseSize, at: base.scale),
                let difference = grid.difference(from: baseGrid), difference > ColorGrid.differenceMax
            else { return nil }
            return Finding(
                .imageScaleContent, theme: survey.name(theme), path: images.trees.path(of: variant.file),
                "shows another drawing at \(variant.scale) than at \(base.scale)",
                hint: "export all scales from one drawing; were two files swapped?", related: other(base))
        }
    }

    private func other(_ base: InspectedVariant) -> Finding.Related {
        Finding.Related(path: images.trees.path(of: base.file), message: "\(base.scale) is here")
    }

    func verifiedThemes(contractDigest: ContentDigest, resources: [[InspectedResource]]) -> [VerifiedTheme] {
        let themes = survey.selected.compactMap { theme -> VerifiedTheme? in
            guard let manifest = survey.themes[theme].manifest, !survey.themes[theme].isImplied else { return nil }
            return VerifiedTheme(
                manifest: manifest, settings: survey.themes[theme].settings?.value, contractDigest: contractDigest,
                images: packedImages(of: theme), resources: resources[theme].compactMap { VerifiedResource($0) },
                trees: images.trees)
        }
        return themes.sorted { $0.manifest.id < $1.manifest.id }
    }

    private func packedImages(of theme: Int) -> [VerifiedImage] {
        let owner = survey.themes[theme].isDefault ? nil : theme
        func isOwn(_ number: Int) -> Bool { images.owner(number) == owner }
        var packed: [VerifiedImage] = []
        packed.reserveCapacity(images.files.indices.count(where: isOwn))
        for number in images.files.indices where isOwn(number) {
            let result = inspection.images[number]
            guard let facts = result.facts, let content = result.content else { continue }
            packed.append(VerifiedImage(file: images.files[number], size: facts.size, content: content))
        }
        return packed
    }

    var contractDigest: ContentDigest {
        let defaults = images.files.indices.compactMap { number -> ContractImage? in
            guard images.owner(number) == nil, let facts = inspection.images[number].facts else { return nil }
            let variant = images.files[number].variant
            return ContractImage(variant.name, variant.scale, facts.size)
        }
        return ContentDigest(of: Contract(images: defaults, settings: survey.defaultTypes).canonicalBytes)
    }
}
