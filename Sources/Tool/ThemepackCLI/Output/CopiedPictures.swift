import ArgumentParser
import ThemeProject
import ThemeReview

/// A folder for pictures, and its address on the web: `pictures=https://example.com/pictures`.
struct PictureTarget: ExpressibleByArgument {
    let folder: String
    let address: String

    /// Takes only addresses that cannot end a link or an attribute.
    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, parts[1].wholeMatch(of: /https?:\/\/[A-Za-z0-9._~:\/%\-]+/) != nil else { return nil }
        folder = parts[0]
        address = String(parts[1].withoutLastSlash)
    }
}

/// Pictures of changed images in a folder, named by their SHA-256.
struct CopiedPictures {
    /// A comment has room for links to about as many images.
    private static let imagesMax = 100

    /// The pictures of each changed image: the old, the new and the default one.
    private var links: [ThemeID: [ExactText: [String?]]] = [:]

    init() {}

    var isEmpty: Bool { links.isEmpty }

    func links(of title: String, in theme: ThemeID) -> [String?] { links[theme]?[ExactText(title)] ?? [nil, nil, nil] }

    /// Copies the first images that look different, in the order in which they are shown.
    init(of comparison: Comparison, to place: OutputPlace, at address: String) throws(UserError) {
        let folder = try OutputFolder(place)
        var left = Self.imagesMax
        for difference in comparison.themes {
            for change in difference.imagesBySight.filter({ $0.kind != .same }).prefix(left) {
                left -= 1
                let files = [
                    try Self.bytes(of: change.old), try Self.bytes(of: change.new), difference.defaultImage(of: change),
                ]
                var copied: [String?] = []
                for file in files {
                    copied.append(try Self.copy(file, to: place).map { "\(address)/\($0)" })
                }
                links[difference.themeID, default: [:]][ExactText(change.image.title)] = copied
            }
        }
        folder.keep()
    }

    private static func bytes(of image: StoredImage?) throws(UserError) -> [UInt8]? {
        guard let image else { return nil }
        return try rethrow(as: { UserError(path: image.path, $0.message, hint: $0.hint) }) { () throws(ImageError) in
            try image.bytes()
        }
    }

    private static func copy(_ bytes: [UInt8]?, to folder: OutputPlace) throws(UserError) -> String? {
        guard let bytes else { return nil }
        let name = "\(ContentDigest(of: bytes)).png"
        let file = try folder.file(name)
        if DiskFileSystem.withoutLinks.kind(of: file.target) == nil { try file.write(bytes) }
        return name
    }
}
