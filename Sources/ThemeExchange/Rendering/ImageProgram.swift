/// A program that makes a PNG or a PNM of another format, in the current folder.
struct ImageProgram {
    /// The first one is the usual name.
    let names: [String]
    /// Debian's package.
    let package: String
    let input: String
    let output: String
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
        // A PDF's unit is 1/72 inch, which is a point.
        case .pdf:
            self.init("pdftocairo", "poppler-utils", "in.pdf") {
                ["-png", "-singlefile", "-transp", "-cropbox", "-r", String(72 * $0), "in.pdf", "out"]
            }
        case .jpeg:
            self.init("djpeg", "libjpeg-turbo-progs", "in.jpg", "out.pnm") { _ in
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
        _ name: String, _ package: String, _ input: String, _ output: String = "out.png", others: [String] = [],
        _ arguments: @escaping @Sendable (_ zoom: Int) -> [String]
    ) {
        (names, self.package, self.input, self.output) = ([name] + others, package, input, output)
        self.arguments = arguments
    }
}
