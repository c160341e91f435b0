package import ThemeModel

/// The settings that imports write and exports read.
package enum ContentSections {
    package static let colors = "Color"
    /// ``CapInsets`` in points, keyed by image name. The runtime returns them with the image.
    package static let capInsets = "CapInsets"
    /// `template` or `original`, by the image's name.
    package static let renderingIntent = "RenderingIntent"

    package static func setting(_ insets: CapInsets) -> SettingValue {
        /// A thousandth of a point is less than a hundredth of a pixel at @9x.
        func number(_ points: Double) -> SettingValue { .number((points * 1000).rounded() / 1000) }
        return .object([
            "top": number(insets.top), "left": number(insets.left), "bottom": number(insets.bottom),
            "right": number(insets.right),
        ])
    }
}
