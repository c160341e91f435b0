import ThemeModel

/// An image that is a mask, drawn in a color: elements of SVG, because the page's policy forbids `style`.
struct TintedImage {
    let color: ThemeColor
    /// Of the color's filter. Each image has its own.
    let anchor: Anchor

    /// Writes the filter, and the image with these attributes.
    func write(_ attributes: [Attribute], to html: inout HTMLWriter) {
        html.element(.filter, .id(anchor)) { html in
            html.element(.feFlood, .floodColor(color), .floodOpacity(color)) { _ in }
            html.element(.feComposite, .ofSourceAlpha, .cut) { _ in }
        }
        html.element(.svgImage, attributes: attributes + [.filter(anchor)]) { _ in }
    }
}
