import ThemeModel
import Foundation
import ThemeSystem
import TestSupport
import Testing

@testable import PackFormat
@testable import ThemePackager
@testable import ThemeProject

@Suite("Packaging")
struct PackagingTests {
    @Test("The plan equals the written pack", arguments: ["year", "default"])
    func plan(_ theme: String) throws {
        let plan = try Packs.plan(Packs.rich, theme)
        let bytes = try Packs.bytes(of: plan)
        #expect(UInt64(bytes.count) == plan.length)
        #expect(bytes.withUnsafeBytes { ArchiveStructure(of: $0).defects(against: plan.contents) } == [])
        for (entry, planned) in zip(plan.dropFirst(), plan.contents.entries) {
            let stored = planned.stored
            #expect(entry.path == planned.path && UInt64(entry.length) == stored.length)
            let slice = Array(bytes[Int(stored.offset)..<Int(stored.offset + stored.length)])
            #expect(ContentDigest(of: slice) == stored.digest)
        }
        #expect(plan.fileName == (theme == "year" ? "year-1.2.0.themepack.zip" : "default-1.0.0.themepack.zip"))
    }

    @Test("Freed pages of a mapped file can still be read, and a large pack is freed piece by piece")
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
                file.release(first: first)
            }
        }
        #expect(defects == [] && gone.count == 1 && gone.allSatisfy { $0 > 9 << 20 && $0 < 10 << 20 })
        let written = try sandbox.read("pack.zip")
        #expect(file.withBytes { $0.elementsEqual(written) })
    }

    @Test("The index comes first, as in FORMAT.md, and images keep folder, prefix and scale")
    func order() throws {
        let plan = try Packs.plan(Packs.rich)
        #expect(
            plan.map(\.path) == [
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

    @Test("The manifest in JSON equals the index")
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

    @Test("The same input gives the same bytes in any order of files, folders and threads")
    func determinism() throws {
        let reference = try Packs.bytes(of: Packs.plan(Packs.rich))
        for round in 0..<4 {
            let sandbox = try Sandbox()
            let folder = String(repeating: "deep/", count: round) + "project"
            try Packs.rich.write(to: sandbox, at: folder) { round % 2 == 0 ? $0.reversed() : $0.shuffled() }
            let project = try Project(at: "\(sandbox.path)/\(folder)")
            let verification = try ProjectRun(of: project, .folders(["year"]), jobs: round + 1)
                .verifyForPackaging()
            let plan = try PackPlan(for: try #require(verification.themes.first))
            #expect(try Packs.bytes(of: plan) == reference)
        }
    }

    @Test("The contract depends on all defaults and on nothing else")
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
        "The time stamp is the requested one, with zip's precision",
        arguments: [
            (0, 0, 1 << 5 | 1), (315_532_800, 0, 1 << 5 | 1),
            (1_700_000_000, 22 << 11 | 13 << 5 | 10, 43 << 9 | 11 << 5 | 14),
            (.max, 23 << 11 | 59 << 5 | 29, 127 << 9 | 12 << 5 | 31), (-1, 0, 1 << 5 | 1),
        ] as [(Int64, UInt16, UInt16)])
    func dates(_ seconds: Int64, _ time: UInt16, _ date: UInt16) throws {
        #expect(ArchiveDate(secondsSince1970: seconds) == ArchiveDate(time: time, date: date))
        let plan = try Packs.plan()
        let bytes = try Packs.bytes(of: plan, date: ArchiveDate(secondsSince1970: seconds))
        #expect(Array(bytes[10..<12]) == withUnsafeBytes(of: time.littleEndian, Array.init))
        #expect(Array(bytes[12..<14]) == withUnsafeBytes(of: date.littleEndian, Array.init))
        #expect(bytes.withUnsafeBytes { PackVerifier(jobs: 1).verify($0, path: "p") }.findings.isEmpty)
    }

    @Test("Bytes that changed after verification are not packed")
    func changed() throws {
        for bytes in [PNGFile(44, 22, shade: 0x81).bytes, [], PNGFile(44, 22, shade: 0x80).bytes + [0]] {
            let after = ProjectFiles.sound.with { $0.files[BadInput.imagePath] = bytes }
            let files = ChangingFileSystem(ProjectFiles.sound.memory, after.memory)
            let path = "/project/\(BadInput.imagePath)"
            let source = try files.read(path, limit: .max)
            let kept = VerifiedBytes(source, keeping: MemoryBudget(source.count))
            let read = VerifiedBytes(source, keeping: MemoryBudget(source.count - 1))
            #expect(try read.bytes(at: path, from: files) == source)
            files.hasChanged = true
            #expect(throws: FileError.changed) { try read.bytes(at: path, from: files) }
            #expect(try kept.bytes(at: path, from: files) == source)

            let theme = VerifiedTheme(
                manifest: ThemeManifest(
                    packTheme: PackTheme(
                        id: ThemeID("year"), name: "", version: try SemanticVersion("1.0.0"), extends: .default)),
                settings: nil,
                contractDigest: read.digest,
                images: [
                    try Packs.image(
                        String(BadInput.imagePath.dropFirst("themes/year/".count)),
                        size: PixelSize(width: 44, height: 22), read, in: Packs.trees())
                ],
                resources: [], templates: .none, trees: try Packs.trees())
            let sandbox = try Sandbox()
            try sandbox.write("dist/SHA256SUMS", "old")
            let before = try sandbox.listing()
            let error = #expect(throws: UserError.self) {
                try Distribution(in: OutputPlace(folder: "\(sandbox.path)/dist", for: "packs")).write(
                    [theme], from: files, date: .earliest)
            }
            #expect(error?.path?.hasPrefix("images/common/button") == true && error?.isOfChangedFile == true)
            #expect(try sandbox.listing() == before)
        }
    }

    @Test("An output that fails at any byte is an error", arguments: [0, 1, 30, 200, 1000, 5000])
    func fullDisk(_ room: Int) throws {
        let plan = try Packs.plan()
        #expect {
            let left = Lock(room)
            let writer = ZipWriter(plan: plan, fileSystem: MemoryFileSystem(), date: .earliest)
            _ = try writer.write { bytes throws(SystemError) in
                let hasRoom = left.withLock { left in
                    left -= bytes.count
                    return left >= 0
                }
                if !hasRoom { throw SystemError("no space left") }
            }
        } throws: { ($0 as? UserError)?.message == "no space left" }
    }
}
