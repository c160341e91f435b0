import Foundation
import TestSupport
import Testing

@Suite("themepack report")
struct ReportCommandTests: ToolTests, SentenceTests {
    static let sentences = "commands-report"
    let sandbox: Sandbox

    init() throws { sandbox = try Self.soundProject() }

    @Test("A name with .html is one file, any other a folder, with the same bytes in every run", arguments: [1, 4])
    func outputs(_ jobs: Int) throws {
        for (output, printed) in [("r.html", "r.html\n"), ("deep/r", "deep/r/index.html\n")] {
            let result = try themepack("report", "-o", output, "--jobs", "\(jobs)")
            #expect(result.status == 0 && result.output == printed, "\(result)")
            let again = try themepack("report", "-o", "again-\(output)", "--no-cache")
            #expect(again.status == 0, "\(again)")
        }
        #expect(try sandbox.read("r.html") == sandbox.read("again-r.html"))
        #expect(try sandbox.listing(of: "deep/r") == sandbox.listing(of: "again-deep/r"))
        #expect(try sandbox.text("r.html").contains("id=\"common/button@2x\""))
    }

    @Test("A report that is too long for a file becomes a folder beside it, and a note says so")
    func tooLong() throws {
        let image = PNGFile(500, 500, seed: 1).bytes
        try #require(image.count > 1_000_000)
        for number in 1...13 { try sandbox.write("assets/common/photo\(number).png", image) }
        try expect(themepack("report", "-o", "r.html"), 0, "a report that is too long for a file")
        let files = try sandbox.listing().keys
        #expect(files.contains("r/index.html") && !files.contains("r.html"))
        // A later report replaces its own folder, and no other.
        #expect(try themepack("report", "-o", "r.html").status == 0)
        try sandbox.write("other/diary.txt", [1])
        try expect(themepack("report", "-o", "other.html"), 2, "a folder of other files")
    }

    @Test("Without -o, the report is in dist/report of the project; packs need a place")
    func defaultPlace() throws {
        let result = try Tool.themepack("report", in: "\(sandbox.path)/themes")
        #expect(result.status == 0 && result.output.hasSuffix("/dist/report/index.html\n"), "\(result)")
        #expect(try sandbox.text("dist/report/index.html").contains("id=\"common/button@2x\""))
        #expect(try themepack("build", "year").status == 0)
        try expect(themepack("report", "dist/year-1.2.0.themepack.zip"), 64, "a pack without a place")
    }

    @Test("A file that is neither a pack nor of a theme has no report; verify checks its signature")
    func otherFiles() throws {
        try sandbox.write("other", "plain")
        try expect(themepack("report", "other", "-o", "r.html"), 64, "a file that is no pack")
        try sandbox.write("signers", TestSigner().line())
        #expect(try themepack("verify", "other").status == 0)
        try expect(themepack("verify", "other", "--signed-by", "signers"), 1, "verify of a file without a signature")
    }

    @Test("With -C the printed path leads to the report from where the caller is")
    func pathFromElsewhere() throws {
        let outside = try Sandbox()
        let result = try Tool.themepack("report", "-C", sandbox.path, "-o", "deep/r", in: outside.path)
        #expect(result.status == 0 && result.output == "\(sandbox.path)/deep/r/index.html\n", "\(result)")
        let absolute = try Tool.themepack(
            "report", "-C", sandbox.path, "-o", "\(outside.path)/r.html", in: outside.path)
        #expect(absolute.output == "\(outside.path)/r.html\n", "\(absolute)")
    }

    @Test("Findings are in the report; the exit status stays 0")
    func findings() throws {
        try sandbox.write("themes/year/common/year_button@2x.png", PNGFile(80, 44).bytes)
        let result = try themepack("report", "year", "--only", "problems", "-o", "r.html")
        #expect(result.status == 0, "\(result)")
        let page = try sandbox.text("r.html")
        #expect(page.contains("<code>image-dimensions</code>") && page.contains("80 × 44 px instead of 88 × 44 px"))
    }

    @Test("A project that has only default images has a report of them", arguments: [true, false])
    func defaults(_ hasFolder: Bool) throws {
        let sandbox = try Sandbox()
        try sandbox.write("themepack.json", "{}")
        if hasFolder { #expect(mkdir("\(sandbox.path)/themes", 0o777) == 0) }
        let run = { try Tool.themepack("report", "-o", "r.html", in: sandbox.path) }
        try sandbox.write("assets/common/button.png", PNGFile(44, 22).bytes)
        #expect(try run().status == 0)
        #expect(try sandbox.text("r.html").contains("id=\"common/button\""))
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/assets/common/button.png")
        #expect(try run().status == 0)
        #expect(try !sandbox.text("r.html").contains("id=\"common/button\""))
        try expect(Tool.themepack("verify", in: sandbox.path), 0, "verify without a theme")
        try expect(Tool.themepack("build", in: sandbox.path), 2, "build without a theme")
        try sandbox.write("themepack.json", "{\"themes\": \"skins\"}")
        try expect(run(), 2, "a folder of themes that does not exist")
    }

    @Test("Packs are reported like the themes that they were built from")
    func packs() throws {
        #expect(try themepack("build").status == 0)
        let packs = try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.path)/dist")
            .filter { $0.hasSuffix(".zip") }.sorted().map { "dist/\($0)" }
        let result = try Tool.run(Tool.themepack, ["report", "-o", "r.html"] + packs, in: sandbox.path)
        #expect(result.status == 0, "\(result)")
        #expect(try sandbox.text("r.html").contains("id=\"common/button@2x\""))
        let both = try Tool.run(Tool.themepack, ["report", "-o", "r.html", "year"] + packs, in: sandbox.path)
        try expect(both, 64, "packs and a theme")
    }

    @Test(
        "A report is not written where the project would read it, or over something else",
        arguments: ["assets/r.html", "themes/year/r", "themepack.json/r.html", "assets", "dist2", "config.txt"])
    func refused(_ output: String) throws {
        try sandbox.write("dist2/mine.txt", "mine")
        try sandbox.write("config.txt", "mine")
        let before = try sandbox.listing()
        try expect(themepack("report", "-o", output), 2, "-o \(output)")
        #expect(try sandbox.listing() == before)
    }

    @Test(
        "Wrong usage has a sentence", arguments: [["-o", ""], ["-o", "r", "nobody"]])
    func usage(_ arguments: [String]) throws {
        let result = try Tool.run(Tool.themepack, ["report"] + arguments, in: sandbox.path)
        try expect(result, 64, "\(arguments)")
    }
}
