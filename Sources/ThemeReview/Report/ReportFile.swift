package import ThemeSystem
import ThemeModel
package import ThemeProject

/// A report in a single file, which contains its images.
package struct ReportFile {
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
    /// - Throws: ``UserError`` if the file would be too long for browsers, or if an image has changed.
    package func write(
        _ facts: ReviewFacts, showing selection: ReportSelection, reading read: @escaping Reader
    ) throws {
        let file = try OutputFile(at: place, unfinished: unfinished)
        var count = 0
        var html = HTMLWriter { [byteCountMax, place] piece in
            count += piece.count
            guard count <= byteCountMax else { throw Self.tooLong(place.path, byteCountMax) }
            try file.append(piece)
        }
        let images = ReportPage.ImageAccess(policy: .inline) { .inlinePNG(try facts.files[$0].bytes(read)) }
        try ReportPage(facts, showing: selection, images: images).write(to: &html)
        try html.finish()
        try file.finish()
    }

    private static func tooLong(_ path: String, _ limit: Int) -> UserError {
        UserError(
            path: path, "would have more than \(Words.bytes(limit)), which browsers show slowly",
            hint: "write a folder instead: -o \(path.withoutHTMLExtension)/; or show less: --only problems")
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

extension String {
    fileprivate var withoutHTMLExtension: String { hasSuffix(".html") ? String(dropLast(5)) : self }
}
