import Foundation
import TestSupport
import Testing
import ThemeModel
import ThemeSystem

@testable import PackFormat
@testable import ThemePackager
@testable import ThemeProject

enum Packs {
    static func themes(_ project: ProjectFiles = .sound, _ scope: ThemeScope = .everything) throws
        -> [VerifiedTheme]
    {
        let verification = try ProjectRun(
            of: Project(at: ProjectFiles.root, in: project.memory), scope, jobs: 2
        ).verifyForPackaging()
        #expect(!verification.has(.error), "\(verification.findings.map(\.line))")
        return verification.themes
    }

    static func plan(_ project: ProjectFiles = .sound, _ theme: String = "year") throws -> PackPlan {
        try PackPlan(for: try #require(try themes(project, .folders([theme])).first))
    }

    static func bytes(
        of plan: PackPlan, date: ArchiveDate = .earliest, from fileSystem: any FileSystem = MemoryFileSystem(),
        jobs: Int = 1
    ) throws -> [UInt8] {
        let bytes = Lock<[UInt8]>([])
        let writer = ZipWriter(plan: plan, fileSystem: fileSystem, date: date, jobs: jobs)
        _ = try writer.write { piece in bytes.withLock { $0 += piece } }
        return bytes.withLock { $0 }
    }

    /// A theme of at most 65,540 equal images.
    static func large(_ count: Int) throws -> VerifiedTheme {
        let images = try manyImages.get()
        try #require(count <= images.count)
        return VerifiedTheme(
            manifest: ThemeManifest(
                packTheme: PackTheme(
                    id: ThemeID("many"), name: "Many", version: try SemanticVersion("1.0.0"), extends: .default)),
            settings: nil, contractDigest: try #require(images.first).content.digest,
            images: Array(images.prefix(count)), resources: [], templates: .none, trees: try trees())
    }

    private static let manyImages = Result {
        let content = VerifiedBytes(PNGFile(1, 1).bytes, keeping: MemoryBudget(.max))
        let trees = try Packs.trees()
        return try (0..<65_540).map { number in
            try image("i\(String(number + 100_000)).png", size: PixelSize(width: 1, height: 1), content, in: trees)
        }
    }

    /// The trees of the theme `year` in a project in memory.
    static func trees() throws -> ImageTrees {
        let project = try Project(at: "/project", in: ProjectFiles.sound.memory)
        return ImageTrees(of: project, [SurveyedTheme(folderName: "year", in: project)])
    }

    /// `path` is in that theme's folder.
    static func image(
        _ path: String, size: PixelSize, _ content: VerifiedBytes, in trees: ImageTrees
    ) throws -> VerifiedImage {
        let path = try PortablePath(path)
        let parent = try path.folder.isEmpty ? .root : PortablePath.Folder(PortablePath(String(path.folder.dropLast())))
        let walked = WalkedFile(entry: try PortablePath.Entry(String(path.lastComponent), in: parent))
        let name = try #require(ImageFileName(path.lastComponent))
        let stem = try ImagePrefix("year_").removed(from: name.stem) ?? name.stem
        let file = try trees.image(walked, name, LogicalName(stem, in: parent), of: 0, isInAssetTree: false)
        return VerifiedImage(file: file, size: size, content: content)
    }

    static let rich = ProjectFiles.sound.with { project in
        for name in ["a/é", "图/标", "z z/x-y"] {
            project.files["assets/\(name).png"] = PNGFile(3, 2, shade: 1).bytes
            let slash = name.lastIndex(of: "/") ?? name.startIndex
            let themed = name[...slash] + "year_" + name[name.index(after: slash)...]
            project.files["themes/year/\(themed).png"] = PNGFile(3, 2, shade: 2).bytes
        }
        project["themes/year/theme.json"] =
            #"{"id": "year", "name": "Néw Year", "version": "1.2.0", "imageNamePrefix": "year_", "resources": ["f/*"]}"#
        project["themes/year/f/a.ttf"] = "font"
        project.files["themes/year/f/empty"] = []
    }
}
