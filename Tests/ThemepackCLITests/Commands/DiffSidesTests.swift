import Foundation
import TestSupport
import Testing

/// Sides that do not fit together, and what a comparison leaves alone.
@Suite("Sides of diff")
struct DiffSidesTests: ToolTests, SentenceTests {
    static let sentences = "commands-diff"
    let sandbox: Sandbox

    init() throws { sandbox = try Self.soundProject() }

    @Test("Packs of two themes, a pack of another theme, and what is no pack cannot be compared")
    func differentPacks() throws {
        try #require(themepack("build").status == 0)
        let (year, standard) = ("dist/year-1.2.0.themepack.zip", "dist/default-1.0.0.themepack.zip")
        try sandbox.write("cut.zip", Array(try sandbox.read(year).dropLast(200)))
        try sandbox.write("text.zip", "no pack")
        for (old, new) in [
            (year, standard), (standard, "year"), ("themes/year", standard), ("cut.zip", year), (year, "text.zip"),
        ] {
            try expect(themepack("diff", old, new), 2, "\(old) \(new)")
        }
        #expect(try themepack("diff", year, year).status == 0)
    }

    @Test("diff and bump change nothing in a repository but the version", .enabled(if: Tool.path(of: "git") != nil))
    func nothingIsCheckedOut() throws {
        let repository = try TestRepository()
        for (path, bytes) in ProjectFiles.sound.files { try repository.write(path, bytes) }
        try repository.commit("v1")
        try repository.write("themes/year/common/year_button.png", PNGFile(44, 22, shade: 9).bytes)
        try repository.write("themes/year/unsaved.txt", [1])
        try FileManager.default.removeItem(atPath: "\(repository.path)/assets/common/button@3x.png")
        let files = { try Self.listing(repository.path) }
        let before = try files()
        for sides in [["v1:year", "year"], ["v1:year", "HEAD:year"], ["v1:default", "default"]] {
            _ = try Tool.run(Tool.themepack, ["diff"] + sides, in: repository.path)
            #expect(try files() == before, "\(sides)")
        }
        try FileManager.default.removeItem(atPath: "\(repository.path)/themes/year/unsaved.txt")
        let result = try Tool.run(Tool.themepack, ["bump", "year"], in: repository.path)
        #expect(result.status == 0, "\(result)")
        let after = try files()
        #expect(Set(after.keys) == Set(before.keys).subtracting(["themes/year/unsaved.txt"]))
        #expect(after.keys.filter { after[$0] != before[$0] } == ["themes/year/theme.json"])
    }

    /// The contents of all files, also those of git.
    private static func listing(_ folder: String) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for case let path as String in try #require(FileManager.default.enumerator(atPath: folder)) {
            files[path] = FileManager.default.contents(atPath: "\(folder)/\(path)")
        }
        return files
    }

    /// Python starts the tool, because the largest size of a process begins with that of the one that starts it.
    private static let measure = """
        import resource, subprocess, sys
        subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
        """

    /// Returns the largest resident size in bytes of a comparison of two images of this width.
    private func peak(_ name: String, height: Int) throws -> Int {
        let image = { (shade: UInt8) in PNGFile(4096, height, .gray, depth: 1, shade: shade).bytes }
        for (folder, shade) in [("old", UInt8(0)), ("new", 0x55)] {
            try ProjectFiles.sound.with { $0.files["themes/year/year_large.png"] = image(shade) }
                .write(to: sandbox, at: "\(name)/\(folder)")
        }
        let result = try Tool.run(
            try #require(Tool.python),
            ["-c", Self.measure, Tool.themepack, "diff", "--jobs", "1"]
                + ["old", "new"].map { "\(sandbox.path)/\(name)/\($0)/themes/year" })
        return 1024 * (try #require(Int(result.output.trimmingCharacters(in: .newlines)), "\(result)"))
    }

    @Test(
        "The memory of a comparison does not grow with the pixels",
        .enabled(if: Tool.python != nil && FileManager.default.fileExists(atPath: "/proc/self/status")))
    func memory() throws {
        let small = try peak("small", height: 16)
        let large = try peak("large", height: 3000)
        // As pixels, the two images have 98 MB.
        #expect(large - small < 16 << 20, "\(small) and \(large)")
    }
}
