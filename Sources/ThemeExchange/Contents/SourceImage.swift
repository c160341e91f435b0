/// The source file of an image.
package struct SourceImage: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
        /// A file of pixels.
        case pixels
        /// A drawing, to be rendered at a multiple of its natural size. A file of pixels is an error.
        case drawing(zoom: Int)
        /// An Android image with a border of one pixel that marks what is stretched.
        case ninePatch
    }

    package let path: String
    package let form: Form

    package init(_ path: String, _ form: Form = .pixels) { (self.path, self.form) = (path, form) }
}
