import Foundation
import TestSupport
import Testing

/// Nothing is written where the project would read it.
@Suite("Where a build writes")
struct OutputFolderTests: ToolTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Self.soundProject()
        #expect(symlink("themes", "\(sandbox.path)/link") == 0)
        #expect(symlink("../assets/common", "\(sandbox.path)/themes/other") == 0)
    }

    static let taken = [
        "assets", "assets/common", "assets/new/er", "themes", "themes/year", "themes/new", "./assets//common/",
        "nowhere/../assets/x", "link/year", "link/new", "themepack.json",
    ]

    @Test("A folder that the project reads is refused for packs, and nothing is written", arguments: taken)
    func packs(_ folder: String) throws {
        let before = try sandbox.listing()
        for more in [[], ["--check"], ["--no-cache"]] {
            let result = try Tool.run(Tool.themepack, ["build", "-o", folder] + more, in: sandbox.path)
            #expect(result.status == 2 && result.output.isEmpty, "\(result)")
            #expect(result.errors.contains("packs cannot be written there\nhint: name another folder"), "\(result)")
        }
        #expect(try sandbox.listing() == before)
        #expect(try themepack("verify", "default", "year").status == 0)
    }

    @Test("A report is not written there either", arguments: ["assets/r.json", "themes/year/r.json", "themepack.json"])
    func reports(_ path: String) throws {
        let before = try sandbox.listing()
        for command in ["verify", "build"] {
            let result = try themepack(command, "year", "--report", "json=\(path)", "--no-cache")
            #expect(result.status == 2 && result.errors.contains("a report cannot be written there"), "\(result)")
        }
        #expect(try sandbox.listing() == before)
    }

    @Test(
        "Other folders in and outside the project are not refused", arguments: [".", "out/er", "assets2", "../x-packs"])
    func others(_ folder: String) throws {
        let result = try themepack("build", "year", "-o", folder)
        #expect(result.status == 0, "\(result)")
        #expect(try themepack("verify", "year").status == 0)
        try? FileManager.default.removeItem(atPath: "\(sandbox.path)/../x-packs")
    }

    @Test(
        "An empty path is wrong usage",
        arguments: [["build", "-o", ""], ["resolve", "a", "b", "-o", ""], ["init", ""]])
    func empty(_ arguments: [String]) throws {
        let result = try Tool.run(Tool.themepack, arguments, in: sandbox.path)
        #expect(result.status == 64 && result.errors.contains("path is empty"), "\(result)")
    }

    @Test("SHA256SUMS that is too large for a list is an error, and no file stays")
    func hugeChecksums() throws {
        let sums = "\(sandbox.path)/dist/SHA256SUMS"
        try sandbox.write("dist/SHA256SUMS", "x")
        #expect(truncate(sums, 1 << 30) == 0)
        let result = try themepack("build", "year")
        #expect(
            result.status == 2
                && result.errors.hasPrefix(
                    "dist/SHA256SUMS: error: is not a list of checksums: it has 1073741824 bytes"),
            "\(result)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.path)/dist") == ["SHA256SUMS"])
    }
}
