/// A style, a script or a part of a page that is always the same. A page contains it as it is, so only this file makes
/// one.
///
/// The compiler embeds the files of this module. The tool needs none of them at run time.
package struct EmbeddedText: Sendable {
    package let bytes: [UInt8]

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    package static let baseStyle = EmbeddedText(PackageResources.base_css)
    package static let viewerStyle = EmbeddedText(PackageResources.viewer_css)
    package static let reportStyle = EmbeddedText(PackageResources.report_css)
    package static let screensStyle = EmbeddedText(PackageResources.screens_css)
    package static let liveStyle = EmbeddedText(PackageResources.live_css)

    /// The choices of the ground below images, and of their size. They work without a script.
    package static let groundChoices = EmbeddedText(PackageResources.grounds_html)

    /// The dialogs that the scripts of the viewer and of the keys open.
    package static let viewerDialogs = EmbeddedText(PackageResources.viewer_html)

    package static let tintScript = EmbeddedText(PackageResources.tint_js)
    package static let viewerScript = EmbeddedText(PackageResources.viewer_js)
    package static let comparisonScript = EmbeddedText(PackageResources.comparison_js)
    package static let filterScript = EmbeddedText(PackageResources.filter_js)
    package static let keysScript = EmbeddedText(PackageResources.keys_js)
    package static let boxesScript = EmbeddedText(PackageResources.boxes_js)
    package static let fontsScript = EmbeddedText(PackageResources.fonts_js)
    package static let screensScript = EmbeddedText(PackageResources.screens_js)
    package static let liveScript = EmbeddedText(PackageResources.live_js)
}
