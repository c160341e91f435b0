import ThemePackager
import ThemeProject

/// The images of a report in a folder, named by their SHA-256. Images with the same bytes are one file. Thread-safe.
final class ReportImages: Sendable {
    static let folderName = "images"
    /// 128 bits of a digest. Two images never share them.
    private static let digitCount = 32

    private struct State {
        var shown: Set<ContentDigest?> = []
        var newFiles: [String] = []
    }

    private let state = Lock(State())
    private let files: [ReviewedFile]
    private let place: OutputPlace
    /// The names of the images of an earlier report.
    private let earlierNames: Set<String>
    private let disk = DiskCalls()
    private let read: ReportWriter.Reader

    /// - Parameter place: the folder of the images.
    init(of files: [ReviewedFile], in place: OutputPlace, reading read: @escaping ReportWriter.Reader) {
        self.files = files
        self.read = read
        self.place = place
        let entries = (try? DiskFileSystem.withoutLinks.entries(of: place.target)) ?? []
        earlierNames = Set(entries.compactMap { String(validUTF8: $0.name) }.filter(Self.isImageName))
    }

    /// Copies an image, unless the folder has it.
    ///
    /// - Parameter number: of a sound file.
    /// - Returns: its address, relative to the report's folder.
    /// - Throws: ``UserError`` if the image has changed, or if it cannot be written.
    func address(of number: Int) throws -> Address {
        let file = files[number]
        let name = Self.name(file.digest)
        if state.withLock({ $0.shown.insert(file.digest).inserted }) { try copy(file, to: name) }
        return .file("\(Self.folderName)/\(name)")
    }

    private func copy(_ image: ReviewedFile, to name: String) throws {
        let file = try place.file(name)
        let path = file.target
        let bytes = try image.bytes(read)
        if earlierNames.contains(name) {
            if let present = try? DiskFileSystem.withoutLinks.read(path, limit: bytes.count), present == bytes {
                return
            }
            _ = DiskCalls().unlink(path)
        }
        let descriptor = disk.unfinished.create(path)
        do throws(SystemError) {
            guard descriptor >= 0 else { throw .last() }
            try FileWriter(descriptor).append(bytes)
        } catch {
            disk.unfinished.remove(path)
            throw UserError(
                path: file.path, "cannot be written: \(error.reason)",
                hint: "is the folder writable, and is there room on the disk?")
        }
        state.withLock { $0.newFiles.append(path) }
    }

    func remove() {
        for path in state.withLock({ $0.newFiles }) { disk.unfinished.remove(path) }
    }

    /// Makes the copies permanent, and deletes the images of an earlier report that were not asked for.
    func keep() {
        let state = state.withLock { $0 }
        disk.unfinished.keep(state.newFiles)
        guard !earlierNames.isEmpty else { return }
        for name in earlierNames.subtracting(state.shown.map(Self.name)) { _ = disk.unlink("\(place.target)/\(name)") }
    }

    private static func name(_ digest: ContentDigest?) -> String {
        "\(digest?.description.prefix(digitCount) ?? "").png"
    }

    private static func isImageName(_ name: String) -> Bool {
        name.utf8.count == digitCount + 4 && name.hasSuffix(".png")
            && name.utf8.prefix(digitCount).allSatisfy { $0.hexDigitValue != nil }
    }
}
