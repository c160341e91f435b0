import PackFormat
import ThemePackager
import ThemeProject

/// Writes images of a project as its pages ask, and undoes that.
///
/// A file is written only while it is as the page showed it, so no other change of it is lost.
struct ImageEdits: Sendable {
    /// A file as a page showed it.
    enum Shown: Hashable {
        case missing
        /// Without a digest, the page could not show the content.
        case file(ContentDigest?)
    }

    private struct Edit {
        let location: String
        /// `nil` if there was no file.
        let old: [UInt8]?
        let new: ContentDigest
        /// The folders that it created, inner ones first.
        let folders: [String]
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
    ///   - root: the project's folder.
    ///   - limits: of the project, whose verification judges images in the same way.
    mutating func replace(
        _ location: String, shown: Shown, with bytes: [UInt8], in root: String, limits: ProjectLimits
    ) throws(HTTPResponse) -> Int {
        try Self.check(bytes, limits)
        let old = try Self.read(location, expecting: shown, limit: limits.imageBytes)
        let folders = DiskFileSystem().missingFolders(to: String(location.parentFolder))
        try Self.write(bytes, to: location, in: root)
        nextNumber += 1
        edits[nextNumber] = Edit(location: location, old: old, new: ContentDigest(of: bytes), folders: folders)
        while edits.count > Self.editsMax || edits.count > 1 && byteCount > bytesMax {
            edits[edits.keys.min() ?? nextNumber] = nil
        }
        return nextNumber
    }

    private static func check(_ bytes: [UInt8], _ limits: ProjectLimits) throws(HTTPResponse) {
        guard let structure = try? PNGStructure(bytes) else {
            throw HTTPResponse(.unsupportedMediaType, "This file is not a PNG that can be read. Export it as PNG.")
        }
        do throws(ImageError) {
            try limits.check(structure)
            _ = try PNGDecoder.decode(structure, limits: limits, WorkBudget(limits))
        } catch {
            throw HTTPResponse(.unsupportedMediaType, "This image \(error.message). Export it again.")
        }
    }

    private var byteCount: Int { edits.values.reduce(0) { $0 + ($1.old?.count ?? 0) } }

    /// Writes the content before an edit, or deletes the file if there was none.
    mutating func undo(_ number: Int, in root: String, limit: Int) throws(HTTPResponse) {
        guard let edit = edits[number] else {
            throw HTTPResponse(.notFound, "This change was taken back, or is too old for that.")
        }
        _ = try Self.read(edit.location, expecting: .file(edit.new), limit: limit)
        try Self.write(edit.old, to: edit.location, in: root)
        // Folders that have got other files stay.
        for folder in edit.folders where DiskCalls().rmdir(folder) != 0 { break }
        edits[number] = nil
    }

    private static func read(
        _ location: String, expecting shown: Shown, limit: Int
    ) throws(HTTPResponse) -> [UInt8]? {
        let bytes = try? DiskFileSystem().read(location, limit: limit)
        let isAsShown =
            switch shown {
            case .missing: DiskFileSystem().kindWithoutFollowing(location) == nil
            case .file(let digest): bytes.map { digest == nil || ContentDigest(of: $0) == digest } ?? false
            }
        guard isAsShown else {
            throw HTTPResponse(.conflict, "The file has changed since it was shown. Look at it, and try again.")
        }
        return bytes
    }

    private static func write(_ bytes: [UInt8]?, to location: String, in root: String) throws(HTTPResponse) {
        guard let name = location.path(below: root) else {
            throw HTTPResponse(.forbidden, "The file is outside of the project. Change it there.")
        }
        do throws(UserError) {
            let place = try OutputPlace(sourcesOf: root).file(String(name))
            if let bytes {
                try OutputFiles.write([(place, bytes)])
            } else if DiskCalls().unlink(place.target) != 0 {
                throw UserError(.last(), writing: place)
            }
        } catch {
            throw HTTPResponse(.forbidden, ([error.message] + (error.hint.map { [$0] } ?? [])).joined(separator: "; "))
        }
    }
}
