import Foundation

/// Two versions of a theme, as packs. Of a project, every hundredth image is changed in the second one.
struct VersionPair {
    let old: String
    let new: String
    /// The bytes that are changed; of images, all bytes of the changed ones in the new version.
    let changedByteCount: Int

    /// - Parameters:
    ///   - project: a project whose theme has the version 1.0.0. It is copied.
    ///   - old: the pack of that version.
    /// - Returns: `nil` if ImageMagick is missing.
    init?(of project: String, theme: String, old: String, in scratch: String) throws {
        let copy = "\(scratch)/project"
        let packs = "\(scratch)/new"
        try ToolProject.copy(project, to: copy)
        let folder = "themes/\(theme)"
        let images = try FileManager.default.subpathsOfDirectory(atPath: "\(copy)/\(folder)").sorted()
            .filter { $0.hasSuffix(".png") }
        let changed = stride(from: images.count / 2 % 100, to: images.count, by: 100).map { "\(folder)/\(images[$0])" }
        guard let negate = Command("mogrify", ["-strip", "-negate"] + changed, in: copy) else { return nil }
        try negate.run()
        changedByteCount = try changed.reduce(0) { sum, path in
            sum + (try FileManager.default.attributesOfItem(atPath: "\(copy)/\(path)")[.size] as? Int ?? 0)
        }
        let properties = "\(copy)/\(folder)/theme.json"
        try String(contentsOfFile: properties, encoding: .utf8).replacing("\"1.0.0\"", with: "\"1.1.0\"")
            .write(toFile: properties, atomically: true, encoding: .utf8)
        self.old = old
        new = try Self.build(folder, "1.1.0", to: packs, in: copy)
    }

    /// Two versions of a theme with one resource, of which the byte in the middle differs.
    init(fontOf byteCount: Int, in scratch: String) throws {
        let folder = "\(scratch)/project/themes/default"
        try FileManager.default.createDirectory(atPath: "\(folder)/fonts", withIntermediateDirectories: true)
        try SyntheticProject.writeAssets(in: "\(scratch)/project")
        var state: UInt32 = 7
        var font = (0..<byteCount).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
        func pack(_ version: String) throws -> String {
            try Data(font).write(to: URL(fileURLWithPath: "\(folder)/fonts/text.ttf"))
            try "{\"id\": \"default\", \"version\": \"\(version)\", \"resources\": [\"fonts/**\"]}".write(
                toFile: "\(folder)/theme.json", atomically: true, encoding: .utf8)
            return try Self.build("themes/default", version, to: "\(scratch)/\(version)", in: "\(scratch)/project")
        }
        changedByteCount = 1
        old = try pack("1.0.0")
        font[byteCount / 2] ^= 0xFF
        new = try pack("1.1.0")
    }

    /// Returns the path of the pack.
    private static func build(
        _ folder: String, _ version: String, to packs: String, in project: String
    ) throws -> String {
        try ToolBenchmark.themepack(["build", "-q", "--no-cache", "-o", packs, folder], in: project).run()
        guard
            let pack = try FileManager.default.contentsOfDirectory(atPath: packs).first(where: { $0.contains(version) })
        else { throw BenchmarkFailure("no version \(version) of \(folder) was built in \(packs)") }
        return "\(packs)/\(pack)"
    }
}
