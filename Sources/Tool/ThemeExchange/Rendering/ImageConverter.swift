package import ThemePackager

/// Converts an image file to a PNG that verification accepts. A file that is a PNG already is only checked.
package struct ImageConverter: Sendable {
    let tools: ProgramFolders
    let limits: ProjectLimits
    let temporaryFolder: String
    let running: RunningConversions
    let cache: ImportCache
    var clockSeconds = BoundedProcess.clockSeconds
    /// Called from any thread after each converted image.
    package var converted: (@Sendable (_ done: Int, _ all: Int) -> Void)?
    private let budget: WorkBudget

    package init(
        tools: ProgramFolders, limits: ProjectLimits, temporaryFolder: String,
        running: RunningConversions = RunningConversions(), cache: ImportCache = ImportCache()
    ) {
        self.tools = tools
        self.limits = limits
        self.temporaryFolder = temporaryFolder
        self.running = running
        self.cache = cache
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
        /// A refusal is the program's own. A program can wait too long because of the machine.
        package enum Cause: Sendable { case image, unsupported, missingTool, refusal, processorTime, clockTime }

        package let message: String
        package let cause: Cause

        init(_ message: String, _ cause: Cause = .image) {
            self.message = message
            self.cause = cause
        }
    }

    package func convert(_ source: SourceImage) throws(Failure) -> Result {
        if case .translated(let svg, let zoom) = source.form {
            var result = try convert(Array(svg.utf8), .svg, SourceImage(source.path, .vector(zoom: zoom)))
            result.notes[0] = .changed("rendered from \(ImageFormat.androidVector.rawValue)")
            return result
        }
        let bytes = try rethrow(as: { Failure($0.explanation) }) { () throws(FileError) in
            try DiskFileSystem().read(source.path, limit: limits.imageBytes)
        }
        if let standIn = StandIn(bytes, at: source.path) { throw Failure("is \(standIn.noun): \(standIn.hint)") }
        guard let format = ImageFormat(of: bytes) else {
            guard let name = ImageFormat.unsupported(bytes) else { throw Failure("is of no known image format") }
            throw Failure("has the format \(name), which an import does not convert: save it as a PNG", .unsupported)
        }
        let result = try convert(bytes, format, source)
        guard source.form == .ninePatch else { return result }
        return try NinePatch.read(result.png, result.size)
    }

    private func convert(_ bytes: [UInt8], _ format: ImageFormat, _ source: SourceImage) throws(Failure) -> Result {
        let zoom = if case .vector(let zoom) = source.form { zoom } else { 1 }
        if format == .png {
            guard zoom == 1 else { throw Failure("is a PNG, which cannot be rendered at @\(zoom)x") }
            return Result(png: bytes, size: try check(bytes))
        }
        guard let program = ImageProgram.program(for: format) else {
            throw Failure("is \(format.rawValue), not an image")
        }
        guard zoom == 1 || format.isVector else {
            throw Failure("is a \(format.rawValue), which cannot be rendered at @\(zoom)x")
        }
        guard let path = program.names.lazy.compactMap(tools.path).first else {
            throw Failure(
                "\(format.rawValue) needs \(program.names[0]), which is not found: install \(program.package)",
                .missingTool)
        }
        let metadata = ImageMetadata(of: bytes, format)
        guard !metadata.isAnimated else { throw Failure("is an animated \(format.rawValue), not one image") }
        let key = key(bytes, program, path, zoom)
        let converted: (png: [UInt8], size: PixelSize, others: Int, messages: [UInt8])
        if let known = cache.image(key), let size = try? check(known) {
            converted = (known, size, 0, [])
        } else {
            let made = try run(program, path, bytes, zoom: zoom, metadata.orientation)
            converted = (made.png, try check(made.png), made.others, made.messages)
        }
        let output = converted.png
        var result = Result(png: output, size: converted.size)
        result.notes = [.changed("\(format.isVector ? "rendered" : "converted") from \(format.rawValue)")]
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
        let complaint = Self.complaint(converted.messages)
        // Notes come from running the program, so an image with notes is made again.
        if complaint == nil, converted.others == 0 { cache.add(output, key) }
        if let complaint {
            // A program that skips a part of an image ends with status 0.
            let file = source.path.lastPathComponent
            result.notes.append(.defect("'\(file)': \(path.lastPathComponent) reports: \(complaint)"))
        }
        if converted.others > 0 { result.notes.append(.left("further pages or images of the \(format.rawValue)")) }
        if format == .svg { result.notes += SVGReferences(in: bytes).notes }
        return result
    }

    /// Returns the digest of all that decides how a program makes the image: its source, the size, and the program.
    private func key(_ bytes: [UInt8], _ program: ImageProgram, _ path: String, _ zoom: Int) -> ContentDigest {
        let disk = DiskFileSystem()
        let programs = [path, tools.path(of: Self.pageProgram)].compactMap(\.self).map { path in
            "\(path) \((try? disk.destination(of: path)).flatMap { disk.stamp(of: $0) }.map { "\($0)" } ?? "")"
        }
        return ContentDigest(of: bytes + Array(([program.input, "\(zoom)"] + programs).joined(separator: "\n").utf8))
    }

    private static let pageProgram = "pdfinfo"

    /// Returns the first line of what a program printed, and the number of the others; `nil` if it printed none.
    private static func complaint(_ messages: [UInt8]) -> String? {
        // The fonts' cache is in the home folder, which is empty.
        let lines = String(repairing: messages).split(separator: "\n").filter { !$0.hasPrefix("Fontconfig") }
        guard let first = lines.first else { return nil }
        return String(first.prefix(200)) + (lines.count > 1 ? " (and \(lines.count - 1) more)" : "")
    }

    /// Returns the image as a PNG, the number of further images that the program wrote, and what it printed.
    private func run(
        _ program: ImageProgram, _ path: String, _ bytes: [UInt8], zoom: Int, _ orientation: ImageOrientation
    ) throws(Failure) -> (png: [UInt8], others: Int, messages: [UInt8]) {
        guard let folder = running.createFolder(in: temporaryFolder) else {
            throw Failure("no temporary folder can be created: \(systemReason())")
        }
        defer { running.delete(folder) }
        let input = URL(fileURLWithPath: "\(folder)/\(program.input)")
        try rethrow(as: { (_: any Error) in Failure("cannot be copied to \(temporaryFolder)") }) {
            try Data(bytes).write(to: input)
        }
        // PNM has no compression: four bytes per pixel are more than its three.
        var process = BoundedProcess(
            folder: folder, fileBytes: limits.imagePixels * 4, running: running, clockSeconds: clockSeconds)
        let page = program.input.hasSuffix(".svg") ? PageSize(svg: bytes) : try pageSize(program, process)
        if let page { process.fit(min(page.pixelCount(zoom), limits.imagePixels), zoom) }
        let messages = try process.run(path, program.arguments(zoom, page)).messages
        let (name, output, others) = try rethrow(as: { _ in
            Failure("cannot be converted: \(path.lastPathComponent) wrote no image within the limits")
        }) { () throws(FileError) in
            // Programs write several pages as out-1.png, out-2.png, and so on.
            let outputs = try DiskFileSystem().entries(of: folder).compactMap { String(validUTF8: $0.name) }
                .filter { $0.hasPrefix("out") }.sorted()
            guard let name = outputs.first else { throw .missing }
            let limit = name.hasSuffix(".png") ? limits.imageBytes : limits.imagePixels * 4
            return (name, try DiskFileSystem().read("\(folder)/\(name)", limit: limit), outputs.count - 1)
        }
        return (try png(of: output, isPNG: name.hasSuffix(".png"), orientation: orientation), others, messages)
    }

    /// Returns what a program wrote, turned upright. An image that was turned has alpha only if a pixel is not opaque.
    private func png(
        of output: [UInt8], isPNG: Bool, orientation: ImageOrientation
    ) throws(Failure) -> [UInt8] {
        if isPNG, orientation == .upright { return output }
        let pixels = isPNG ? Pixels(png: output, limits: limits) : try Pixels(pnm: output, limits: limits)
        guard let pixels, let png = orientation.upright(pixels).withoutNeedlessAlpha.png else {
            throw Failure(isPNG ? "cannot be turned upright" : "cannot be converted")
        }
        return png
    }

    /// Returns the size of a PDF's first page; `nil` for other formats, and if `pdfinfo` cannot read the file.
    private func pageSize(_ program: ImageProgram, _ process: BoundedProcess) throws(Failure) -> PageSize? {
        guard program.input.hasSuffix(".pdf"), let path = tools.path(of: Self.pageProgram) else { return nil }
        do throws(Failure) {
            return PageSize(try process.run(path, [program.input]).output)
        } catch {
            guard error.cause == .refusal else { throw error }
            return nil
        }
    }

    /// Checks that the bytes are a PNG that verification accepts.
    func check(_ bytes: [UInt8]) throws(Failure) -> PixelSize {
        try rethrow(as: { Failure($0.message) }) { () throws(ImageError) in
            let structure = try PNGStructure(image: bytes)
            try limits.check(structure)
            let error = try PNGDecoder.decode(structure, limits: limits, budget)
            if let error, error.rule.defaultSeverity == .error { throw error }
            return structure.size
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
    let arguments: @Sendable (_ zoom: Int, _ page: PageSize?) -> [String]

    static func program(for format: ImageFormat) -> ImageProgram? {
        switch format {
        case .png, .androidVector: nil
        // librsvg reads no file outside the input's folder, opens no connection and runs no script:
        // https://gnome.pages.gitlab.gnome.org/librsvg/Rsvg-2.0/class.Handle.html#security-and-locations-of-referenced-files
        case .svg:
            ImageProgram(names: ["rsvg-convert"], package: "librsvg2-bin", input: "in.svg") { zoom, _ in
                ["--format", "png", "--zoom", String(zoom), "--output", "out.png", "in.svg"]
            }
        // A PDF's unit is 1/72 inch, which is a point. A second page is rendered only to learn that there is one.
        case .pdf:
            ImageProgram(names: ["pdftocairo"], package: "poppler-utils", input: "in.pdf") { zoom, page in
                let size = page?.options(zoom) ?? ["-r", String(72 * zoom)]
                return ["-png", "-f", "1", "-l", "2", "-transp", "-cropbox"] + size + ["in.pdf", "out"]
            }
        case .jpeg:
            ImageProgram(names: ["djpeg"], package: "libjpeg-turbo-progs", input: "in.jpg") { _, _ in
                ["-pnm", "-outfile", "out.pnm", "in.jpg"]
            }
        case .webp:
            ImageProgram(names: ["dwebp"], package: "webp", input: "in.webp") { _, _ in
                ["-quiet", "in.webp", "-o", "out.png"]
            }
        case .heic:
            ImageProgram(names: ["heif-convert", "heif-dec"], package: "libheif-examples", input: "in.heic") { _, _ in
                ["in.heic", "out.png"]
            }
        }
    }
}
