package import ThemeSystem
import ThemeModel
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
