package import ThemeSystem
package import ThemeModel
import ThemePackager
package import ThemeProject

/// Converts an image file to a PNG that verification accepts. A file that is a PNG already is only checked.
package struct ImageConverter: Sendable {
    let tools: ProgramFolders
    let limits: ProjectLimits
    /// The folder for temporary files.
    let temporaryFolder: String
    let running: RunningConversions
    private let budget: WorkBudget

    package init(
        tools: ProgramFolders, limits: ProjectLimits, temporaryFolder: String,
        running: RunningConversions = RunningConversions()
    ) {
        self.tools = tools
        self.limits = limits
        self.temporaryFolder = temporaryFolder
        self.running = running
        budget = WorkBudget(limits)
    }

    package struct Result: Sendable {
        package var png: [UInt8]
        package var size: PixelSize
        /// In pixels, from a nine-patch.
        package var capInsets: CapInsets?
        package var notes: [ExchangeItem.Note] = []
    }

    /// The predicate of a sentence whose subject is the file, or a sentence about a program.
    package struct Failure: Error, Hashable, Sendable {
        package let message: String
        package var isMissingTool = false

        init(_ message: String, isMissingTool: Bool = false) {
            self.message = message
            self.isMissingTool = isMissingTool
        }
    }

    package func convert(_ source: SourceImage) throws(Failure) -> Result {
        let bytes: [UInt8]
        do {
            bytes = try DiskFileSystem().read(source.path, limit: limits.imageBytes)
        } catch {
            throw Failure(error.explanation)
        }
        guard let format = ImageFormat(of: bytes) else { throw Failure("is of no known image format") }
        let result = try convert(bytes, format, source)
        guard source.form == .ninePatch else { return result }
        return try NinePatch(result.png, result.size).result
    }

    private func convert(_ bytes: [UInt8], _ format: ImageFormat, _ source: SourceImage) throws(Failure) -> Result {
        let zoom = if case .drawing(let zoom) = source.form { zoom } else { 1 }
        if format == .png {
            guard zoom == 1 else { throw Failure("is a PNG, which cannot be rendered at @\(zoom)x") }
            return Result(png: bytes, size: try check(bytes))
        }
        guard let program = ImageProgram(for: format) else { throw Failure("is \(format.rawValue), not an image") }
        guard zoom == 1 || format.isDrawing else {
            throw Failure("is a \(format.rawValue), which cannot be rendered at @\(zoom)x")
        }
        guard let path = program.names.lazy.compactMap(tools.path).first else {
            throw Failure(
                "\(format.rawValue) needs \(program.names[0]), which is not found: install \(program.package)",
                isMissingTool: true)
        }
        let metadata = ImageMetadata(of: bytes, format)
        guard !metadata.isAnimated else { throw Failure("is an animated \(format.rawValue), not one image") }
        let (output, others) = try run(program, path, bytes, of: source.path, zoom: zoom, metadata.orientation)
        var result = Result(png: output, size: try check(output))
        result.notes = [.changed("\(format.isDrawing ? "rendered" : "converted") from \(format.rawValue)")]
        if metadata.orientation != .upright {
            result.notes.append(.changed("turned upright, as its Exif orientation says"))
        }
        if let profile = metadata.profile {
            if let png = ColorProfile(profile)?.added(to: output) {
                result.png = png
            } else {
                result.notes.append(.changed("its color profile is ignored: colors are taken as sRGB"))
            }
        }
        if others > 0 { result.notes.append(.left("further pages or images of the \(format.rawValue)")) }
        if format == .svg { result.notes += SVGReferences(in: bytes).notes }
        return result
    }

    /// Returns the image as a PNG, and the number of further images that the program wrote.
    private func run(
        _ program: ImageProgram, _ path: String, _ bytes: [UInt8], of source: String, zoom: Int,
        _ orientation: ImageOrientation
    ) throws(Failure) -> (png: [UInt8], others: Int) {
        guard !running.isSlow(source) else {
            throw Failure("cannot be converted: \(path.lastPathComponent) took too long at another scale")
        }
        let folder: WorkFolder
        do {
            folder = try WorkFolder(in: temporaryFolder, running)
        } catch {
            throw Failure(error.message)
        }
        guard folder.write(program.input, bytes) else { throw Failure("cannot be copied to \(temporaryFolder)") }
        // PNM has no compression: four bytes per pixel are more than its three.
        let process = BoundedProcess(folder: folder.path, fileBytes: limits.imagePixels * 4, running: running)
        do {
            try process.run(path, program.arguments(zoom))
        } catch {
            if error == .tookTooLong { running.addSlow(source) }
            throw Failure("cannot be converted: \(path.lastPathComponent) \(error.explanation)")
        }
        do {
            // Programs write several pages as out-1.png, out-2.png, and so on.
            let outputs = try DiskFileSystem().entries(of: folder.path).compactMap { String(validUTF8: $0.name) }
                .filter { $0.hasPrefix("out") }.sorted()
            guard let name = outputs.first else { throw FileError.missing }
            let isPNG = name.hasSuffix(".png")
            let limit = isPNG ? limits.imageBytes : limits.imagePixels * 4
            let output = try DiskFileSystem().read("\(folder.path)/\(name)", limit: limit)
            let image = isPNG ? try orientation.upright(output, limits) : try PNMImage(output, limits).png(orientation)
            return (image, outputs.count - 1)
        } catch let error as Failure {
            throw error
        } catch {
            throw Failure("cannot be converted: \(path.lastPathComponent) wrote no image within the limits")
        }
    }

    /// Checks that the bytes are a PNG that verification accepts.
    func check(_ bytes: [UInt8]) throws(Failure) -> PixelSize {
        do {
            let structure: PNGStructure
            do throws(PNGError) {
                structure = try PNGStructure(bytes)
            } catch {
                throw ImageError(error, in: bytes)
            }
            try limits.check(structure)
            if let trailingData = try PNGDecoder.decode(structure, limits: limits, budget) { throw trailingData }
            return structure.size
        } catch let error as ImageError {
            throw Failure(error.message)
        } catch {
            throw Failure("is damaged")
        }
    }
}

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
        names = [name] + others
        self.package = package
        self.input = input
        self.arguments = arguments
    }
}
