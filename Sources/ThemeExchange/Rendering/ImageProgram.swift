/// A program that converts an image to PNG or PNM, in the current folder.
struct ImageProgram {
    /// The first one is the usual name.
    let names: [String]
    /// Debian's package.
    let package: String
    let input: String
    /// The program writes `out.png`, `out.pnm`, or `out-1.png` and so on for several pages or images.
    let arguments: @Sendable (_ zoom: Int) -> [String]

    init?(for format: ImageFormat) {
        switch format {
        case .png, .androidVector: return nil
        // librsvg reads no file outside the input's folder, opens no connection and runs no script:
        // https://gnome.pages.gitlab.gnome.org/librsvg/Rsvg-2.0/class.Handle.html#security-and-locations-of-referenced-files
        case .svg:
            self.init("rsvg-convert", "librsvg2-bin", "in.svg") {
                ["--format", "png", "--zoom", String($0), "--output", "out.png", "in.svg"]
            }
        // A PDF's unit is 1/72 inch, which is a point. A second page is rendered only to learn that there is one.
        case .pdf:
            self.init("pdftocairo", "poppler-utils", "in.pdf") {
                ["-png", "-f", "1", "-l", "2", "-transp", "-cropbox", "-r", String(72 * $0), "in.pdf", "out"]
            }
        case .jpeg:
            self.init("djpeg", "libjpeg-turbo-progs", "in.jpg") { _ in
                ["-pnm", "-outfile", "out.pnm", "in.jpg"]
            }
        case .webp:
            self.init("dwebp", "webp", "in.webp") { _ in ["-quiet", "in.webp", "-o", "out.png"] }
        case .heic:
            self.init("heif-convert", "libheif-examples", "in.heic", others: ["heif-dec"]) { _ in
                ["in.heic", "out.png"]
            }
        }
    }

    private init(
        _ name: String, _ package: String, _ input: String, others: [String] = [],
        _ arguments: @escaping @Sendable (_ zoom: Int) -> [String]
    ) {
        (names, self.package, self.input) = ([name] + others, package, input)
        self.arguments = arguments
    }
}
