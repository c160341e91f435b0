import ThemeModel
import ThemeProject
import ThemeReview

/// The images that pages show, by number. A number leads to one content of one file, so a changed file gets another.
struct ImageTable: Sendable {
    private struct Key: Hashable {
        let location: String
        let digest: ContentDigest?
    }

    private var numbers: [Key: Int] = [:]
    private var locations: [String] = []

    /// Returns the number of a file. The same content at the same place keeps it.
    mutating func number(of file: ReviewedFile) -> Int? {
        guard case .file(let location) = file.source else { return nil }
        let key = Key(location: location, digest: file.digest)
        if let number = numbers[key] { return number }
        numbers[key] = locations.count
        locations.append(location)
        return locations.count - 1
    }

    /// Reads the image. The request has only a number; the place of the file is what the project's survey has found.
    func bytes(of number: Int, in fileSystem: any FileSystem, limit: Int) -> [UInt8]? {
        guard locations.indices.contains(number) else { return nil }
        return try? fileSystem.read(locations[number], limit: limit)
    }
}
