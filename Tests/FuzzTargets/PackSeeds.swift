import PackFormat
import Foundation
import TestSupport
import ThemeModel

@testable import ThemePackager
@testable import ThemeProject
@testable import ThemeRuntime

enum PackSeeds {
    static let small = ProjectFiles.sound.with { project in
        project.files = project.files.filter { !$0.key.hasSuffix("@3x.png") }
        for (path, shade) in [("assets/common/", 1), ("themes/year/common/year_", 2)] {
            project.files["\(path)button.png"] = PNGFile(2, 1, shade: UInt8(shade)).bytes
            project.files["\(path)button@2x.png"] = PNGFile(4, 2, shade: UInt8(shade)).bytes
        }
        project["themes/year/theme.json"] =
            #"{"id": "year", "version": "1.2.0", "imageNamePrefix": "year_", "#
            + #""config": "config.json", "resources": ["*.txt"]}"#
        project["themes/year/a.txt"] = "text"
        project["themes/year/b.txt"] = "tXet"
    }

    static func packs() throws -> [[UInt8]] {
        try built(Project(at: ProjectFiles.root, in: small.memory))
            + built(Project(at: RepositorySample.folder)).filter { $0.count < 1 << 16 }
    }

    /// Packs with right checksums that break one rule of FORMAT.md each.
    static func forgeries() throws -> [[UInt8]] {
        let (png, size) = (PNGFile(2, 1).bytes, PixelSize(width: 2, height: 1))
        func forgery(
            _ id: String = "year", prefix: String = "", extends: String? = "default", names: [String] = ["a", "b"],
            settings: String? = nil, listing change: (inout PackContents) -> Void = { _ in }
        ) throws -> [UInt8] {
            var forged = try ForgedPack(id, prefix: prefix, extends: extends)
            for name in names { try forged.add(image: name, png, size: size) }
            forged.settings = settings.map { Array($0.utf8) }
            return try forged.bytes(listing: change)
        }
        return [
            try forgery { $0.images[1].variants[0].stored = $0.images[0].variants[0].stored },
            try forgery { $0.images[1].variants[0].stored.offset -= 1 },
            try forgery(names: ["A/x", "a/y"]), try forgery(names: [String(repeating: "f/", count: 33) + "a"]),
            try forgery(prefix: "CO", names: ["N"]), try forgery(extends: "year"), try forgery("default"),
            try forgery(settings: "[]\n"), try forgery(settings: "{\n  \"super\": \"year\"\n}\n"),
            try forgery(settings: "{\n  \"a\": {\n    \"b\": 1\n  },\n  \"a.b\": 2\n}\n"),
        ]
    }

    static func defaultPack() throws -> ThemePack { try ThemePack(copying: try defaultBytes.get(), path: "default") }

    /// Bytes instead of a mounted pack, which would be reported as a leak at exit.
    private static let defaultBytes = Result { try built(Project(at: ProjectFiles.root, in: small.memory))[0] }

    static func built(_ project: Project) throws -> [[UInt8]] {
        let verification = try ProjectRun(of: project, .everything, jobs: 1).verifyForPackaging()
        return try verification.themes.map { theme in
            let bytes = Lock<[UInt8]>([])
            let writer = ZipWriter(plan: try PackPlan(for: theme), fileSystem: project.fileSystem, date: .earliest)
            _ = try writer.write { piece in bytes.withLock { $0 += piece } }
            return bytes.withLock { $0 }
        }
    }
}

enum RepositorySample {
    static let folder: String = {
        var url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        while url.pathComponents.count > 1 {
            if FileManager.default.fileExists(atPath: url.appendingPathComponent("docs/formats/FORMAT.md").path) {
                break
            }
            url.deleteLastPathComponent()
        }
        return url.path
    }()

    static var images: [[UInt8]] {
        files.filter { $0.hasSuffix(".png") }.compactMap {
            try? DiskFileSystem().read("\(folder)/\($0)", limit: 1 << 16)
        }
    }

    static func texts(named suffix: String) -> [[UInt8]] {
        files.filter { $0.hasSuffix(suffix) }.compactMap {
            try? DiskFileSystem().read("\(folder)/\($0)", limit: 1 << 16)
        }
    }

    private static var files: [String] {
        ["assets", "themes"].flatMap { tree in
            ((try? FileManager.default.subpathsOfDirectory(atPath: "\(folder)/\(tree)")) ?? []).map { "\(tree)/\($0)" }
        }
    }
}
