import ThemeModel
package import ThemeProject

/// The names that keys are generated from: those of the default theme, and the ids of the project's themes.
package struct KeySource: Sendable {
    /// A default image.
    struct Image: Sendable {
        let name: LogicalName
        /// In ascending order.
        var scales: [Scale]
        /// The size of one variant and its scale; `nil` if no variant has a readable header.
        var size: (pixels: PixelSize, scale: Scale)?
    }

    /// In the order of names.
    var images: [Image] = []
    /// An object.
    var settings: SettingValue = .object([:])
    var colorOrder = ThemeColor.Order.argb
    var resources: [PortablePath] = []
    /// Without `default`, which ``ThemeID`` has already.
    var themes: [ThemeID] = []
    package var rules: KeyRules
    /// Pays for patterns in the rules.
    var budget = WorkBudget()
}
