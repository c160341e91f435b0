import Foundation
import TestSupport
import Testing
import ThemeModel

@testable import ThemePackager

/// A file system whose files can be changed between verification and packaging.
private final class ChangingFileSystem: FileSystem {
    private let before: MemoryFileSystem
    private let after: MemoryFileSystem
    nonisolated(unsafe) var hasChanged = false

    init(_ before: MemoryFileSystem, _ after: MemoryFileSystem) { (self.before, self.after) = (before, after) }

    private var current: MemoryFileSystem { hasChanged ? after : before }

    func entries(of folder: String) throws(FileProblem) -> [FolderEntry] { try current.entries(of: folder) }
    func read(_ path: String, first count: Int?, limit: Int) throws(FileProblem) -> FileContents {
        try current.read(path, first: count, limit: limit)
    }
    func destination(of path: String) throws(FileProblem) -> String { try current.destination(of: path) }
    func kind(of path: String) -> FileKind? { current.kind(of: path) }
}

enum Packs {
    static func themes(_ project: ProjectFiles = .sound, _ selection: ThemeScope = .everything) throws
        -> [VerifiedTheme]
    {
        let verification = try Verifier(Project(at: ProjectFiles.root, in: project.memory), jobs: 2).verifyForPackaging(
            selection)
        #expect(verification.count(.error) == 0, "\(verification.findings.map(\.line))")
        return verification.themes
    }

    static func plan(_ project: ProjectFiles = .sound, _ theme: String = "year") throws -> PackPlan {
        try PackPlan(for: try #require(try themes(project, .folders([theme])).first))
    }

    static func bytes(
        of plan: PackPlan, date: ArchiveDate = .fixed, from fileSystem: any FileSystem = MemoryFileSystem()
    ) throws -> [UInt8] {
        let sink = MemorySink()
        try ZipWriter(plan: plan, fileSystem: fileSystem, date: date).write(to: sink)
        return sink.bytes
    }

    /// A theme with so many images.
    static func large(_ count: Int) throws -> VerifiedTheme {
        let content = VerifiedBytes(PNGFile(1, 1).bytes, keeping: MemoryBudget(.max))
        let trees = try trees()
        let images = try (0..<count).map { number in
            try image("i\(String(number + 100_000)).png", size: PixelSize(width: 1, height: 1), content, in: trees)
        }
        return VerifiedTheme(
            manifest: ThemeManifest(id: try ThemeID("many"), name: "Many", version: try SemanticVersion("1.0.0")),
            settings: nil, contract: content.digest, images: images, resources: [], trees: trees)
    }

    /// Of a project in memory, and of a theme `year` in it.
    static func trees() throws -> ImageTrees {
        let project = try Project(at: "/project", in: ProjectFiles.sound.memory)
        return ImageTrees(of: project, [ThemeSource(folderName: "year", in: project)])
    }

    /// An image of that theme.
    ///
    /// - Parameter path: in the theme's folder.
    static func image(
        _ path: String, size: PixelSize, _ content: VerifiedBytes, in trees: ImageTrees
    ) throws -> VerifiedTheme.Image {
        let path = try PortablePath(path)
        let name = try #require(ImageFileName(path.lastComponent))
        let stem = try ImagePrefix("year_").removed(from: name.stem) ?? name.stem
        let file = try trees.image(TreeFile(path: path), name, stem: stem, of: 0, isAsset: false)
        return VerifiedTheme.Image(file: file, size: size, content: content)
    }

    /// A project with settings, resources and names in several scripts.
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

@Suite("Packaging")
struct PackagingTests {
    @Test("The plan is what is written, to the byte", arguments: ["year", "default"])
    func plan(_ theme: String) throws {
        let plan = try Packs.plan(Packs.rich, theme)
        let bytes = try Packs.bytes(of: plan)
        #expect(UInt64(bytes.count) == plan.length)
        #expect(bytes.withUnsafeBytes { ArchiveStructure(of: $0).defects(against: plan.contents) } == [])
        for (entry, planned) in zip(plan.entries.dropFirst(), plan.contents.entries) {
            let stored = planned.stored
            #expect(
                entry.path == planned.path && planned.pathLength == planned.path.utf8.count
                    && UInt64(entry.length) == stored.length)
            let slice = Array(bytes[Int(stored.offset)..<Int(stored.offset + stored.length)])
            #expect(ContentDigest(of: slice) == stored.digest)
        }
        #expect(plan.fileName == (theme == "year" ? "year-1.2.0.themepack.zip" : "default-1.0.0.themepack.zip"))
    }

    @Test("Past 65,535 entries too, where counts go into a zip64 record")
    func zip64() throws {
        let plan = try PackPlan(for: Packs.large(65_540))
        let bytes = try Packs.bytes(of: plan)
        #expect(UInt64(bytes.count) == plan.length)
        #expect(bytes.withUnsafeBytes { ArchiveStructure(of: $0).defects(against: plan.contents) } == [])
    }

    @Test("What a mapped file lets go of can still be read, and a large pack is let go of piece by piece")
    func lettingGo() throws {
        let sandbox = try Sandbox()
        var files = Packs.rich
        files.files["themes/year/f/large"] = Array(repeating: 7, count: 9 << 20)
        files.files["themes/year/f/larger"] = Array(repeating: 8, count: 9 << 20)
        let plan = try Packs.plan(files)
        try sandbox.write("pack.zip", Packs.bytes(of: plan))
        let file = try #require(MappedFile(at: "\(sandbox.path)/pack.zip"))
        var gone: [Int] = []
        let defects = file.withBytes { bytes in
            ArchiveStructure(of: bytes).defects(against: plan.contents) { first in
                gone.append(first)
                file.letGo(first: first)
            }
        }
        #expect(defects == [] && gone.count == 1 && gone.allSatisfy { $0 > 9 << 20 && $0 < 10 << 20 })
        let written = try sandbox.read("pack.zip")
        #expect(file.withBytes { $0.elementsEqual(written) })
    }

    @Test("The index comes first, where FORMAT.md has it, and images keep folder, prefix and scale")
    func order() throws {
        let plan = try Packs.plan(Packs.rich)
        #expect(
            plan.entries.map(\.path) == [
                "index", "manifest.json", "config.json", "images/a/year_é.png", "images/common/year_button.png",
                "images/common/year_button@2x.png", "images/common/year_button@3x.png", "images/z z/year_x-y.png",
                "images/图/year_标.png",
                "resources/f/a.ttf", "resources/f/empty",
            ])
        let bytes = try Packs.bytes(of: plan)
        #expect(
            bytes[PackIndex.start..<PackIndex.start + 8].elementsEqual([0x89, 0x54, 0x48, 0x50, 0x0D, 0x0A, 0x1A, 0x0A])
        )
    }

    @Test("The manifest says in JSON what the index says")
    func manifest() throws {
        let plan = try Packs.plan(Packs.rich)
        let bytes = try Packs.bytes(of: plan)
        let stored = plan.contents.manifest
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(bytes[Int(stored.offset)..<Int(stored.offset + stored.length)]))
                as? [String: Any])
        #expect(object["formatVersion"] as? Int == 1)
        #expect(object["contract"] as? String == "sha256:\(plan.contents.contract)")
        #expect((object["theme"] as? [String: String])?["name"] == "Néw Year")
        let images = try #require(object["images"] as? [[String: Any]])
        #expect(images.count == 6)
        #expect(
            images[0]["name"] as? String == "a/é" && images[0]["width"] as? Int == 3 && images[0]["height"] as? Int == 2
        )
        #expect(images[0]["sha256"] as? String == ContentDigest(of: PNGFile(3, 2, shade: 2).bytes).description)
    }

    @Test("Same input, same bytes: the order of files, folders and threads does not matter")
    func determinism() throws {
        let reference = try Packs.bytes(of: Packs.plan(Packs.rich))
        for round in 0..<4 {
            let sandbox = try Sandbox()
            let folder = String(repeating: "deep/", count: round) + "project"
            try Packs.rich.write(to: sandbox, at: folder) { round % 2 == 0 ? $0.reversed() : $0.shuffled() }
            let project = try Project(at: "\(sandbox.path)/\(folder)")
            let verification = try Verifier(project, jobs: round + 1).verifyForPackaging(.folders(["year"]))
            let plan = try PackPlan(for: try #require(verification.themes.first))
            #expect(try Packs.bytes(of: plan) == reference)
        }
    }

    @Test("The contract follows from the defaults alone, and from all of them")
    func contract() throws {
        let reference = try Packs.plan().contents.contract
        #expect(try Packs.plan(.sound, "default").contents.contract == reference)
        #expect(
            try Packs.plan(ProjectFiles.sound.with { $0.files["themes/year/common/year_button@3x.png"] = nil }).contents
                .contract == reference)
        let changes: [(inout ProjectFiles) -> Void] = [
            { $0.files["assets/x.png"] = PNGFile(1, 1).bytes },
            { $0.files["assets/common/button@4x.png"] = PNGFile(176, 88).bytes },
            {
                $0["themes/default/config.json"] = ProjectFiles.defaultConfig.replacing("12", with: "14").replacing(
                    "6,", with: "\"6\",")
            },
        ]
        for change in changes {
            #expect(try Packs.plan(ProjectFiles.sound.with(change)).contents.contract != reference)
        }
        let sameTypes = ProjectFiles.sound.with {
            $0["themes/default/config.json"] = ProjectFiles.defaultConfig.replacing("12", with: "14")
        }
        #expect(try Packs.plan(sameTypes).contents.contract == reference)
    }

    @Test(
        "The time stamp is what was asked for, within what zip can tell",
        arguments: [
            (0, 0, 1 << 5 | 1), (315_532_800, 0, 1 << 5 | 1),
            (1_700_000_000, 22 << 11 | 13 << 5 | 10, 43 << 9 | 11 << 5 | 14),
            (.max, 23 << 11 | 59 << 5 | 29, 127 << 9 | 12 << 5 | 31), (-1, 0, 1 << 5 | 1),
        ] as [(Int64, UInt16, UInt16)])
    func dates(_ seconds: Int64, _ time: UInt16, _ date: UInt16) throws {
        #expect(ArchiveDate(secondsSince1970: seconds) == ArchiveDate(time: time, date: date))
        let plan = try Packs.plan()
        let bytes = try Packs.bytes(of: plan, date: ArchiveDate(secondsSince1970: seconds))
        #expect(Array(bytes[10..<14]) == [UInt8(time & 0xFF), UInt8(time >> 8), UInt8(date & 0xFF), UInt8(date >> 8)])
        #expect(bytes.withUnsafeBytes { PackVerifier(jobs: 1).verify($0, path: "p") }.findings.isEmpty)
    }

    @Test("Bytes that changed after verification are not packed, whether shorter, longer or other")
    func changed() throws {
        for bytes in [PNGFile(44, 22, shade: 0x81).bytes, [], PNGFile(44, 22, shade: 0x80).bytes + [0]] {
            let after = ProjectFiles.sound.with { $0.files[BadInput.imagePath] = bytes }
            let files = ChangingFileSystem(ProjectFiles.sound.memory, after.memory)
            let path = "/project/\(BadInput.imagePath)"
            let original = try files.read(path, limit: .max)
            let kept = VerifiedBytes(original, keeping: MemoryBudget(original.count))
            let read = VerifiedBytes(original, keeping: MemoryBudget(original.count - 1))
            #expect(try read.bytes(at: path, from: files) == original)
            files.hasChanged = true
            #expect(throws: FileProblem.changed) { try read.bytes(at: path, from: files) }
            #expect(try kept.bytes(at: path, from: files) == original)

            let theme = VerifiedTheme(
                manifest: ThemeManifest(id: try ThemeID("year"), name: "", version: try SemanticVersion("1.0.0")),
                settings: nil,
                contract: read.digest,
                images: [
                    try Packs.image(
                        String(BadInput.imagePath.dropFirst("themes/year/".count)),
                        size: PixelSize(width: 44, height: 22), read, in: Packs.trees())
                ],
                resources: [], trees: try Packs.trees())
            let sandbox = try Sandbox()
            try sandbox.write("dist/SHA256SUMS", "old")
            let before = try sandbox.listing()
            #expect {
                try Distribution(folder: "\(sandbox.path)/dist").write(
                    [theme], from: files, date: .fixed)
            } throws: { error in
                (error as? PackagingProblem)?.path.hasPrefix("images/common/button") == true
                    && (error as? PackagingProblem)?.message == "its source changed after it was verified"
            }
            #expect(try sandbox.listing() == before)
        }
    }

    @Test("A sink that takes no more is an error, wherever it stops", arguments: [0, 1, 30, 200, 1000, 5000])
    func fullDisk(_ room: Int) throws {
        final class SmallSink: ByteSink {
            private var room: Int
            init(_ room: Int) { self.room = room }
            func append(_ bytes: [UInt8]) throws(SinkProblem) {
                room -= bytes.count
                if room < 0 { throw SinkProblem(message: "no space left") }
            }
        }
        #expect {
            try ZipWriter(plan: try Packs.plan(), fileSystem: MemoryFileSystem(), date: .fixed).write(
                to: SmallSink(room))
        } throws: { ($0 as? PackagingProblem)?.message == "no space left" }
    }
}

@Suite("The folder of packs")
struct DistributionTests {
    let sandbox: Sandbox
    let distribution: Distribution

    init() throws {
        sandbox = try Sandbox()
        distribution = Distribution(folder: "\(sandbox.path)/dist")
    }

    private func write(_ themes: [VerifiedTheme]) throws -> [Distribution.Pack] {
        try distribution.write(themes, from: MemoryFileSystem(), date: .fixed)
    }

    private func themes(_ version: String = "1.2.0") throws -> [VerifiedTheme] {
        try Packs.themes(
            ProjectFiles.sound.with { project in
                project["themes/year/theme.json"] = project["themes/year/theme.json"]?.replacing("1.2.0", with: version)
            })
    }

    @Test("Packs and sums lie there and nothing else; a second run changes nothing")
    func writing() throws {
        let packs = try write(try themes())
        let first = try sandbox.listing(of: "dist")
        #expect(first.keys.sorted() == ["SHA256SUMS", "default-1.0.0.themepack.zip", "year-1.2.0.themepack.zip"])
        let lines = packs.map { "\($0.digest)  \($0.path.split(separator: "/").last ?? "")\n" }.joined()
        #expect(try sandbox.text("dist/SHA256SUMS") == lines)
        for pack in packs {
            let bytes = try #require(first[String(pack.path.split(separator: "/").last ?? "")])
            #expect(bytes.count == pack.bytes && ContentDigest(of: bytes) == pack.digest)
        }
        _ = try write(try themes())
        #expect(try sandbox.listing(of: "dist") == first)
    }

    @Test("SHA256SUMS keeps what is still there, drops what is gone, and replaces what is new")
    func sums() throws {
        _ = try write(try themes())
        try sandbox.write("dist/other.zip", "x")
        let digest = String(repeating: "a", count: 64)
        try sandbox.write(
            "dist/SHA256SUMS",
            "\(digest)  gone.zip\n\(digest) *other.zip\n\(digest)  year-1.2.0.themepack.zip\nnonsense\n\n"
                + (try sandbox.text("dist/SHA256SUMS")))
        let new = try write(try themes("1.3.0"))
        let lines = try sandbox.text("dist/SHA256SUMS").split(separator: "\n").map(String.init)
        #expect(
            lines.map { String($0.dropFirst(66)) }
                == ["default-1.0.0.themepack.zip", "other.zip", "year-1.2.0.themepack.zip", "year-1.3.0.themepack.zip"])
        #expect(lines[1] == "\(digest) *other.zip" && lines[3].hasPrefix(new[1].digest.description))
    }

    @Test("--check tells what a build would change, and writes nothing")
    func stale() throws {
        func stale() throws -> [String] {
            try distribution.stale(try themes(), from: MemoryFileSystem(), date: .fixed).map {
                String($0.split(separator: "/").last ?? "")
            }
        }
        #expect(try stale() == ["default-1.0.0.themepack.zip", "year-1.2.0.themepack.zip", "SHA256SUMS"])
        #expect(try sandbox.listing() == [:])
        _ = try write(try themes())
        #expect(try stale() == [])
        var bytes = try sandbox.read("dist/year-1.2.0.themepack.zip")
        bytes[100] ^= 1
        try sandbox.write("dist/year-1.2.0.themepack.zip", bytes)
        #expect(try stale() == ["year-1.2.0.themepack.zip"])
        let sums = try sandbox.text("dist/SHA256SUMS")
        for surplus in ["dist.zip", "year-1.2.0.themepack.zip"] {
            try sandbox.write("dist/SHA256SUMS", sums + String(repeating: "a", count: 64) + "  \(surplus)\n")
            #expect(try stale() == ["year-1.2.0.themepack.zip", "SHA256SUMS"])
        }
        try sandbox.write("dist/SHA256SUMS", "")
        #expect(try stale() == ["year-1.2.0.themepack.zip", "SHA256SUMS"])
        #expect(try distribution.stale(try themes("9.0.0"), from: MemoryFileSystem(), date: .fixed).count == 2)
    }

    @Test(
        "A folder that cannot be written to is an error that names it, and nothing is left",
        arguments: ["dist", "dist/year-1.2.0.themepack.zip/", "dist/SHA256SUMS/"])
    func obstacles(_ path: String) throws {
        try sandbox.write(path.hasSuffix("/") ? path + "x" : path, "in the way")
        let before = try sandbox.listing()
        #expect {
            try write(try themes())
        } throws: { error in
            let problem = error as? PackagingProblem
            return problem?.path == "\(sandbox.path)/\(path.hasSuffix("/") ? String(path.dropLast()) : path)"
                && problem?.hint != nil
        }
        #expect(try sandbox.listing() == before)
    }

    @Test(
        "A folder without room for a file is an error",
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self")))
    func notAFolderForFiles() throws {
        #expect(throws: PackagingProblem.self) {
            try Distribution(folder: "/proc/self/packs").write(try themes(), from: MemoryFileSystem(), date: .fixed)
        }
        #expect(throws: PackagingProblem.self) {
            try Distribution(folder: "/proc/self").write(try themes(), from: MemoryFileSystem(), date: .fixed)
        }
    }

    @Test("Folders made for a build that fails are gone again", arguments: ["dist", "a/b/c"])
    func newFolders(_ folder: String) throws {
        let gone = VerifiedBytes([1], keeping: MemoryBudget(0))
        let theme = VerifiedTheme(
            manifest: ThemeManifest(id: try ThemeID("year"), name: "", version: try SemanticVersion("1.0.0")),
            settings: nil,
            contract: gone.digest, images: [],
            resources: [.init(path: try PortablePath("x"), content: gone, location: "/absent")],
            trees: try Packs.trees())
        #expect(throws: PackagingProblem.self) {
            try Distribution(folder: "\(sandbox.path)/\(folder)").write(
                [theme], from: MemoryFileSystem(), date: .fixed)
        }
        #expect(try sandbox.listing() == [:])
    }
}
