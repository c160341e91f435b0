import Foundation
import Testing

/// A folder for packs, and packs of two themes in any version, built by the tool from images of the sample.
final class TestPacks: Sendable {
    /// The folder that the service follows.
    let folder: String
    private let root: String

    static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    init() throws {
        root = FileManager.default.temporaryDirectory.path + "/themepack-service-\(UUID().uuidString)"
        folder = "\(root)/packs"
        for path in [folder, "\(root)/assets/common"] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        try FileManager.default.copyItem(
            atPath: "\(Self.repository)/assets/common/buttonImage.png", toPath: "\(root)/assets/common/buttonImage.png")
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    /// The image of the theme `year` in a version.
    static func image(_ version: Int) throws -> Data {
        let (theme, prefix) = [("year", "year_"), ("dark", "dark_"), ("ocean", "ocean_")][version % 3]
        let path = "\(repository)/themes/\(theme)/common/\(prefix)buttonImage.png"
        return try Data(contentsOf: URL(fileURLWithPath: path))
    }

    /// Builds the theme `year`, whose image and setting `number` depend on the version, and a default theme.
    ///
    /// - Returns: the paths of the packs, outside the folder.
    func build(_ version: Int, text: String = "") throws -> [String] {
        let year = "\(root)/themes/year"
        for path in ["\(root)/themes/default", "\(year)/common"] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        try Self.image(version).write(to: URL(fileURLWithPath: "\(year)/common/buttonImage.png"))
        let files = [
            "default/theme.json": #"{"id": "default", "version": "1.0.0"}"#,
            "default/config.json": #"{"number": 0, "text": "", "Color": {"title": "FF0000"}}"#,
            "year/theme.json": "{\"id\": \"year\", \"version\": \"1.\(version).0\"}",
            "year/config.json": "{\"number\": \(version), \"text\": \"\(text)\"}",
        ]
        for (path, contents) in files {
            try contents.write(toFile: "\(root)/themes/\(path)", atomically: true, encoding: .utf8)
        }
        let tool = Process()
        tool.executableURL = URL(fileURLWithPath: "\(Self.repository)/.build/debug/themepack")
        tool.arguments = ["build", "-q", "-C", root, "--output", "\(root)/dist-\(version)"]
        tool.standardOutput = FileHandle.nullDevice
        try tool.run()
        tool.waitUntilExit()
        try #require(tool.terminationStatus == 0, "build the tool first, with `make example`")
        return ["default-1.0.0", "year-1.\(version).0"].map { "\(root)/dist-\(version)/\($0).themepack.zip" }
    }

    /// Puts packs into the folder by renames.
    func put(_ packs: [String]) throws {
        for pack in packs {
            let new = "\(folder)/.new"
            let target = "\(folder)/\(URL(fileURLWithPath: pack).lastPathComponent)"
            try #require(link(pack, new) == 0 && rename(new, target) == 0)
            // rename(2) does nothing if both are links to one file.
            unlink(new)
        }
    }

    func remove(_ version: Int) throws {
        try FileManager.default.removeItem(atPath: "\(folder)/year-1.\(version).0.themepack.zip")
    }
}
