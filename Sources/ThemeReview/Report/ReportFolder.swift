package import ThemeProject

/// A report in a folder: `index.html`, and the images in `images/`, named by their SHA-256.
package struct ReportFolder {
    private let place: OutputPlace
    let unfinished: UnfinishedFiles
    let jobs: Int

    package init(at place: OutputPlace, unfinished: UnfinishedFiles, jobs: Int) {
        self.place = place
        self.unfinished = unfinished
        self.jobs = jobs
    }

    private static let indexName = "index.html"

    /// Writes the report, or changes nothing. An earlier report in the folder is replaced: images that are there are
    /// kept, images that the report does not show are deleted.
    ///
    /// - Throws: ``UserError`` if the folder contains something else, or if an image has changed.
    package func write(
        _ facts: ReviewFacts, showing selection: ReportSelection, reading read: @escaping ReportFile.Reader
    ) throws {
        try checkContents()
        // Two reports at a time would delete each other's images.
        let locked = try OutputFolder(place, containing: ReportImages.folderName, unfinished: unfinished)
        try replaceContents(facts, showing: selection, reading: read)
        locked.keep()
    }

    private func replaceContents(
        _ facts: ReviewFacts, showing selection: ReportSelection, reading read: @escaping ReportFile.Reader
    ) throws {
        let index = try OutputFile(at: try place.file(Self.indexName), unfinished: unfinished)
        let copies = ReportImages(
            of: facts.files, in: try place.folder(ReportImages.folderName), unfinished: unfinished, reading: read)
        do {
            var html = HTMLWriter { piece in try index.append(piece) }
            // The threads that write the page copy the images that it shows.
            let images = ReportPage.ImageAccess(policy: .files, jobs: jobs) { .file(try copies.address(of: $0)) }
            try ReportPage(facts, showing: selection, images: images).write(to: &html)
            try html.finish()
            try index.finish()
        } catch {
            copies.remove()
            throw error
        }
        copies.keep()
    }

    private func checkContents() throws(UserError) {
        if try place.isEmptyFolder { return }
        let start = try? DiskFileSystem.withoutLinks.read(
            "\(place.target)/\(Self.indexName)", first: 2048, limit: .max)
        guard String(repairing: start?.bytes ?? []).contains(Page.generatorElement.description) else {
            throw UserError(
                path: place.path, "is not empty, and contains no report that could be replaced",
                hint: "name a new folder with -o")
        }
    }
}

/// A report in a single file, which contains its images.
package struct ReportFile {
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

    let place: OutputPlace
    let unfinished: UnfinishedFiles
    var byteCountMax = 16_000_000

    package init(at place: OutputPlace, unfinished: UnfinishedFiles) {
        self.place = place
        self.unfinished = unfinished
    }

    /// Returns the bytes of a sound image, or throws a ``FileError``.
    package typealias Reader = @Sendable (ReviewedFile) throws -> [UInt8]

    /// Writes the file, or nothing. Holds one image at a time in memory.
    ///
    /// - Throws: ``TooLong``; ``UserError`` if an image has changed.
    package func write(
        _ facts: ReviewFacts, showing selection: ReportSelection, reading read: @escaping Reader
    ) throws {
        let file = try OutputFile(at: place, unfinished: unfinished)
        var count = 0
        var html = HTMLWriter { [byteCountMax, place] piece in
            count += piece.count
            guard count <= byteCountMax else { throw TooLong(path: place.path, byteCountMax: byteCountMax) }
            try file.append(piece)
        }
        let images = ReportPage.ImageAccess(policy: .inline) { .inlinePNG(try facts.files[$0].bytes(read)) }
        try ReportPage(facts, showing: selection, images: images).write(to: &html)
        try html.finish()
        try file.finish()
    }
}

extension ReviewedFile {
    func bytes(_ read: ReportFile.Reader) throws -> [UInt8] {
        do {
            return try read(self)
        } catch let error as FileError {
            throw UserError(error, path: path)
        }
    }
}
