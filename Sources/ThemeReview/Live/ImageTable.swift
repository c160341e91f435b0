import ThemeModel
import ThemeProject

/// The images that pages show, by number. A number stands for one content of one file: a changed file gets a new one.
struct ImageTable: Sendable {
    private struct Key: Hashable {
        let location: String
        let digest: ContentDigest?

        /// Nearly every content is in one file only, and a digest is short.
        func hash(into hasher: inout Hasher) {
            if let digest { hasher.combine(digest) } else { hasher.combine(location) }
        }
    }

    private var numbers: [Key: Int] = [:]
    private var files: [Key] = []

    /// Returns the number of a file. The same content at the same place keeps it.
    mutating func number(of file: ReviewedFile) -> Int? {
        guard case .file(let location) = file.source else { return nil }
        let key = Key(location: location, digest: file.digest)
        if let number = numbers[key] { return number }
        numbers[key] = files.count
        files.append(key)
        return files.count - 1
    }

    /// An image as its file is now.
    enum Image {
        /// `isCurrent` is `false` if the file has changed since; then a browser must not keep the bytes.
        case bytes([UInt8], isCurrent: Bool)
        /// The file cannot be read any more. The next event removes the image from the page.
        case gone
    }

    /// Reads the image with this number; `nil` if there never was one. Its path comes from the survey, never from the
    /// request.
    func image(_ number: Int, in fileSystem: any FileSystem, limit: Int) -> Image? {
        guard files.indices.contains(number) else { return nil }
        guard let bytes = try? fileSystem.read(files[number].location, limit: limit) else { return .gone }
        return .bytes(bytes, isCurrent: files[number].digest.map { ContentDigest(of: bytes) == $0 } ?? false)
    }
}
