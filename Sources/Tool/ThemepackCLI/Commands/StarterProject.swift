import ThemeReview

/// The files that `init` writes: a brand, a dark mode and a high contrast along axes, and icons that are templates. The
/// compiler embeds them; they are in `Starter/`.
enum StarterProject {
    static var files: [(path: String, bytes: [UInt8])] {
        [
            ("themepack.json", PackageResources.themepack_json),
            (SampleScreens.fileName, Array(SampleScreens.example.utf8)),
            ("themes/default/theme.json", PackageResources.default_theme_json),
            ("themes/default/config.json", PackageResources.default_config_json),
            ("themes/acme/theme.json", PackageResources.acme_theme_json),
            ("themes/acme/config.json", PackageResources.acme_config_json),
            ("themes/dark/theme.json", PackageResources.dark_theme_json),
            ("themes/dark/config.json", PackageResources.dark_config_json),
            ("themes/high-contrast/theme.json", PackageResources.high_contrast_theme_json),
            ("themes/high-contrast/config.json", PackageResources.high_contrast_config_json),
            ("themes/dark-high-contrast/theme.json", PackageResources.dark_high_contrast_theme_json),
            ("themes/dark-high-contrast/config.json", PackageResources.dark_high_contrast_config_json),
            ("assets/common/button.png", PackageResources.button_png),
            ("assets/common/button@2x.png", PackageResources.button_2x_png),
            ("assets/common/button@3x.png", PackageResources.button_3x_png),
            ("themes/dark/common/dark_button.png", PackageResources.dark_button_png),
            ("themes/dark/common/dark_button@2x.png", PackageResources.dark_button_2x_png),
            ("themes/dark/common/dark_button@3x.png", PackageResources.dark_button_3x_png),
            ("assets/common/badge.png", PackageResources.badge_png),
            ("assets/common/badge@2x.png", PackageResources.badge_2x_png),
            ("assets/common/badge@3x.png", PackageResources.badge_3x_png),
            ("assets/tabbar/home.png", PackageResources.home_png),
            ("assets/tabbar/home@2x.png", PackageResources.home_2x_png),
            ("assets/tabbar/home@3x.png", PackageResources.home_3x_png),
            ("assets/tabbar/list.png", PackageResources.list_png),
            ("assets/tabbar/list@2x.png", PackageResources.list_2x_png),
            ("assets/tabbar/list@3x.png", PackageResources.list_3x_png),
        ].sorted { $0.path < $1.path }
    }

    static var ignoreList: (path: String, bytes: [UInt8]) { (".gitignore", Array("/dist/\n.themepack/\n".utf8)) }

    /// The workflow that `init --ci` writes, the same as docs/github-actions.yml.
    static var workflow: (path: String, bytes: [UInt8]) {
        (".github/workflows/themes.yml", PackageResources.workflow_yml)
    }
}
