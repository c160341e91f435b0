import Foundation

/// Two versions of a theme, as packs: in the second one, every hundredth image is changed.
struct VersionPair {
    let old: String
    let new: String
    /// The bytes of the changed images in the new version.
    let changedByteCount: Int

    /// - Parameters:
    ///   - project: a project whose theme has the version 1.0.0. It is copied.
    ///   - old: the pack of that version.
    /// - Returns: `nil` if ImageMagick is missing.
    init?(of project: String, theme: String, old: String, in scratch: String) throws {
        let (copy, packs) = ("\(scratch)/project", "\(scratch)/new")
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
        for item in try FileManager.default.contentsOfDirectory(atPath: project)
        where ["assets", "themes", "themepack.json"].contains(item) {
            try FileManager.default.copyItem(atPath: "\(project)/\(item)", toPath: "\(copy)/\(item)")
        }
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
        try ToolBenchmark.themepack(["build", "-q", "--no-cache", "-o", packs, folder], in: copy).run()
        guard
            let new = try FileManager.default.contentsOfDirectory(atPath: packs).first(where: { $0.contains("1.1.0") })
        else { throw BenchmarkFailure("no second version of \(theme) was built in \(packs)") }
        (self.old, self.new) = (old, "\(packs)/\(new)")
    }
}
