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
