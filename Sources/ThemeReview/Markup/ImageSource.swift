/// The source of an image in a page.
package enum ImageSource: Sendable {
    /// A file beside the page.
    case file(Address)
    /// The bytes of a PNG. They become part of the page.
    case inlinePNG([UInt8])
}
