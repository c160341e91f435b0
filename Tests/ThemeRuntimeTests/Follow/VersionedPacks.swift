import Foundation
import PackFormat
import TestSupport
import Testing
import ThemeRuntime

/// A folder for packs, and packs of any version to put there.
struct VersionedPacks {
    let folder: PackFolder
    private let (place, built): (Sandbox, Sandbox)

    init(mode: MountMode = .checkedWhenRead) throws {
        (place, built) = (try Sandbox(), try Sandbox())
        folder = PackFolder(place.path, mode: mode)
    }

    /// Builds a pack outside the folder. Its setting `number` and its image `a` differ by `number`.
    ///
    /// - Returns: the path of the pack.
    func build(
        _ id: String, _ version: String, number: Int = 0, prefix: String = "", extends parent: String? = nil
    ) throws -> String {
        let project = try TestProject()
        let image = PNGFile(8, 4, seed: UInt64(number)).bytes
        try project.image("assets/a.png")
        if id != "default" { try project.theme("default", config: #"{"number": -1}"#) }
        if let parent { try project.theme(parent) }
        try project.write(id == "default" ? "assets/a.png" : "themes/\(id)/\(prefix)a.png", image)
        try project.write("themes/\(id)/config.json", "{\"number\": \(number)}")
        let more = parent.map { ", \"extends\": \"\($0)\"" } ?? ""
        try project.write(
            "themes/\(id)/theme.json",
            "{\"id\": \"\(id)\", \"version\": \"\(version)\", \"imageNamePrefix\": \"\(prefix)\"\(more)}")
        return try #require(try project.build(id, to: "\(built.path)/\(UUID().uuidString)")[id])
    }

    /// Puts a pack into the folder by a rename, as `themepack build` does.
    ///
    /// - Returns: its path there.
    @discardableResult
    func put(_ pack: String, as name: String? = nil) throws -> String {
        let target = "\(folder.path)/\(name ?? URL(fileURLWithPath: pack).lastPathComponent)"
        let new = "\(folder.path)/.new"
        try #require(link(pack, new) == 0 && rename(new, target) == 0)
        // rename(2) does nothing if both are links to one file.
        unlink(new)
        return target
    }

    func write(_ bytes: [UInt8], as name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"), options: .atomic)
    }

    func remove(_ name: String) throws { try #require(unlink("\(folder.path)/\(name)") == 0) }
}

extension ThemeLibrary {
    /// The mounted themes with their versions and their settings `number`: `default 1.0.0 0`.
    func listing() throws -> [String] {
        let snapshot = snapshot
        return try snapshot.ids.compactMap(snapshot.theme).map { theme in
            "\(theme.id) \(theme.version) \(try theme.number("number").map { Int($0) } ?? 0)"
        }
    }
}
