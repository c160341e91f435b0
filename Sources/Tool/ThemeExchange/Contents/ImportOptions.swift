package import ThemeProject

/// The choices of a user that readers of sources need.
package struct ImportOptions: Sendable {
    package var themes: AppearanceThemes
    /// The scales at which vector images are rendered.
    package var scales: [Scale]
    package var limits: ProjectLimits

    package init(
        themes: AppearanceThemes = AppearanceThemes(), scales: [Scale] = [.one, .two, .three],
        limits: ProjectLimits = ProjectLimits()
    ) {
        self.themes = themes
        self.scales = scales
        self.limits = limits
    }
}
