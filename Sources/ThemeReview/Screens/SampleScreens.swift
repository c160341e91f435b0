package import ThemeModel

/// The screens that `preview.json` describes.
package struct SampleScreens: Equatable, Sendable {
    package static let fileName = "preview.json"

    package var screens: [SampleScreen]

    package init(screens: [SampleScreen] = []) { self.screens = screens }
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
