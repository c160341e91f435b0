package import ThemeModel
import ThemeProject

/// The screens that `preview.json` describes.
package struct SampleScreens: Equatable, Sendable {
    package static let fileName = "preview.json"

    package var screens: [SampleScreen] = []
    /// All parts of the screens, in the order in which they are read.
    var parts: [SamplePart] = []
}

package struct SampleScreen: Equatable, Sendable {
    package var name: String
    package var background: SamplePart?
    package var elements: [SampleElement]
}

/// One thing to draw: an image, a text, or both.
package struct SamplePart: Equatable, Sendable {
    /// The place in `preview.json`.
    package var path: SettingPath
    package var image: String?
    package var text: String?
    /// The setting of the text's color. Without a text, the color fills the part.
    package var setting: String?
    /// The setting of the text's font.
    package var font: String?
}

package enum SampleElement: Equatable, Sendable {
    case navigationBar(title: SamplePart?, left: [SamplePart], right: [SamplePart], background: SamplePart?)
    case tabBar(items: [SampleStates], background: SamplePart?)
    case button(SampleStates)
    case list(rows: [SampleRow], separator: SamplePart?, background: SamplePart?)
    case badge(SamplePart)
    case text(SamplePart)
    case image(SamplePart)
}

/// A part that looks different in some states. A state has the image, text, color and font of the normal one unless it
/// names others.
package struct SampleStates: Equatable, Sendable {
    package enum State: String, CaseIterable, Sendable {
        case highlighted, selected, disabled
    }

    package var normal: SamplePart
    package var states: [State: SamplePart]

    package func part(in state: State) -> SamplePart? {
        guard var part = states[state] else { return nil }
        part.image = part.image ?? normal.image
        part.text = part.text ?? normal.text
        part.setting = part.setting ?? normal.setting
        part.font = part.font ?? normal.font
        return part
    }
}

package struct SampleRow: Equatable, Sendable {
    package var part: SamplePart
    package var detail: SamplePart?
    package var accessory: SamplePart?
}

extension SampleScreens {
    /// Returns the images that no theme has, and the settings that none has or that have another type, with the place
    /// in `preview.json` and near names.
    func problems(in document: SourceDocument, _ themes: [ScreenTheme]) -> [SourceError] {
        let search = NearMiss()
        let reader = MemberReader(document: document, search)
        var problems: [SourceError] = []
        let images = Set(themes.flatMap(\.imageNames))
        let settings = Set(themes.flatMap(\.settingNames))
        func check(
            _ key: String, _ name: String?, of part: SamplePart, _ what: String, among known: Set<String>,
            isUsable: (ScreenTheme, String) -> Bool
        ) {
            guard let name, !themes.contains(where: { isUsable($0, name) }), problems.count < Self.problemsMax else {
                return
            }
            let path = part.path.appending(key)
            if known.contains(name) {
                problems.append(reader.problem(path, "'\(name)' cannot be drawn as \(what)"))
            } else {
                let near = search.question(for: name, among: known.sorted())
                problems.append(reader.problem(path, "no theme has \(what) '\(name)'", hint: near))
            }
        }
        for part in parts {
            check("image", part.image, of: part, "an image", among: images) { $0.image($1) != nil }
            check("setting", part.setting, of: part, "a color", among: settings) { $0.color($1) != nil }
            check("font", part.font, of: part, "a font", among: settings) { $0.font($1) != nil }
        }
        return problems
    }

    /// A person fixes the first ones first.
    private static let problemsMax = 100
}
