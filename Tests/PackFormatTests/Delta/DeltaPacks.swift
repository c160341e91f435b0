import ThemeModel
import TestSupport

@testable import PackFormat

/// Packs in memory, and deltas between them.
enum DeltaPacks {
    struct Image {
        var name: String
        var shade: UInt8 = 1
        var side = 20
    }

    static func pack(
        _ images: [Image], resources: [String: [UInt8]] = [:], settings: String? = nil, version: String = "1.0.0",
        prefix: String = "", id: String = "year"
    ) throws -> [UInt8] {
        var pack = try ForgedPack(id, prefix: prefix)
        pack.theme.version = try SemanticVersion(version)
        pack.settings = settings.map { Array($0.utf8) }
        for image in images.sorted(by: { UTF8Order.precedes($0.name, $1.name) }) {
            let size = PixelSize(width: UInt32(image.side), height: UInt32(image.side))
            try pack.add(image: image.name, PNGFile(image.side, image.side, shade: image.shade).bytes, size: size)
        }
        for (path, bytes) in resources.sorted(by: { $0.key < $1.key }) { try pack.add(resource: path, bytes) }
        return try pack.bytes()
    }

    static func indexed(_ bytes: [UInt8], path: String = "old") throws -> IndexedPack {
        try IndexedPack(BytesInMemory(bytes, path: path))
    }

    static func delta(from old: [UInt8], to new: [UInt8]) throws -> [UInt8] {
        var delta: [UInt8] = []
        try DeltaMaker.make(from: indexed(old), to: indexed(new, path: "new")) { delta += $0 }
        return delta
    }

    static func apply(_ delta: [UInt8], to old: [UInt8]) throws -> [UInt8] {
        var new: [UInt8] = []
        try PackDelta(BytesInMemory(delta, path: "delta")).apply(to: indexed(old)) { new += $0 }
        return new
    }

    /// Names of several folders and lengths, with letters outside ASCII.
    static func images(_ count: Int, side: Int = 20) -> [Image] {
        (0..<count).map {
            Image(name: ["actions", "états", "a/b/c"][$0 % 3] + "/image-\($0 * 7919 % 1000)", side: side)
        }
    }
}
