import ThemeModel
import ThemeProject

extension SampleScreens {
    /// Returns the images and settings that no theme has, with the place in `preview.json` and near names. Settings of
    /// another type count as well.
    func problems(in document: SourceDocument, _ themes: [ScreenTheme]) -> [SourceError] {
        let search = NearMiss()
        let reader = MemberReader(document: document, search)
        var problems: [SourceError] = []
        func check(
            _ key: String, _ name: String?, of part: SamplePart, _ what: String, names: [String],
            isKnown: (ScreenTheme) -> Bool, isUsable: (ScreenTheme) -> Bool
        ) {
            guard let name, !themes.contains(where: isUsable), problems.count < Self.problemsMax else { return }
            let path = part.path.appending(key)
            if themes.contains(where: isKnown) {
                problems.append(reader.problem(path, "'\(name)' cannot be drawn as \(what)"))
            } else {
                let near = search.suggestion(for: name, among: names).map { "did you mean '\($0)'?" }
                problems.append(reader.problem(path, "no theme has \(what) '\(name)'", hint: near))
            }
        }
        let images = Set(themes.flatMap { Array($0.imageNames) }).sorted()
        let settings = Set(themes.flatMap { Array($0.settingNames) }).sorted()
        for part in parts {
            check(
                "image", part.image, of: part, "an image", names: images,
                isKnown: { $0.hasImage(part.image ?? "") }, isUsable: { $0.image(part.image ?? "") != nil })
            check(
                "setting", part.setting, of: part, "a color", names: settings,
                isKnown: { $0.hasSetting(part.setting ?? "") }, isUsable: { $0.color(part.setting ?? "") != nil })
            check(
                "font", part.font, of: part, "a font", names: settings,
                isKnown: { $0.hasSetting(part.font ?? "") }, isUsable: { $0.font(part.font ?? "") != nil })
        }
        return problems
    }

    /// A person fixes the first ones first.
    private static let problemsMax = 100

    var parts: [SamplePart] { screens.flatMap { ($0.background.map { [$0] } ?? []) + $0.elements.flatMap(\.parts) } }
}

extension SampleElement {
    fileprivate var parts: [SamplePart] {
        switch self {
        case .navigationBar(let title, let left, let right, let background):
            [title, background].compactMap { $0 } + left + right
        case .tabBar(let items, let background): items.flatMap(\.parts) + (background.map { [$0] } ?? [])
        case .button(let states): states.parts
        case .list(let rows, let separator, let background):
            rows.flatMap { [$0.part, $0.detail, $0.accessory].compactMap { $0 } }
                + [separator, background].compactMap { $0 }
        case .badge(let part), .text(let part), .image(let part): [part]
        }
    }
}

extension SampleStates {
    fileprivate var parts: [SamplePart] { [normal] + State.allCases.compactMap { states[$0] } }
}
