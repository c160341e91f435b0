import ThemeModel
import ThemeReview

/// The files that `init` writes.
enum StarterProject {
    static var files: [(path: String, bytes: [UInt8])] {
        var files = texts.map { ($0.0, Array($0.1.utf8)) }
        for (path, images) in images {
            for (scale, text) in zip(["", "@2x", "@3x"], images) {
                files.append(("\(path)\(scale).png", Base64.decode(Array(text.utf8)) ?? []))
            }
        }
        return files.sorted { $0.0 < $1.0 }
    }

    private static let images = [
        ("assets/common/button", StarterImages.defaultButton),
        ("themes/dark/common/dark_button", StarterImages.darkButton),
        ("assets/common/badge", StarterImages.badge),
        ("assets/tabbar/home", StarterImages.homeIcon),
        ("assets/tabbar/list", StarterImages.listIcon),
    ]

    static var ignoreList: (path: String, bytes: [UInt8]) { (".gitignore", Array("/dist/\n.themepack/\n".utf8)) }

    private static let texts: [(String, String)] = [
        (
            "themepack.json",
            """
            {
              "rules": {},
              "exemptions": [],
              "contrast": [{"text": "Color.title", "on": "Color.background", "min": 4.5}]
            }

            """
        ),
        (SampleScreens.fileName, SampleFile.example),
        (
            "themes/default/theme.json",
            """
            {
              "id": "default",
              "name": "Default",
              "version": "1.0.0",
              "config": "config.json"
            }

            """
        ),
        (
            "themes/default/config.json",
            """
            {
              "Color": {
                "accent": "1F5FC4",
                "background": "FFFFFF",
                "badgeText": "FFFFFF",
                "bar": "F1F2F5",
                "buttonDisabled": "FFC9B5",
                "buttonPressed": "FFFFFF",
                "buttonText": "222222",
                "detail": "666C78",
                "line": "DADCE2",
                "title": "222222"
              },
              "Font": {
                "heading": {"name": "HelveticaNeue-Bold", "size": 24}
              }
            }

            """
        ),
        (
            "themes/dark/theme.json",
            """
            {
              "id": "dark",
              "name": "Dark",
              "version": "1.0.0",
              "imageNamePrefix": "dark_",
              "config": "config.json"
            }

            """
        ),
        (
            "themes/dark/config.json",
            """
            {
              "Color": {
                "accent": "8FB8FF",
                "background": "16181D",
                "bar": "23262D",
                "buttonDisabled": "707A92",
                "buttonPressed": "8FB8FF",
                "buttonText": "F2F2F2",
                "detail": "A3A9B6",
                "line": "353942",
                "title": "F2F2F2"
              }
            }

            """
        ),
    ]
}

/// The workflow that `init --ci` writes, the same as docs/github-actions.yml.
enum StarterWorkflow {
    static let path = ".github/workflows/themes.yml"

    static let text = #"""
        # A workflow for a repository of themes: .github/workflows/themes.yml. It verifies, packs, and comments on pull
        # requests. Replace the zeros with the commit of the release's tag.
        name: themes

        on:
          push:
            branches: [main]
          pull_request:

        permissions: {}

        concurrency:
          group: themes-${{ github.ref }}
          cancel-in-progress: true

        jobs:
          themes:
            name: Themes
            permissions:
              contents: read
              security-events: write # uploads the findings to code scanning
              pull-requests: write # writes the differences as a comment
            uses: OWNER/themepack/.github/workflows/themes.yml@0000000000000000000000000000000000000000 # v0.1.0

        """#
}
