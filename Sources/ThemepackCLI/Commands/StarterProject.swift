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
        # A workflow for a repository of themes: .github/workflows/themes.yml.
        # In both steps that use OWNER/themepack, replace OWNER, and the zeros with the commit of the release's tag.
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
          verify:
            name: Verify
            runs-on: ubuntu-24.04
            timeout-minutes: 10
            permissions:
              contents: read
              security-events: write # uploads the findings to code scanning
            steps:
              - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
                with:
                  persist-credentials: false

              # Annotations in the diff, a table on the summary page, and a file for code scanning. Errors fail the job.
              - uses: OWNER/themepack@0000000000000000000000000000000000000000 # v0.1.0
                with:
                  arguments: verify --no-cache --format github --report sarif=themepack.sarif

              # Pull requests from forks have no permission to upload.
              - uses: github/codeql-action/upload-sarif@5d4e8d1aca955e8d8589aabd499c5cae939e33c7 # v4.31.9
                if: ${{ !cancelled() && (github.event_name == 'push' || !github.event.pull_request.head.repo.fork) }}
                with:
                  sarif_file: themepack.sarif

          packs:
            name: Packs
            needs: verify
            runs-on: ubuntu-24.04
            timeout-minutes: 10
            permissions:
              contents: read
            steps:
              - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
                with:
                  persist-credentials: false

              # With the packs of the last release in a folder, add --against FOLDER.
              - uses: OWNER/themepack@0000000000000000000000000000000000000000 # v0.1.0
                with:
                  arguments: build --no-cache --format github

              - uses: actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2
                with:
                  name: packs
                  path: dist/
                  if-no-files-found: error

        """#
}
