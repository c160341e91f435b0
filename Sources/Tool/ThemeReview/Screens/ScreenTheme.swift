import ThemeProject

/// The images and settings of one theme, as an app gets them: its own, else those of its chain.
package struct ScreenTheme {
    struct Image: Equatable {
        /// An index in ``ReviewFacts/files``.
        let file: Int
        /// The name of the theme that has it.
        let owner: String
        /// In points.
        let width: Int
        let height: Int
        var mask: ReviewedMask?
    }

    let id: String
    let name: String
    let chosen: [String]
    /// The errors in the theme's files, apart from images. Because of them, screens show inherited values.
    let notes: [ImageCard.Note]
    private static let errorsMax = 5
    private let facts: ReviewFacts
    private let images: [String: ReviewedImage]
    private let settings: [String: ReviewedSetting]

    /// - Parameter errors: indexes in ``ReviewFacts/findings`` by ``ReviewedTheme/chosen``.
    package init(_ theme: ReviewedTheme, in facts: ReviewFacts, errors: [[String]: [Int]] = [:]) {
        id = theme.id
        name = theme.name
        chosen = theme.chosen
        self.facts = facts
        let parts = Set(theme.chosen.map { [$0] } + [theme.chosen])
        notes = parts.flatMap { errors[$0] ?? [] }.sorted().prefix(Self.errorsMax).map { number in
            let finding = facts.findings[number].finding
            let place = finding.position.map { "\(finding.path):\($0.line):\($0.column)" } ?? finding.path
            let key = finding.key.map { " \($0)" } ?? ""
            return ImageCard.Note(.error, "\(place)\(key): \(finding.message)", label: finding.rule.rawValue)
        }
        images = Dictionary(theme.images.map { ($0.name.description, $0) }) { first, _ in first }
        settings = Dictionary(theme.settings.map { ($0.path.description, $0) }) { first, _ in first }
    }

    /// Returns the variant for @2x; `nil` if there is none, or if it cannot be shown.
    func image(_ name: String) -> Image? {
        let shown = images[name]?.shownFiles.compactMap { file in
            facts.files[file].size.map { VariantList.Variant(facts.files[file].scale, $0, number: file) }
        }
        guard let variant = shown.flatMap({ VariantList($0) })?.best(for: .two) else { return nil }
        let file = variant.number
        let factor = Double(variant.scale.factor)
        let points = { (pixels: UInt32) in max(1, Int((Double(pixels) / factor).rounded())) }
        let owner = facts.files[file].owner.map(facts.themeName) ?? "default"
        return Image(
            file: file, owner: owner, width: points(variant.size.width), height: points(variant.size.height),
            mask: images[name]?.mask)
    }

    func color(_ setting: String) -> ThemeColor? {
        if case .color(let color)? = settings[setting]?.shape { color } else { nil }
    }

    func font(_ setting: String) -> ThemeFont? {
        if case .font(let font)? = settings[setting]?.shape { font } else { nil }
    }

    var imageNames: some Sequence<String> { images.keys }
    var settingNames: some Sequence<String> { settings.keys }
}

extension ReviewedTheme {
    /// The ids of the themes whose choice shows this one: itself, or those that it combines.
    var chosen: [String] { members.isEmpty ? [id] : members }
}
