import ThemeModel

/// A complete HTML document. Its style and script are constants of the program.
package struct Page: Sendable {
    package var title: String
    package var policy: SecurityPolicy
    /// Put together in this order.
    package var styles: [EmbeddedText]
    /// Put together in this order. They run when the document is complete.
    package var scripts: [EmbeddedText]
    /// Texts that the scripts read, after the body.
    package var parts: [EmbeddedText] = []

    /// A page of this program is recognized by it.
    static let generatorElement: StaticString = "<meta name=\"generator\" content=\"themepack\">"

    package func write(to html: inout HTML, body: (inout HTML) throws -> Void) rethrows {
        html.constant("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        html.constant("<meta http-equiv=\"Content-Security-Policy\" content=\"")
        html.text(policy.text(styles: styles, scripts: scripts))
        html.constant("\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        html.constant(Self.generatorElement)
        html.constant("\n<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
        html.text(title)
        html.constant("</title>\n<style>")
        for style in styles { html.embedded(style) }
        html.constant("</style>\n</head>\n<body>\n")
        try body(&html)
        for part in parts { html.embedded(part) }
        html.constant("\n<script>")
        for script in scripts { html.embedded(script) }
        html.constant("</script>\n</body>\n</html>\n")
    }
}

extension Page {
    /// A page with cards, rows, a filter and the viewer.
    ///
    /// - Parameter scripts: come after those of the viewer.
    init(title: String, policy: SecurityPolicy, withViewerAnd scripts: [EmbeddedText]) {
        let viewerScripts: [EmbeddedText] = [
            .tintScript, .viewerScript, .comparisonScript, .filterScript, .keysScript, .boxesScript,
        ]
        self.init(
            title: title, policy: policy, styles: [.baseStyle, .viewerStyle, .reportStyle],
            scripts: viewerScripts + scripts, parts: [.viewerDialogs])
    }
}

/// The content security policy of a page: no script and no style but those of the program, by their SHA-256.
package enum SecurityPolicy: Sendable {
    /// Images are in the page itself.
    case inline
    /// Images are also in files beside the page. `'self'` does not match them in every browser if the page is a file.
    case files
    /// Images are also on the server of the page, and the script may connect to it.
    case server

    func text(styles: [EmbeddedText], scripts: [EmbeddedText]) -> String {
        let sources =
            switch self {
            case .inline: "img-src data:"
            case .files: "img-src data: 'self' file:"
            case .server: "img-src data: 'self'; connect-src 'self'"
            }
        return "default-src 'none'; style-src '\(Self.source(styles))'; script-src '\(Self.source(scripts))'; "
            + "\(sources); base-uri 'none'; form-action 'none'"
    }

    private static func source(_ texts: [EmbeddedText]) -> String {
        "sha256-" + Base64.encode(ContentDigest(of: texts.flatMap(\.bytes)).bytes)
    }
}
