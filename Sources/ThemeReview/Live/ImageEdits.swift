import PackFormat
import ThemeSystem
import ThemeModel
import ThemeProject

/// Replaces images of a project as its pages ask, and takes that back.
///
/// A file is replaced only while it has the content that the page showed, so no other change of it is lost.
struct ImageEdits: Sendable {
    /// The reason why nothing was changed.
    struct Refusal: Error {
        let status: HTTPStatus
        let sentence: String
    }

    private struct Edit {
        let location: String
        let old: [UInt8]
        let new: ContentDigest
    }

    /// Older edits cannot be taken back, so that the memory stays small.
    private static let editsMax = 16
    /// The most bytes of all of them. The newest one is kept in any case.
    var bytesMax = 1 << 26

    private var edits: [Int: Edit] = [:]
    private var nextNumber = 0

    /// Returns the number for ``undo(_:in:limit:)``.
    ///
    /// - Parameters:
    ///   - location: the path of the file, from the survey.
    ///   - digest: of the content that the page showed.
    ///   - root: the project's folder.
    mutating func replace(
        _ location: String, digest: ContentDigest?, with bytes: [UInt8], in root: String, limit: Int
    ) throws(Refusal) -> Int {
        do {
            _ = try PNGStructure(bytes)
        } catch {
            throw Refusal(
                status: .unsupportedMediaType, sentence: "This file is no PNG that can be read. Export it as PNG.")
        }
        let old = try Self.read(location, expecting: digest, limit: limit)
        try Self.write(bytes, to: location, in: root)
        nextNumber += 1
        edits[nextNumber] = Edit(location: location, old: old, new: ContentDigest(of: bytes))
        while edits.count > Self.editsMax || edits.count > 1 && byteCount > bytesMax {
            edits[edits.keys.min() ?? nextNumber] = nil
        }
        return nextNumber
    }

    private var byteCount: Int { edits.values.reduce(0) { $0 + $1.old.count } }

    /// Writes the content before an edit.
    mutating func undo(_ number: Int, in root: String, limit: Int) throws(Refusal) {
        guard let edit = edits[number] else {
            throw Refusal(status: .notFound, sentence: "This change was taken back, or is too old for that.")
        }
        _ = try Self.read(edit.location, expecting: edit.new, limit: limit)
        try Self.write(edit.old, to: edit.location, in: root)
        edits[number] = nil
    }

    private static func read(
        _ location: String, expecting digest: ContentDigest?, limit: Int
    ) throws(Refusal) -> [UInt8] {
        let bytes = try? DiskFileSystem().read(location, limit: limit)
        guard let bytes, ContentDigest(of: bytes) == digest else {
            throw Refusal(
                status: .conflict, sentence: "The file has changed since it was shown. Look at it, and try again.")
        }
        return bytes
    }

    private static func write(_ bytes: [UInt8], to location: String, in root: String) throws(Refusal) {
        guard let name = location.path(below: root) else {
            throw Refusal(status: .forbidden, sentence: "The file is outside of the project. Change it there.")
        }
        do throws(UserError) {
            try OutputPlace(sourcesOf: root).file(String(name)).write(bytes)
        } catch {
            throw Refusal(
                status: .forbidden,
                sentence: ([error.message] + (error.hint.map { [$0] } ?? [])).joined(separator: "; "))
        }
    }
}
