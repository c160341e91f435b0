package import ThemeProject

/// Writes a report to a folder, or to a single file, which contains its images.
package struct ReportWriter {
    private let facts: ReviewFacts
    private let selection: ReportSelection
    private let read: Reader
    /// The most bytes of a single file.
    var byteCountMax = 16_000_000

    /// Returns the bytes of a sound image, or throws a ``FileError``.
    package typealias Reader = @Sendable (ReviewedFile) throws -> [UInt8]

    package init(_ facts: ReviewFacts, showing selection: ReportSelection, reading read: @escaping Reader) {
        self.facts = facts
        self.selection = selection
        self.read = read
    }

    private static let indexName = "index.html"

    /// Writes `index.html`, and the images in `images/`, named by their SHA-256, or changes nothing. An earlier report
    /// in the folder is replaced: images that are there are kept, images that the report does not show are deleted.
    ///
    /// - Throws: ``UserError`` if the folder contains something else, or if an image has changed.
    package func write(toFolder place: OutputPlace, jobs: Int) throws {
        // Two reports at a time would delete each other's images.
        let locked = try OutputFolder(place)
        try Self.checkContents(of: place)
        let index = try OutputFile(at: try place.file(Self.indexName))
        let copies = ReportImages(
            of: facts.files, in: try locked.folder(ReportImages.folderName), reading: read)
        do {
            // The threads that write the page copy the images that it shows.
            let images = ReportPage.ImageAccess(policy: .files, jobs: jobs) { .file(try copies.address(of: $0)) }
            try index.append(page(images))
            try index.finish()
        } catch {
            copies.remove()
            throw error
        }
        copies.keep()
        locked.keep()
    }

    private static func checkContents(of place: OutputPlace) throws(UserError) {
        if try place.isEmptyFolder() { return }
        let start = try? DiskFileSystem.withoutLinks.read(
            "\(place.target)/\(indexName)", first: 2048, limit: .max)
        guard String(repairing: start?.bytes ?? []).contains(Page.generatorElement.description) else {
            throw UserError(
                path: place.path, "is not empty, and contains no report that could be replaced",
                hint: "name a new folder with -o")
        }
    }

    /// The file would be too long for browsers; it is not written.
    package struct TooLong: Error {
        package let path: String
        package let byteCountMax: Int

        /// Where the report can be written instead.
        package var folder: String { path.hasSuffix(".html") ? String(path.dropLast(5)) : path + "-report" }

        package var message: String {
            "\(path) would have more than \(Words.bytes(byteCountMax)), which browsers show slowly"
        }
    }

    /// Writes the file, or nothing.
    ///
    /// - Throws: ``TooLong``; ``UserError`` if an image has changed.
    package func write(toFile place: OutputPlace) throws {
        let file = try OutputFile(at: place)
        let tooLong = TooLong(path: place.path, byteCountMax: byteCountMax)
        let count = AtomicInteger(0)
        let images = ReportPage.ImageAccess(policy: .inline) { [facts, read] number in
            let bytes = try facts.files[number].bytes(read)
            // A page that would be too long is not made in memory either.
            guard count.add(bytes.count) <= tooLong.byteCountMax else { throw tooLong }
            return .inlinePNG(bytes)
        }
        let page = try page(images)
        guard page.count <= byteCountMax else { throw tooLong }
        try file.append(page)
        try file.finish()
    }

    private func page(_ images: ReportPage.ImageAccess) throws -> [UInt8] {
        try HTML.bytes(ReportPage(facts: facts, selection: selection, images: images).write)
    }
}

extension ReviewedFile {
    func bytes(_ read: ReportWriter.Reader) throws -> [UInt8] {
        do {
            return try read(self)
        } catch let error as FileError {
            throw UserError(error, path: path)
        }
    }
}
