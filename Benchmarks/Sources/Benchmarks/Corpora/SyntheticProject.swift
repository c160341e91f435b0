import Foundation

/// A generated project: a default theme, and a theme `year` that replaces ten of every eleven images. Every image has
/// one variant, at @2x. No two images are equal.
struct SyntheticProject {
    let imageCount: Int
    /// Width and height of an image in pixels. A file has about `4 * side * side` bytes.
    let side: Int

    static let all = [
        SyntheticProject(imageCount: 100, side: 32), SyntheticProject(imageCount: 1_000, side: 48),
        SyntheticProject(imageCount: 10_000, side: 4), SyntheticProject(imageCount: 100_000, side: 4),
    ]

    var name: String { "\(imageCount)" }

    /// The version of the generator. A new number makes earlier projects unused.
    private static let version = 1

    func make(below folder: String) throws -> String {
        let root = "\(folder)/synthetic-\(imageCount)-\(Self.version)"
        guard !FileManager.default.fileExists(atPath: root) else { return root }
        try? FileManager.default.removeItem(atPath: root + ".part")
        try write(to: root + ".part")
        try FileManager.default.moveItem(atPath: root + ".part", toPath: root)
        return root
    }

    private func write(to root: String) throws {
        try write(
            "\(root)/themes/default/theme.json", #"{"id": "default", "version": "1.0.0", "config": "config.json"}"#)
        try write("\(root)/themes/default/config.json", Self.settings("222222"))
        try write(
            "\(root)/themes/year/theme.json",
            #"{"id": "year", "version": "1.0.0", "imageNamePrefix": "year_", "config": "config.json"}"#)
        try write("\(root)/themes/year/config.json", Self.settings("F85825"))
        for number in 0..<imageCount + imageCount / 10 {
            let group = String(format: "group%04d", number / 100)
            let file = String(format: "image%06d@2x.png", number)
            if number % 100 == 0 {
                for tree in ["assets", "themes/year"] {
                    try FileManager.default.createDirectory(
                        atPath: "\(root)/\(tree)/\(group)", withIntermediateDirectories: true)
                }
            }
            try write("\(root)/assets/\(group)/\(file)", StoredPNG(side: side, seed: UInt32(number)).bytes)
            if number % 11 != 10 {
                let themed = StoredPNG(side: side, seed: ~UInt32(number)).bytes
                try write("\(root)/themes/year/\(group)/year_\(file)", themed)
            }
        }
    }

    /// Writes an asset tree with one image, for a project whose images do not matter. A build refuses an empty tree.
    static func writeAssets(in project: String) throws {
        let folder = "\(project)/assets"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(StoredPNG(side: 4, seed: 0).bytes).write(to: URL(fileURLWithPath: "\(folder)/image.png"))
    }

    /// The key paths of a synthetic theme's settings: colors of controls by state, as in real themes.
    static let settingPaths = (0..<20).flatMap { mode in
        states.map { "Button.ThemeMode_Button_\(mode).titleColor.\($0)" }
    }
    private static let states = ["Normal", "Highlight", "Disabled"].map { "UIControlState\($0)" }

    private static func settings(_ color: String) -> String {
        let members = states.map { "\"\($0)\": \"#\(color)\"" }.joined(separator: ", ")
        let modes = (0..<20).map { "\"ThemeMode_Button_\($0)\": {\"titleColor\": {\(members)}}" }
        return "{\"Color\": {\"title\": \"#\(color)\"}, \"Button\": {\(modes.joined(separator: ", "))}}"
    }

    private func write(_ path: String, _ text: String) throws {
        try FileManager.default.createDirectory(
            atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
        try write(path, Array(text.utf8))
    }

    private func write(_ path: String, _ bytes: [UInt8]) throws {
        guard let file = fopen(path, "w") else { throw BenchmarkFailure("\(path) cannot be written") }
        defer { fclose(file) }
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
            throw BenchmarkFailure("\(path) cannot be written")
        }
    }
}
