import Foundation
import TestSupport
import Testing

/// Nothing is written where the project would read it.
@Suite("Where a build writes")
struct OutputFolderTests: ToolTests, SentenceTests {
    static let sentences = "output-folders"
    let sandbox: Sandbox

    init() throws {
        sandbox = try Self.soundProject()
        #expect(symlink("themes", "\(sandbox.path)/link") == 0)
        #expect(symlink("../assets/common", "\(sandbox.path)/themes/other") == 0)
        #expect(symlink("assets", "\(sandbox.path)/pictures") == 0)
    }

    static let taken = [
        "assets", "assets/common", "assets/new/er", "themes", "themes/year", "themes/new", "./assets//common/",
        "nowhere/../assets/x", "link/year", "link/new", "themepack.json", "pictures", "pictures/new", "dist/../assets",
        "assets/", "assets/.", "Assets", "ASSETS/common", "Themes/Year", "themes/../Assets", "ThemePack.json",
        ".themepack", ".themepack/packs",
    ]

    @Test("A folder that the project reads is refused for packs, and nothing is written", arguments: taken)
    func packs(_ folder: String) throws {
        let before = try sandbox.listing()
        for more in [[], ["--check"], ["--no-cache"]] {
            let result = try Tool.run(Tool.themepack, ["build", "-o", folder] + more, in: sandbox.path)
            try expect(result, 2, "build -o \(folder)")
        }
        #expect(try sandbox.listing() == before)
        #expect(try themepack("verify", "default", "year").status == 0)
    }

    @Test("A report is not written there either", arguments: ["assets/r.json", "themes/year/r.json", "themepack.json"])
    func reports(_ path: String) throws {
        let before = try sandbox.listing()
        for command in ["verify", "build"] {
            let result = try themepack(command, "year", "--report", "json=\(path)", "--no-cache")
            try expect(result, 2, "--report json=\(path)")
        }
        #expect(try sandbox.listing() == before)
    }

    @Test(
        "Other folders in and outside the project are not refused",
        arguments: [".", "./", "out/er", "out//", "assets2", "asset", "assets/../dist", "themepack", "../x-packs"])
    func others(_ folder: String) throws {
        let result = try themepack("build", "year", "-o", folder)
        #expect(result.status == 0, "\(result)")
        let line = result.output.split(separator: "\n").first.map(String.init) ?? ""
        #expect(FileManager.default.fileExists(atPath: "\(sandbox.path)/\(line)"), "\(result)")
        #expect(try themepack("verify", "year").status == 0)
        if folder.hasPrefix("../") { try FileManager.default.removeItem(atPath: "\(sandbox.path)/\(folder)") }
    }

    @Test("The project's root can be named by its whole path", arguments: ["", "/", "//"])
    func root(_ slashes: String) throws {
        let result = try themepack("build", "year", "-o", sandbox.path + slashes)
        #expect(result.status == 0 && result.output == "year-1.2.0.themepack.zip\n", "\(result)")
        #expect(try themepack("verify", "year").status == 0)
    }

    @Test(
        "Nothing is written through a link out of the project, unless themepack.json allows it",
        arguments: [
            ["build"], ["build", "--check"], ["build", "-o", "dist"], ["build", "-o", "dist/new"],
            ["build", "-o", "./dist/../dist"], ["build", "-o", "nowhere"], ["verify", "--report", "json=nowhere"],
            ["verify", "--report", "json=dist/r.json"], ["build", "-o", "packs", "--report", "json=report.json"],
            ["keys", "-o", "report.json", "--from", "inner"], ["init", "dist/new"],
            ["resolve", "common/button", "themes/year", "-o", "report.json"],
        ])
    func linkedOut(_ arguments: [String]) throws {
        unlink("\(sandbox.path)/themes/other")
        let other = try Sandbox()
        try other.write("report.json", "kept")
        let links = ["dist": other.path, "nowhere": "\(other.path)/none", "report.json": "\(other.path)/report.json"]
        for (name, target) in links { #expect(symlink(target, "\(sandbox.path)/\(name)") == 0) }
        let before = try other.listing()
        let result = try Tool.run(Tool.themepack, arguments, in: sandbox.path)
        try expect(result, 2, "a link out: \(arguments.joined(separator: " "))")
        #expect(try other.listing() == before)
    }

    @Test("A link out of the project that themepack.json allows is followed")
    func allowedLink() throws {
        let other = try Sandbox()
        for name in ["dist", "report.json"] {
            #expect(symlink("\(other.path)/\(name)", "\(sandbox.path)/\(name)") == 0)
        }
        try other.write("dist/x", "")
        try other.write("report.json", "old")
        try sandbox.write("themepack.json", #"{"links": ["dist", "report.json"]}"#)
        #expect(try themepack("build", "year", "--report", "json=report.json").status == 0)
        #expect(try other.listing().keys.sorted().count == 5)
        #expect(try other.text("report.json").hasPrefix("{"))
    }

    @Test("Checksums behind a link are not read, and the link is replaced")
    func linkedChecksums() throws {
        let line = String(repeating: "0", count: 64) + "  other.zip\n"
        try sandbox.write("sums", line)
        try sandbox.write("dist/other.zip", "x")
        #expect(symlink("../sums", "\(sandbox.path)/dist/SHA256SUMS") == 0)
        #expect(try themepack("build", "year").status == 0)
        #expect(try !sandbox.text("dist/SHA256SUMS").contains("other.zip"))
        #expect(try sandbox.text("sums") == line)
    }

    @Test("The usual folder of packs may be a link within the project")
    func linkedWithin() throws {
        try sandbox.write("out/packs/x", "")
        #expect(symlink("out/packs", "\(sandbox.path)/dist") == 0)
        #expect(try themepack("build", "year").status == 0)
        #expect(FileManager.default.fileExists(atPath: "\(sandbox.path)/out/packs/SHA256SUMS"))
    }

    @Test(
        "Images, keys and new projects are not written there either",
        arguments: [
            "keys -o assets/Keys.swift", "keys -o themepack.json", "keys -o themes/new/er/Keys.swift --from .",
            "resolve common/button themes/year -o themes/year/x.png",
            "resolve common/button themes/year -o link/year/x.png",
            "init assets/new", "init themes/new", "init new -C assets/common",
        ])
    func otherOutputs(_ line: String) throws {
        let before = try sandbox.listing()
        let result = try Tool.run(Tool.themepack, line.split(separator: " ").map(String.init), in: sandbox.path)
        try expect(result, 2, line)
        #expect(try sandbox.listing() == before)
    }

    @Test("A project within another one is not written where the outer one reads")
    func nested() throws {
        #expect(try themepack("init", "inner").status == 0)
        try FileManager.default.moveItem(atPath: "\(sandbox.path)/inner", toPath: "\(sandbox.path)/assets/inner")
        #expect(try themepack("keys", "-o", "Keys.swift", in: "assets/inner").status == 2)
        #expect(try themepack("keys", "-o", "../../Keys.swift", in: "assets/inner").status == 0)
    }

    @Test(
        "A cache is not written where the project reads",
        arguments: [#""assets": ".themepack""#, #""themes": ".themepack""#])
    func cache(_ member: String) throws {
        let folder = member.contains("assets") ? "assets" : "themes"
        try FileManager.default.moveItem(
            atPath: "\(sandbox.path)/\(folder)", toPath: "\(sandbox.path)/.themepack")
        try sandbox.write("themepack.json", "{\(member)}")
        for link in ["link", "pictures", "themes/other", ".themepack/other"] { unlink("\(sandbox.path)/\(link)") }
        let cache = "\(sandbox.path)/.themepack"
        let before = try FileManager.default.subpathsOfDirectory(atPath: cache).sorted()
        for _ in 0..<2 { #expect(try themepack("verify", "year").status == 0) }
        #expect(try FileManager.default.subpathsOfDirectory(atPath: cache).sorted() == before)
    }

    @Test(
        "An empty path is wrong usage",
        arguments: [["build", "-o", ""], ["resolve", "a", "b", "-o", ""], ["init", ""]])
    func empty(_ arguments: [String]) throws {
        let result = try Tool.run(Tool.themepack, arguments, in: sandbox.path)
        try expect(result, 64, "\(arguments)")
    }

    @Test("SHA256SUMS that is too large for a list is an error, and no file stays")
    func hugeChecksums() throws {
        let sums = "\(sandbox.path)/dist/SHA256SUMS"
        try sandbox.write("dist/SHA256SUMS", "x")
        #expect(truncate(sums, 1 << 30) == 0)
        try expect(themepack("build", "year"), 2, "SHA256SUMS of 1 GiB")
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.path)/dist") == ["SHA256SUMS"])
    }
}
