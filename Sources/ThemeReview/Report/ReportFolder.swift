import SystemCalls
import ThemeModel
package import ThemePackager
import ThemeProject

/// A report in a folder: `index.html`, and the images in `images/`, named by their SHA-256.
package struct ReportFolder {
    let path: String
    let unfinished: UnfinishedFiles
    let jobs: Int

    package init(at path: String, unfinished: UnfinishedFiles, jobs: Int) {
        (self.path, self.unfinished, self.jobs) = (path, unfinished, jobs)
    }

    private static let indexName = "index.html"
    private static let imageFolder = "images"
    /// 128 bits of a digest. Two images never share them.
    private static let digitCount = 32

    /// Writes the report, or changes nothing. An earlier report in the folder is replaced: images that are there are
    /// kept, images that the report does not show are deleted.
    ///
    /// - Throws: ``UserError`` if the folder contains something else, or if an image has changed.
    package func write(
        _ facts: ReviewFacts, showing selection: ReportSelection, reading read: @escaping ReportFile.Reader
    ) throws {
        try checkContents()
        let imageFolder = "\(path)/\(Self.imageFolder)"
        try unfinished.withFolder(imageFolder) {
            // Two reports at a time would delete each other's images.
            let lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            defer { close(lock) }
            _ = flock(lock, LOCK_EX)
            let index = try NewFile(at: "\(path)/\(Self.indexName)", unfinished: unfinished)
            let known = Self.imageNames(in: imageFolder)
            let shownNumbers = Lock<[String: Int]>([:])
            var html = HTMLWriter { piece in try index.append(piece) }
            let images = ReportPage.ImageAccess(policy: .files, jobs: jobs) { number in
                let name = Self.name(of: facts.files[number])
                shownNumbers.withLock { $0[name] = number }
                return .file(.file("\(Self.imageFolder)/\(name)"))
            }
            try ReportPage(facts, showing: selection, images: images).write(to: &html)
            try html.finish()
            let shown = shownNumbers.withLock { $0 }
            let names = shown.keys.sorted()
            let files = names.map { facts.files[shown[$0] ?? 0] }
            let results = Workers.map(names.count, jobs: jobs) { number in
                let name = names[number]
                return Swift.Result {
                    try copy(files[number], to: "\(imageFolder)/\(name)", exists: known.contains(name), read)
                }
            }
            let newFiles = results.compactMap { try? $0.get() }
            do {
                for result in results { _ = try result.get() }
                try index.finish()
            } catch {
                for file in newFiles { unfinished.remove(file) }
                throw error
            }
            unfinished.keep(newFiles)
            for name in known where shown[name] == nil { unlink("\(imageFolder)/\(name)") }
        }
    }

    private static func name(of file: ReviewedFile) -> String {
        (file.digest?.description.prefix(digitCount) ?? "") + ".png"
    }

    /// Returns the path of the new file; `nil` if the folder has the image.
    private func copy(
        _ file: ReviewedFile, to path: String, exists: Bool, _ read: ReportFile.Reader
    ) throws -> String? {
        let bytes = try file.bytes(read)
        if exists {
            if let present = try? DiskFileSystem().read(path, limit: bytes.count), present == bytes { return nil }
            unlink(path)
        }
        let descriptor = unfinished.create(path)
        let isWritten = descriptor >= 0 && bytes.withUnsafeBytes { writeFully($0, to: descriptor) }
        let code = errno
        if descriptor >= 0 { close(descriptor) }
        guard isWritten else {
            unfinished.remove(path)
            throw UserError(
                path: path, "cannot be written: \(String(cString: strerror(code)))",
                hint: "is the folder writable, and is there room on the disk?")
        }
        return path
    }

    /// Returns the names of the images of earlier reports.
    private static func imageNames(in folder: String) -> Set<String> {
        let entries = (try? DiskFileSystem().entries(of: folder)) ?? []
        return Set(entries.compactMap { String(validating: $0.name, as: UTF8.self) }.filter(isImageName))
    }

    private static func isImageName(_ name: String) -> Bool {
        name.utf8.count == digitCount + 4 && name.hasSuffix(".png")
            && name.utf8.prefix(digitCount).allSatisfy { $0.hexDigitValue != nil }
    }

    private func checkContents() throws(UserError) {
        let disk = DiskFileSystem()
        guard let kind = disk.kind(of: path) else { return }
        guard kind == .folder else {
            throw UserError(path: path, "is a file, where a folder is to be written", hint: "name a new folder with -o")
        }
        guard let entries = try? disk.entries(of: path), !entries.isEmpty else { return }
        let start = (try? disk.read("\(path)/\(Self.indexName)", first: 2048, limit: .max))?.bytes ?? []
        guard String(decoding: start, as: UTF8.self).contains(Page.generatorElement.description) else {
            throw UserError(
                path: path, "is not empty, and contains no report that could be replaced",
                hint: "name a new folder with -o")
        }
    }
}
