import Foundation
import PackFormat
import ThemeModel
import ThemePackager
package import ThemeProject

/// A project in a temporary folder, which is deleted when this is freed.
public final class TestProject {
    public let root: String
    private let isTemporary: Bool

    public init() throws {
        root = FileManager.default.temporaryDirectory.path + "/themepack-test-\(UUID().uuidString)"
        isTemporary = true
        for folder in ["assets", "themes"] {
            try FileManager.default.createDirectory(atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
        }
    }

    public static func sample() -> TestProject { TestProject(existing: repository) }

    public static var repository: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .path
    }

    private init(existing root: String) { (self.root, isTemporary) = (root, false) }

    deinit {
        if isTemporary { try? FileManager.default.removeItem(atPath: root) }
    }

    public func write(_ path: String, _ bytes: [UInt8]) throws {
        let url = URL(fileURLWithPath: "\(root)/\(path)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    public func write(_ path: String, _ text: String) throws { try write(path, Array(text.utf8)) }

    public func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: "\(root)/\(path)") }

    /// Writes an image, by default of 8 x 4 points at the scale of its name. Its pixels derive from the path.
    public func image(_ path: String, width: Int = 8, height: Int = 4) throws {
        let scale =
            (try? PortablePath(path)).flatMap { ImageFileName($0.lastComponent) }.map { Int($0.scale.factor) } ?? 1
        try write(path, PNGFile(width * scale, height * scale, seed: XXHash64.hash(path)).bytes)
    }

    public func theme(
        _ id: String, prefix: String = "", extends: String? = nil, config: String? = nil, more: String = ""
    ) throws {
        let parent = extends.map { ", \"extends\": \"\($0)\"" } ?? ""
        let name = prefix.isEmpty ? "" : ", \"imageNamePrefix\": \"\(prefix)\""
        try write("themes/\(id)/theme.json", "{\"id\": \"\(id)\", \"version\": \"1.0.0\"\(name)\(parent)\(more)}")
        if let config { try write("themes/\(id)/config.json", config) }
    }

    /// Builds all themes if no folder is named. Returns the packs' paths by theme.
    public func build(_ folders: String..., to folder: String? = nil) throws -> [String: String] {
        let project = try Project(at: root)
        let selection = folders.isEmpty ? ThemeScope.everything : .folders(Set(folders))
        let verification = try IncrementalBuild(of: project, selection, jobs: 2).verifyForPackaging()
        if let finding = verification.findings.first(where: { $0.severity == .error }) {
            throw BuildFailure(finding: finding)
        }
        let target = folder ?? "\(root)/dist-\(UUID().uuidString)"
        let themes = verification.themes
        let packs = try Distribution(folder: target).write(themes, from: project.fileSystem, date: .fixed)
        return Dictionary(
            zip(themes.map(\.manifest.id.string), packs.map(\.path)), uniquingKeysWith: { first, _ in first })
    }
}

public struct BuildFailure: Error {
    package let finding: Finding
}

public final class TemporaryFolder: Sendable {
    public let path: String

    public init() throws {
        path = FileManager.default.temporaryDirectory.path + "/themepack-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

extension TemporaryFolder {
    private static let kept: Lock<[TemporaryFolder]> = {
        atexit { TemporaryFolder.kept.withLock { $0 = [] } }
        return Lock([])
    }()

    /// A temporary folder that lasts until the process exits.
    public static func untilExit() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        kept.withLock { $0.append(folder) }
        return folder
    }
}
