import Foundation
import PackFormat
import TestSupport
import Testing
import ThemeSystem
import ThemeModel

@testable import ThemePackager
@testable import ThemeProject

@Suite("Packs that cannot be completed")
struct RefusedPackTests {
    let packs: ReplacedPacks

    init() throws { packs = try ReplacedPacks() }

    @Test(
        "A verified source that cannot be read again is an error, and the previous files stay",
        arguments: [
            FileError.missing, .notPermitted, .notRegular("a FIFO"), .system("Input/output error"), .linkLoop,
        ])
    func sources(_ problem: FileError) throws {
        try packs.restore(packs.old)
        let bytes = VerifiedBytes([UInt8](repeating: 7, count: 1000), keeping: MemoryBudget(0))
        var files = MemoryFileSystem()
        files["/x"] = .refused(problem)
        let theme = VerifiedTheme(
            manifest: ThemeManifest(
                packTheme: PackTheme(
                    id: ThemeID("year"), name: "", version: try SemanticVersion("1.0.0"), extends: .default)),
            settings: nil, contractDigest: bytes.digest, images: [],
            resources: [.init(path: try PortablePath("x.bin"), content: bytes, location: "/x")],
            templates: .none, trees: try Packs.trees())
        let themes = packs.themes + [theme]
        let thrown = #expect(throws: UserError.self) {
            try Distribution(in: OutputPlace(folder: "\(packs.sandbox.path)/dist", for: "packs")).write(
                themes, from: files, date: .earliest)
        }
        #expect(thrown?.message == "its source \(problem.explanation)" && thrown?.hint == problem.hint)
        #expect(thrown?.path?.hasSuffix("x.bin") == true)
        #expect(try packs.sandbox.listing(of: "dist") == packs.old)
    }

    @Test("A pack that fails its check is not renamed")
    func inspection() throws {
        try packs.restore(packs.old)
        let seen = Lock<[String]>([])
        let error = #expect(throws: UserError.self) {
            try packs.write(on: FaultyDisk(.stop, at: 0)) { path, contents in
                seen.withLock { $0.append(path) }
                return contents.theme.id.string == "year" ? "REASON" : nil
            }
        }
        #expect(error?.path == "\(packs.sandbox.path)/dist/year-1.2.0.themepack.zip")
        #expect(try Sentences.mismatch(error?.sentence, of: "a pack that fails its check", in: "bad-packs") == nil)
        #expect(seen.withLock { $0.count } == 2 && seen.withLock { $0.allSatisfy { $0.hasSuffix(".tmp") } })
        #expect(try packs.sandbox.listing(of: "dist") == packs.old)
    }

    @Test("A theme of more than four gigabytes is rejected, and the folder does not change")
    func tooLarge() throws {
        let piece = VerifiedBytes([UInt8](repeating: 7, count: 16 << 20), keeping: MemoryBudget(0))
        func theme(_ count: Int) throws -> VerifiedTheme {
            VerifiedTheme(
                manifest: ThemeManifest(
                    packTheme: PackTheme(
                        id: ThemeID("year"), name: "", version: try SemanticVersion("1.0.0"), extends: .default)),
                settings: nil, contractDigest: piece.digest, images: [],
                resources: try (0..<count).map {
                    .init(path: try PortablePath("\(1000 + $0).bin"), content: piece, location: "")
                }, templates: .none, trees: try Packs.trees())
        }
        #expect(try PackPlan(for: theme(255)).length > 255 << 24)
        try packs.restore(packs.old)
        let error = #expect(throws: UserError.self) {
            try Distribution(in: OutputPlace(folder: "\(packs.sandbox.path)/dist", for: "packs")).write(
                packs.themes + [theme(256)], from: MemoryFileSystem(), date: .earliest)
        }
        #expect(error?.path == "year" && error?.message.contains("4294967294") == true)
        #expect(
            try Sentences.mismatch(error?.sentence, of: "a pack of more than four gigabytes", in: "bad-packs") == nil)
        #expect(try packs.sandbox.listing(of: "dist") == packs.old)
    }
}
