import ThemeProject

/// Checks the images that are drawn as masks. Images that are not sound have other findings.
struct TemplateCheck: Sendable {
    private let survey: ProjectSurvey
    private let images: ImageInspection
    /// The indices of all templates in ``ImageGroups/files``, those of a name next to each other.
    private let numbers: [Int]

    /// The part of other colors that edges of a drawing can have.
    private static let otherColorsMax = 0.02

    init(_ inspection: ProjectInspection) {
        let survey = inspection.survey
        let files = survey.images.files
        self.survey = survey
        images = inspection.images
        numbers =
            survey.templates.byName.isEmpty
            ? [] : files.indices.filter { survey.templates[files[$0].variant.name] != nil }
    }

    func findings() -> [Finding] {
        guard !numbers.isEmpty else { return [] }
        return numbers.flatMap { number -> [Finding] in
            guard let mask = mask(of: number), isSelected(number) else { return [] }
            return [colors(of: mask, number), copy(of: mask, number)].compactMap { $0 }
        } + contrastFindings()
    }

    private func mask(of number: Int) -> ImageMask? { images[number].facts?.mask }

    private func isSelected(_ number: Int) -> Bool {
        (survey.images.owner(number) ?? survey.themes.defaultTheme).map(survey.themes.selected.contains) ?? false
    }

    private func finding(_ number: Int, _ message: String, hint: String, related: Finding.Related? = nil) -> Finding {
        Finding(
            .imageTemplate, theme: survey.themes.ownerName(survey.images.owner(number)),
            path: survey.images.path(number), message, hint: hint, related: related)
    }

    private func colors(of mask: ImageMask, _ number: Int) -> Finding? {
        guard mask.otherColors > Self.otherColorsMax else { return nil }
        let share = Int((mask.otherColors * 100).rounded())
        return finding(
            number, "is a template, but \(share) % of its visible pixels have other colors than the rest",
            hint: "export it in one color, or leave it out of \"templates\"")
    }

    /// Reports a themed image with the mask of its default, unless a theme between them has another mask.
    private func copy(of mask: ImageMask, _ number: Int) -> Finding? {
        let variant = survey.images.files[number].variant
        guard let theme = survey.images.owner(number) else { return nil }
        let parents = survey.themes.chain(of: theme).dropFirst().filter { !survey.themes[$0].isDefault }
        guard !hasImage(variant.name, of: parents),
            let defaultImage = survey.image(named: variant.name, variant.scale, of: nil),
            images[number].facts?.size == images[defaultImage].facts?.size,
            mask.digest == self.mask(of: defaultImage)?.digest
        else { return nil }
        let color = survey.templates[variant.name]?.color.map { "set '\($0)' in the theme" }
        return finding(
            number, "is the same mask as its default, which is drawn in the theme's color",
            hint: "remove it; \(color ?? "the mask is drawn in the color of the place where it is shown")",
            related: Finding.Related(path: survey.images.path(defaultImage), message: "the default is here"))
    }

    /// Whether one of these themes has an image of a name, at any scale.
    private func hasImage(_ name: LogicalName, of themes: some Sequence<Int>) -> Bool {
        let groups = survey.images.groups(of: name)
        return themes.contains { theme in groups.contains { survey.images.image(of: $0, for: theme) != nil } }
    }
}

/// Masks that are too faint for the pairs of their color.
extension TemplateCheck {
    private func contrastFindings() -> [Finding] {
        let colors = Set(survey.templates.byName.values.compactMap { $0.color?.description })
        let pairs = survey.project.configuration.contrast.filter { colors.contains($0.text.description) }
        guard !pairs.isEmpty else { return [] }
        var findings: [Finding] = []
        for theme in survey.themes.selected {
            // A pair that the color itself fails has a finding of its own.
            let passed = ContrastCheck(survey).results(of: theme).filter {
                $0.verdict == .passes && colors.contains($0.pair.text.description)
            }
            let chain = survey.themes.chain(of: theme)
            for number in numbers where !passed.isEmpty {
                guard let mask = mask(of: number), isShown(number, in: theme, chain) else { continue }
                findings += passed.compactMap { contrast(of: mask, number, $0, theme, chain) }
            }
        }
        return findings
    }

    /// Whether the first theme of the chain with the image's name has this image.
    private func isShown(_ number: Int, in theme: Int, _ chain: [Int]) -> Bool {
        let owner = survey.images.owner(number)
        guard owner.map(chain.contains) ?? true else { return false }
        let before = chain.prefix { $0 != owner && !survey.themes[$0].isDefault }
        return !hasImage(survey.images.files[number].variant.name, of: before)
    }

    private func contrast(
        of mask: ImageMask, _ number: Int, _ result: ContrastResult, _ theme: Int, _ chain: [Int]
    ) -> Finding? {
        let pair = result.pair
        let name = survey.themes.name(theme)
        guard survey.templates[survey.images.files[number].variant.name]?.color?.description == pair.text.description,
            let color = result.text.color, let ground = result.ground.color
        else { return nil }
        // A theme that has neither the image nor a color of the pair shows what its parent does.
        let isOwn = survey.images.owner(number) == theme || survey.themes[theme].isDefault
        guard isOwn || result.text.origin == name || result.ground.origin == name else { return nil }
        let drawn = ThemeColor(
            red: color.red, green: color.green, blue: color.blue,
            alpha: UInt8((Double(color.alpha) * mask.opacity).rounded()))
        let ratio = drawn.contrast(on: ground)
        guard ratio < pair.minimum else { return nil }
        let actual = ContrastResult.text(of: ratio)
        let expected = ContrastResult.text(of: pair.minimum)
        let alpha = Int((mask.opacity * 100).rounded(.down))
        var finding = finding(
            number,
            "drawn in '\(pair.text)' on '\(pair.ground)' in theme '\(name)', it has a contrast of \(actual), the "
                + "minimum is \(expected): its strongest pixels have an opacity of \(alpha) %",
            hint: "export it with opaque pixels, and make the color itself fainter",
            related: Finding.Related(path: Project.fileName, message: "the pair is declared here"))
        finding.expected = expected
        finding.actual = actual
        return finding
    }
}
