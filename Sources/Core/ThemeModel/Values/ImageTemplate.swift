/// The color of images that are masks.
package struct ImageTemplate: Hashable, Comparable, Sendable {
    /// The setting that has the color; `nil` for the color of where an image stands.
    package let color: SettingPath?

    package init(color: SettingPath?) { self.color = color }

    /// The path of the color, or `null`: as `theme.json`, the contract and `manifest.json` have it.
    package var settingValue: SettingValue { color.map { .string($0.description) } ?? .null }

    package static func < (left: Self, right: Self) -> Bool {
        switch (left.color, right.color) {
        case (let left?, let right?): left < right
        case (let left, let right): left == nil && right != nil
        }
    }
}
