import Foundation
import TestSupport
import Testing
import ThemeExchange
import ThemeSystem
import ThemeModel
import ThemePackager
import ThemeProject

@Suite("What an import writes")
struct ProjectChangeTests {
    let maker: CatalogMaker

    init() throws {
        maker = try CatalogMaker()
        try maker.imageSet("a", [#""filename": "a.png""#, "\(CatalogMaker.dark), \"filename\": \"d.png\""])
        try maker.write("a.imageset/a.png", PNGFile(8, 4).bytes)
        try maker.write("a.imageset/d.png", PNGFile(8, 4, shade: 9).bytes)
        try maker.colorSet("c", CatalogMaker.color(#""red": 0, "green": 0, "blue": 0.5"#))
    }

    @Test("A new project verifies without findings")
    func verifies() throws {
        try maker.importAll()
        let project = try Project(at: maker.project)
        let verification = try ProjectRun(of: project, .everything, jobs: 1).verifyForPackaging()
        #expect(verification.findings.isEmpty, "\(verification.findings)")
        #expect(verification.themes.map(\.manifest.id.string).sorted() == ["dark", "default"])
    }

    @Test("Only colors make a project that verifies, too")
    func onlyColors() throws {
        let other = try CatalogMaker()
        try other.colorSet("c", CatalogMaker.color(#""red": 0, "green": 0, "blue": 0.5"#))
        try other.importAll()
        let build = ProjectRun(of: try Project(at: other.project), .everything, jobs: 1)
        #expect(try build.verifyForPackaging().findings.isEmpty)
    }

    /// Tokens of which each names the next one several times. The last one is the number 1.
    private static func references(_ levels: Int, times: Int) -> String {
        let tokens = (0...levels).map { level in
            let item = level == levels ? "1" : "\"{l\(level + 1)}\""
            return "\"l\(level)\": {\"$value\": [\(repeatElement(item, count: times).joined(separator: ","))]}"
        }
        return "{\(tokens.joined(separator: ","))}"
    }

    @Test(
        "Settings that verification would reject are not written",
        arguments: [(5, 9), (40, 1)])
    func rejected(_ levels: Int, _ times: Int) throws {
        let sandbox = try Sandbox()
        try sandbox.write("t.json", Self.references(levels, times: times))
        let contents = try TokenImport.read(
            ["\(sandbox.path)/t.json"], ImportOptions(themes: AppearanceThemes()))
        let error = #expect(throws: UserError.self) {
            try CatalogMaker.write(contents, into: "\(sandbox.path)/project")
        }
        #expect(error?.path == "themes/default/config.json")
        try error.check(of: "\(levels) levels, each \(times) times")
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/project"))
    }

    @Test("A second import changes nothing")
    func again() throws {
        try maker.importAll()
        let before = try maker.sandbox.listing(of: "project")
        let change = try maker.importAll()
        #expect(change.files.isEmpty && change.line("a") == "taken" && change.line("c") == "taken")
        #expect(try maker.sandbox.listing(of: "project") == before)
    }

    @Test("A dry run writes nothing and reports the same")
    func dry() throws {
        let dry = try maker.importAll(writes: false)
        #expect(!FileManager.default.fileExists(atPath: maker.project))
        let wet = try maker.importAll()
        #expect(dry.contents.items == wet.contents.items && dry.paths == wet.paths)
    }

    @Test("Nothing is written through a link out of the project")
    func links() throws {
        try maker.sandbox.write("outside/mine", [])
        try maker.sandbox.write("project/themes/.gitkeep", [])
        try FileManager.default.createSymbolicLink(
            atPath: "\(maker.project)/assets", withDestinationPath: "../outside")
        let error = #expect(throws: UserError.self) { try maker.importAll() }
        try error.check()
        #expect(try maker.sandbox.listing(of: "outside").count == 1)
    }

    @Test("Nothing is replaced without --force; the rest is added")
    func conflicts() throws {
        try maker.importAll()
        try maker.sandbox.write("project/assets/a.png", PNGFile(9, 9).bytes)
        try maker.sandbox.write("project/themes/default/config.json", ##"{"Color": {"c": "#123456", "mine": "000"}}"##)
        try maker.colorSet("new", CatalogMaker.color(#""red": 0, "green": 0.5, "blue": 0"#))
        let change = try maker.importAll()
        #expect(change.paths == ["themes/default/config.json"])
        try change.check("a")
        try change.check("c", are: .notTaken)
        #expect(try maker.sandbox.read("project/assets/a.png") == PNGFile(9, 9).bytes)
        let settings = try maker.settings("default")
        for text in ["\"#123456\"", "\"mine\"", "\"new\": \"008000\""] { #expect(settings.contains(text)) }
        try maker.importAll(force: true)
        #expect(try maker.sandbox.read("project/assets/a.png") == PNGFile(8, 4).bytes)
        #expect(try maker.settings("default").contains("\"c\": \"000080\""))
    }

    @Test("An existing theme keeps its prefix, its color order and its settings file")
    func existing() throws {
        let project = try TestProject()
        try project.theme("default", config: "{}")
        try project.theme("dark", prefix: "d_", config: nil, more: #", "config": "s.json", "colorOrder": "rgba""#)
        try project.write("themes/dark/s.json", #"{"Metrics": {"gap": 4}}"#)
        try maker.colorSet(
            "t", CatalogMaker.color(#""red": 0, "green": 0, "blue": 0.5"#),
            CatalogMaker.color(#""red": 0, "green": 0, "blue": 0.5, "alpha": 0.5"#, more: CatalogMaker.dark))
        let change = try CatalogMaker.write(try maker.read(), into: project.root)
        #expect(
            change.paths == [
                "assets/a.png", "themes/dark/d_a.png", "themes/dark/s.json", "themes/default/config.json",
            ])
        let written = try Project(at: project.root)
        let build = try ProjectRun(of: written, .everything, jobs: 1).verifyForPackaging()
        #expect(!build.findings.contains { $0.severity == .error }, "\(build.findings)")
        let bytes = try DiskFileSystem().read("\(project.root)/themes/dark/s.json", limit: 1000)
        let settings = String(decoding: bytes, as: UTF8.self)
        #expect(settings.contains("\"t\": \"00008080\"") && settings.contains("\"gap\": 4"))
    }

    @Test("A name that starts with a theme's prefix is a defect")
    func prefix() throws {
        let project = try TestProject()
        try project.theme("dark", prefix: "a")
        try project.theme("default")
        let change = try CatalogMaker.write(try maker.read(), into: project.root, writes: false)
        try change.check("a")
    }

    @Test("An image without a default is left out, and one of another size is announced")
    func defaults() throws {
        try maker.imageSet("only", ["\(CatalogMaker.dark), \"filename\": \"d.png\""])
        try maker.write("only.imageset/d.png", PNGFile(8, 4).bytes)
        try maker.write("a.imageset/d.png", PNGFile(9, 4).bytes)
        let change = try maker.importAll()
        try change.check("only", are: .notTaken)
        try change.check("a", are: .changed)
    }

    @Test("Sizes that differ are announced once for a theme, not for each scale")
    func sizes() throws {
        let slots = (1...3).flatMap { scale in
            ["l", "d"].map { name in
                let appearance = name == "d" ? "\(CatalogMaker.dark), " : ""
                return "\(appearance)\"scale\": \"\(scale)x\", \"filename\": \"\(name)\(scale).png\""
            }
        }
        try maker.imageSet("sizes", slots)
        for scale in 1...3 {
            try maker.write("sizes.imageset/l\(scale).png", PNGFile(8 * scale, 4 * scale).bytes)
            try maker.write("sizes.imageset/d\(scale).png", PNGFile(9 * scale, 4 * scale).bytes)
        }
        #expect(try maker.importAll().item("sizes")?.notes.count == 1)
    }

    @Test("A source of which nothing is taken makes no project")
    func nothing() throws {
        let other = try CatalogMaker()
        try other.write("AppIcon.appiconset/Contents.json", "{}")
        let change = try other.importAll()
        #expect(change.files.isEmpty && !FileManager.default.fileExists(atPath: other.project))
    }

    @Test("Every item that is not taken has a reason")
    func reasons() throws {
        try maker.imageSet("none", [])
        try maker.colorSet("none2")
        try maker.write("s.symbolset/Contents.json", "{}")
        let items = try maker.importAll().contents.items
        #expect(items.count == 5 && items.allSatisfy { $0.isTaken || !$0.notes.isEmpty }, "\(items)")
    }

    @Test("A failed write leaves nothing")
    func failure() throws {
        let change = try maker.importAll(writes: false)
        try maker.sandbox.write("project/assets", "a file where a folder must be")
        let before = try maker.sandbox.listing()
        let folder = try OutputFolder(sourcesOf: maker.project)
        #expect(throws: UserError.self) { try change.write(to: folder) }
        #expect(try maker.sandbox.listing() == before)
    }

    @Test("A theme that is no id names the option", arguments: ["dark=no way", "dark", "=x"])
    func themes(_ assignment: String) throws {
        #expect(throws: UserError.self) { try maker.importAll(themes: [assignment], writes: false) }
    }
}
