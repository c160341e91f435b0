import ThemeModel

/// The content security policy of a page: no script and no style but those of the program, by their SHA-256.
package struct SecurityPolicy: Sendable {
    /// The allowed sources of images.
    package enum Images: Sendable {
        /// Only from the page itself.
        case inline
        /// Also from files beside the page. `'self'` does not match them in every browser if the page is a file.
        case files
        /// Also from the server of the page.
        case server
    }

    package var images: Images
    /// Whether the script may connect to the server of the page.
    package var canConnect = false

    package init(images: Images) { self.images = images }

    func text(style: String, script: String) -> String {
        let sources =
            switch images {
            case .inline: "data:"
            case .files: "data: 'self' file:"
            case .server: "data: 'self'"
            }
        return "default-src 'none'; style-src '\(Self.source(style))'; script-src '\(Self.source(script))'; "
            + "img-src \(sources); \(canConnect ? "connect-src 'self'; " : "")base-uri 'none'; form-action 'none'"
    }

    private static func source(_ text: String) -> String {
        "sha256-" + Base64.encode(ContentDigest(of: Array(text.utf8)).bytes)
    }
}
