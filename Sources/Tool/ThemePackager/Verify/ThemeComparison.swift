import PackFormat
import ThemeProject

/// Compares inspected images with their defaults.
struct ThemeComparison: Sendable {
    let inspection: ProjectInspection

    private var survey: ProjectSurvey { inspection.survey }
    private var images: ImageGroups { survey.images }

    private struct InspectedVariant {
        let file: ImageFile
        /// `nil` if the image is not sound.
        let facts: ImageFacts?

        var scale: Scale { file.variant.scale }
        var size: PixelSize? { facts?.size }
        /// `nil` if its pixels were not looked at.
        var scaled: DrawingCheck.Scaled? {
            facts.flatMap { facts in
                facts.content.map { DrawingCheck.Scaled(file: file, size: facts.size, content: $0) }
            }
        }
    }

    private func variant(_ number: Int) -> InspectedVariant {
        InspectedVariant(file: images.files[number], facts: inspection.images[number].facts)
    }

    func findings() -> [Finding] {
        var names = NearNames(inspection: inspection)
        let defects = inspection.images.defects
        lazy var numbers = images.numbersByOwner()
        var findings = defects.compactMap { finding($0, among: numbers) } + names.unknownPrefixFindings()
        var drawings = DrawingCheck(images.trees, themeName: survey.themes.name)
        var scales = ScaleGaps()
        var folderCounts: [ScaleFolder: Int]?
        forEachName { groups in
            if groups.count == 1, allMatchDefault(groups.lowerBound) { return }
            let defaults = groups.compactMap { images.defaultImage(of: $0).map { variant($0) } }
            let owners = Set(groups.flatMap { images.themedImages(of: $0).compactMap(images.owner) })
            let themes = owners.union([survey.themes.defaultTheme].compactMap(\.self)).sorted()
            for theme in themes where survey.themes.selected.contains(theme) {
                if survey.themes[theme].isDefault {
                    findings += sizeFindings(defaults, theme)
                    if let lacking = lackingScale(defaults, in: groups, of: owners.count) {
                        findings.append(lacking)
                    } else {
                        scales.add(defaults.map(\.file))
                    }
                    drawings.add(defaults.compactMap(\.scaled), of: theme, defaults: [])
                    continue
                }
                let themed = groups.compactMap { images.image(of: $0, for: theme).map { variant($0) } }
                if defaults.isEmpty {
                    if !survey.lacksAssets { findings += themed.map { names.missingDefaultFinding($0.file, theme) } }
                } else {
                    findings += themed.flatMap { comparisonFindings($0, defaults, theme, in: groups, &folderCounts) }
                    findings += missingScaleFindings(themed, defaults, theme, among: owners.count)
                    findings += sizeFindings(themed, theme)
                    drawings.add(
                        themed.compactMap(\.scaled), of: theme, defaults: defaults.compactMap(\.scaled))
                }
            }
        }
        return findings + drawings.findings() + scales.findings(images.trees)
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

    private func finding(_ defect: ImageDefect, among numbers: ImageGroups.NumbersByOwner) -> Finding? {
        guard defect.error.rule != .workLimit else { return nil }
        let defaultPath = defect.defaultNumber.map(images.path)
        let finding = Finding(
            defect.error.rule, theme: survey.themes.ownerName(images.owner(defect.number)),
            path: images.path(defect.number), defect.error.message, actual: defect.error.actual,
            hint: defect.error.hint,
            related: defaultPath.map { Finding.Related(path: $0, message: "the default is here") })
        guard finding.rule == .imageIdentical, let defaultPath else {
            var finding = finding
            finding.roots = [commonCause(defect, among: numbers)].compactMap { $0 }
            return finding
        }
        return identicalFinding(finding, defect.number, defaultPath: defaultPath)
    }

    /// Returns what the images of a theme have in common whose files were not fetched, or were replaced by one program.
    private func commonCause(_ defect: ImageDefect, among numbers: ImageGroups.NumbersByOwner) -> RootCause? {
        let pointers = [StandIn.largeFilePointer, .annexPointer].map(\.noun)
        guard
            let noun = defect.error.rule == .imageFormat ? defect.error.actual : defect.error == .empty ? "empty" : nil,
            let hint = defect.error.hint
        else { return nil }
        let owner = images.owner(defect.number)
        let isInAssetTree = images.trees.isInAssetTree(images.files[defect.number])
        let folder = isInAssetTree ? nil : owner.map { survey.themes[$0].folder }
        return RootCause(
            at: folder ?? survey.project.configuration.assetFolder, theme: survey.themes.ownerName(owner), "",
            " in it: each is \(noun)", hint: hint, unit: .image,
            quorum: pointers.contains(noun) ? 4 : max(4, numbers[owner].count / 2 + 1))
    }

    /// Compares a themed image with its default of the same scale, else of the scale that a look-up would choose.
    private func comparisonFindings(
        _ image: InspectedVariant, _ defaults: [InspectedVariant], _ theme: Int, in groups: Range<Int>,
        _ folderCounts: inout [ScaleFolder: Int]?
    ) -> [Finding] {
        let isUsual = defaults.contains { other in
            other.scale == image.scale && image.facts.flatMap { other.facts?.hasHeader(of: $0) } == true
        }
        guard !isUsual else { return [] }
        let known = VariantList(
            defaults.enumerated().compactMap { number, image in
                image.facts.map { .init(image.scale, $0.size, number: number) }
            })
        guard let facts = image.facts, let nearest = known?.best(for: image.scale),
            let expected = defaults[nearest.number].facts
        else { return [] }
        let (scale, file) = (nearest.scale, defaults[nearest.number].file)
        var findings: [Finding] = []
        func report(_ rule: Rule, _ message: String, expected: String?, actual: String, hint: String?) {
            findings.append(
                Finding(
                    rule, theme: survey.themes.name(theme), path: images.trees.path(of: image.file), message,
                    expected: expected, actual: actual,
                    hint: hint,
                    related: Finding.Related(path: images.trees.path(of: file), message: "the default is here")
                ))
        }
        if !facts.size.agrees(
            at: image.scale, with: expected.size, at: scale, within: survey.project.configuration.tolerance)
        {
            let isSameScale = scale == image.scale
            // Usually, an image of the wrong size was exported at one scale and named as another.
            let twin = defaults.first { $0.scale != image.scale && $0.size == facts.size }
            report(
                .imageDimensions,
                "\(facts.size) px, its default is \(expected.size) px" + (isSameScale ? "" : " at \(scale)"),
                expected: isSameScale ? expected.size.description : nil, actual: facts.size.description,
                hint: twin.map { "it has the default's size at \($0.scale): exported or named at the wrong scale?" }
                    ?? trimmedHint(facts.size, at: image.scale, file, expected.size)
                    ?? (isSameScale ? nil : "export it at \(image.scale) from the default's size in points")
            )
            if isSameScale {
                // The default's other scales say as well which of the two is wrong.
                let others = defaults.filter { $0.scale != scale }.compactMap { other in
                    other.facts.map { (size: $0.size, scale: other.scale) }
                }
                let isDefaultWrong =
                    !others.isEmpty
                    && others.allSatisfy { size, otherScale in
                        facts.size.agrees(at: scale, with: size, at: otherScale)
                            && !expected.size.agrees(at: scale, with: size, at: otherScale)
                    }
                var root = RootCause(
                    at: images.trees.path(of: file), "has \(expected.size) px, but \(facts.size) px in ",
                    isDefaultWrong ? ", as its other scales say" : ": did the default change?",
                    hint: isDefaultWrong
                        ? "export all scales from one drawing"
                        : "export it in the size that the themes have, or the themes' images in its new size",
                    candidates: groups.first { images.variant(of: $0).scale == scale }.map(themeCount(of:)) ?? 0)
                if isDefaultWrong { root.quorum = 1 }
                let folder = twin.map { otherScaleRoot(of: image.file, sizeOf: $0.scale, theme, &folderCounts) }
                findings[findings.endIndex - 1].roots = [folder, root].compactMap(\.self)
            }
        }
        if facts.hasAlpha != expected.hasAlpha {
            let with = "an alpha channel"
            let without = "no alpha channel"
            report(
                .imageAlpha,
                facts.hasAlpha ? "has \(with), its default has none" : "has \(without), its default has one",
                expected: expected.hasAlpha ? with : without, actual: facts.hasAlpha ? with : without,
                hint: facts.hasAlpha ? "export it without transparency" : "export it with transparency")
        }
        return findings
    }

    /// A theme's images in a folder at a scale.
    private struct ScaleFolder: Hashable {
        let path: Substring
        let scale: Scale
    }

    /// Returns what most of a theme's images in a folder at a scale can have in common: the size of another scale.
    private func otherScaleRoot(
        of file: ImageFile, sizeOf other: Scale, _ theme: Int, _ counts: inout [ScaleFolder: Int]?
    ) -> RootCause {
        func folder(of file: ImageFile) -> ScaleFolder {
            ScaleFolder(path: images.trees.path(of: file).parentFolder, scale: file.variant.scale)
        }
        let known =
            counts
            ?? images.files.lazy.filter { images.trees.owner(of: $0) != nil }.reduce(into: [:]) {
                $0[folder(of: $1), default: 0] += 1
            }
        counts = known
        let own = folder(of: file)
        return RootCause(
            at: String(own.path), theme: survey.themes.name(theme), "holds ",
            " at \(own.scale) with the size that their defaults have at \(other)",
            hint: "were they exported or named at the wrong scale?", unit: .image,
            quorum: max(4, known[own, default: 0] / 2 + 1))
    }

    /// Returns a hint for an image of the size that its default has without a transparent border; else `nil`.
    private func trimmedHint(
        _ size: PixelSize, at scale: Scale, _ defaultFile: ImageFile, _ expected: PixelSize
    ) -> String? {
        let project = survey.project
        guard let bytes = try? project.readImage(at: images.trees.location(of: defaultFile)).bytes,
            let structure = try? PNGStructure(bytes), structure.hasAlpha,
            (try? project.configuration.limits.check(structure)) != nil,
            PNGDecoder.mayDecode([structure], project.budget),
            let visible = try? PixelSize(ofVisiblePixelsIn: bytes, limits: project.configuration.limits),
            visible != expected,
            size.agrees(at: scale, with: visible, at: defaultFile.variant.scale)
        else { return nil }
        return "it has the default's size without the transparent border: export the frame around the drawing, not the "
            + "drawing alone"
    }

    /// Returns the number of themes that have an image of a name and a scale.
    private func themeCount(of group: Int) -> Int { images.themedImages(of: group).count }

    /// - Parameter themeCount: of the themes that have the image at any scale.
    private func missingScaleFindings(
        _ themed: [InspectedVariant], _ defaults: [InspectedVariant], _ theme: Int, among themeCount: Int
    ) -> [Finding] {
        guard let first = themed.first else { return [] }
        let missing = defaults.map(\.scale).filter { scale in !themed.contains { $0.scale == scale } }
        guard !missing.isEmpty else { return [] }
        let scales = missing.map(\.description).joined(separator: ", ")
        return [
            Finding(
                .imageScaleMissing, theme: survey.themes.name(theme), path: images.trees.path(of: first.file),
                "'\(first.file.variant.name)' has no \(scales), its default has", expected: scales,
                actual: themed.map(\.scale.description).joined(separator: ", "),
                hint: "export it at \(scales) too: until then another scale is resized",
                roots: [scaleRoot(missing, scales, defaults, among: themeCount)])
        ]
    }

    /// Returns a finding about scales that the default alone lacks: all themes with the image have them.
    private func lackingScale(
        _ defaults: [InspectedVariant], in groups: Range<Int>, of count: Int
    ) -> Finding? {
        let lacking = groups.filter { images.defaultImage(of: $0) == nil && themeCount(of: $0) == count }
        guard let first = defaults.first, count > 1, !lacking.isEmpty else { return nil }
        let scales = lacking.map { images.variant(of: $0).scale.description }.joined(separator: ", ")
        return Finding(
            .imageScaleMissing, theme: ThemeID.default.string, path: images.trees.path(of: first.file),
            "'\(first.file.variant.name)' has no \(scales), all \(count) themes that replace it have",
            expected: scales, actual: defaults.map(\.scale.description).joined(separator: ", "),
            hint: "export it at \(scales) too: until then themes without the image show another scale, resized")
    }

    /// The cause if most themes lack the scales: they are new.
    private func scaleRoot(
        _ missing: [Scale], _ scales: String, _ defaults: [InspectedVariant], among themeCount: Int
    ) -> RootCause {
        let file = (defaults.first { missing.contains($0.scale) } ?? defaults[0]).file
        return RootCause(
            at: images.trees.path(of: file), "'\(file.variant.name)' has \(scales), but not in ",
            hint: "export the themes' images at \(scales) too: until then another scale is resized",
            candidates: themeCount)
    }

    private func sizeFindings(_ variants: [InspectedVariant], _ theme: Int) -> [Finding] {
        let sound = variants.filter { $0.facts != nil }
        guard let base = sound.first, let baseSize = base.size else { return [] }
        return sound.dropFirst().compactMap { variant in
            guard let size = variant.size, !size.agrees(at: variant.scale, with: baseSize, at: base.scale) else {
                return nil
            }
            return Finding(
                .imageScale, theme: survey.themes.name(theme), path: images.trees.path(of: variant.file),
                "\(size) px at \(variant.scale) does not match \(baseSize) px at \(base.scale)",
                expected: baseSize.resized(from: base.scale, to: variant.scale)?.description, actual: size.description,
                hint: "export all scales from one drawing",
                related: Finding.Related(path: images.trees.path(of: base.file), message: "\(base.scale) is here"))
        }
    }
}

/// Findings about themed images that are equal to their defaults.
extension ThemeComparison {
    /// A theme's image of one name, compared with the default's at every scale.
    private enum Likeness { case absent, equal, different }

    /// Completes the finding about an image that is equal to its default. Returns `nil` if the theme extends one with
    /// another image of the name, because removing this image would show that one.
    func identicalFinding(_ finding: Finding, _ number: Int, defaultPath: String) -> Finding? {
        guard let theme = images.owner(number) else { return finding }
        let groups = images.groups(of: images.files[number].variant.name)
        let between = survey.themes.chain(of: theme).dropFirst().filter { !survey.themes[$0].isDefault }
        guard !between.contains(where: { likeness(of: $0, in: groups) == .different }) else { return nil }
        var finding = finding
        // The files of other themes are not read.
        if let unread = between.first(where: { !survey.themes.selected.contains($0) }) {
            finding.hint = "remove it, unless it hides an image of theme '\(survey.themes.name(unread))'"
            return finding
        }
        let scales = groups.compactMap { images.image(of: $0, for: theme) }.filter { $0 != number }
        if !scales.allSatisfy(isIdentical) {
            finding.hint = "export it from the theme's own drawing, as the other scales"
        } else if likeness(of: theme, in: groups) == .equal {
            finding.remedy = .remove(equalTo: defaultPath, with: scales.map(images.path))
        }
        return finding
    }

    private func likeness(of theme: Int, in groups: Range<Int>) -> Likeness {
        let own = groups.map { images.image(of: $0, for: theme) }
        if own.allSatisfy({ $0 == nil }) { return .absent }
        let isEqual = zip(groups, own).allSatisfy { group, number in
            images.defaultImage(of: group) != nil && number.map(isIdentical) == true
        }
        return isEqual ? .equal : .different
    }

    private func isIdentical(_ number: Int) -> Bool {
        let defects = inspection.images.defects
        let first = defects.partitioningIndex { $0.number >= number }
        return defects[first...].prefix { $0.number == number }.contains { $0.error.rule == .imageIdentical }
    }
}
