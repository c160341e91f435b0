/// A complete HTML document. Its style and script are constants of the program.
package struct Page: Sendable {
    package var title: String
    package var policy: SecurityPolicy
    /// Put together in this order.
    package var styles: [StaticString]
    /// Put together in this order. They run when the document is complete.
    package var scripts: [StaticString]

    /// A page of this program is recognized by it.
    static let generatorElement: StaticString = "<meta name=\"generator\" content=\"themepack\">"

    /// Writes the document with the body that `body` writes.
    package func write<Failure: Error>(
        to html: inout HTMLWriter, body: (inout HTMLWriter) throws(Failure) -> Void
    ) throws(Failure) {
        html.constant("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        html.constant("<meta http-equiv=\"Content-Security-Policy\" content=\"")
        html.text(policy.text(style: Self.joined(styles), script: Self.joined(scripts)))
        html.constant("\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        html.constant(Self.generatorElement)
        html.constant("\n<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
        html.text(title)
        html.constant("</title>\n<style>")
        for style in styles { html.constant(style) }
        html.constant("</style>\n</head>\n<body>\n")
        try body(&html)
        html.constant("\n<script>")
        for script in scripts { html.constant(script) }
        html.constant("</script>\n</body>\n</html>\n")
    }

    private static func joined(_ texts: [StaticString]) -> String {
        texts.map(\.description).joined()
    }
}
