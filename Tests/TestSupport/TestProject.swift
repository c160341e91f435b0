import Foundation
import PackFormat
import ThemeModel
import ThemePackager
package import ThemeProject

/// A project on disk: the sample, or one in a temporary folder that is deleted when this is freed.
public final class TestProject {
    public let root: String
    /// `nil` for the sample.
    private let sandbox: Sandbox?

    public init() throws {
        let sandbox = try Sandbox()
        (root, self.sandbox) = (sandbox.path, sandbox)
        for folder in ["assets", "themes"] { try sandbox.write("\(folder)/.gitkeep", "") }
    }

    public static func sample() -> TestProject { TestProject(existing: Tool.repository) }

    private init(existing root: String) { (self.root, sandbox) = (root, nil) }

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
        let scope = folders.isEmpty ? ThemeScope.everything : .folders(Set(folders))
        let verification = try ProjectRun(of: project, scope, jobs: 2).verifyForPackaging()
        if let finding = verification.findings.first(where: { $0.severity == .error }) {
            throw BuildFailure(finding: finding)
        }
        let target = folder ?? "\(root)/dist-\(UUID().uuidString)"
        let themes = verification.themes
        let packs = try Distribution(in: OutputPlace(folder: target, for: "packs")).write(
            themes, from: project.fileSystem, date: .earliest)
        return Dictionary(
            zip(themes.map(\.manifest.id.string), packs.map(\.path)), uniquingKeysWith: { first, _ in first })
    }
}

public struct BuildFailure: Error {
    package let finding: Finding
}
