import ThemeSystem
import ThemeModel
import TestSupport
import Testing
import ThemePackager
import ThemeProject

@testable import ThemeReview

@Suite("Facts of a project")
struct ProjectFactsTests {
    /// Every state that an image can have in a theme. `night` extends `year`.
    static let project = ProjectFiles.sound.with { project in
        func add(_ path: String, _ width: Int = 10, _ height: Int = 10, shade: UInt8) {
            project.files[path] = PNGFile(width, height, shade: shade).bytes
        }
        for name in ["kept", "damaged", "wide", "scaled"] { add("assets/tab/\(name).png", shade: 1) }
        add("assets/tab/scaled@2x.png", 20, 20, shade: 1)
        add("assets/top.png", shade: 1)
        project.files["themes/year/tab/year_damaged.png"] = Array("x".utf8)
        add("themes/year/tab/year_wide.png", 12, 10, shade: 2)
        add("themes/year/tab/year_scaled.png", shade: 2)
        add("themes/year/tab/year_extra.png", shade: 2)
        project["themes/night/theme.json"] =
            #"{"id": "night", "version": "1.0.0", "imageNamePrefix": "night_", "extends": "year"}"#
        add("themes/night/tab/night_kept.png", shade: 3)
        add("themes/night/tab/yaer_kept.png", shade: 4)
    }

    static func facts(
        of files: ProjectFiles, _ scope: ThemeScope = .everything, jobs: Int = 2
    ) throws -> ReviewFacts {
        let project = try Project(at: ProjectFiles.root, in: files.memory)
        return try ReviewFacts(of: project, scope, jobs: jobs)
    }

    private static func theme(_ id: String, _ facts: ReviewFacts) throws -> ReviewedTheme {
        try #require(facts.themes.first { $0.id == id })
    }

    private static func lines(_ theme: ReviewedTheme, _ facts: ReviewFacts) -> [String] {
        theme.images.flatMap { image in
            image.variants.map { variant in
                let shown = variant.shownFile.map { facts.files[$0].path } ?? "nothing"
                return "\(image.name)\(variant.scale.suffix) \(variant.state.rawValue): \(shown)"
            }
        }
    }

    @Test("An image has a state in every theme, and the file that an app shows")
    func states() throws {
        let facts = try Self.facts(of: Self.project)
        #expect(facts.title == "project" && facts.themes.map(\.id) == ["default", "year", "night"])
        #expect(
            Self.lines(try Self.theme("year", facts), facts) == [
                "common/button replaced: themes/year/common/year_button.png",
                "common/button@2x replaced: themes/year/common/year_button@2x.png",
                "common/button@3x replaced: themes/year/common/year_button@3x.png",
                "tab/damaged damaged: assets/tab/damaged.png",
                "tab/extra missing-default: themes/year/tab/year_extra.png",
                "tab/kept inherited: assets/tab/kept.png",
                "tab/scaled replaced: themes/year/tab/year_scaled.png",
                "tab/scaled@2x missing-scale: themes/year/tab/year_scaled.png",
                "tab/wide mismatch: themes/year/tab/year_wide.png",
                "top inherited: assets/top.png",
            ])
        let night = Self.lines(try Self.theme("night", facts), facts)
        #expect(
            night.contains("tab/kept replaced: themes/night/tab/night_kept.png")
                && night.contains("tab/wide inherited: themes/year/tab/year_wide.png")
                && night.contains("tab/scaled@2x inherited: themes/year/tab/year_scaled.png"), "\(night)")
        #expect(try Self.theme("default", facts).images.allSatisfy { $0.state == .isDefault })
    }

    @Test("Coverage counts the names with a default by folder, and those that a theme replaces by sound images")
    func coverage() throws {
        let facts = try Self.facts(of: Self.project)
        #expect(facts.folders == ["", "common", "tab"])
        #expect(
            try Self.theme("year", facts).coverage == [
                FolderCoverage(defaults: 1), FolderCoverage(defaults: 1, replaced: 1),
                FolderCoverage(defaults: 4, replaced: 1),
            ])
        #expect(try Self.theme("default", facts).totalCoverage == FolderCoverage(defaults: 6))
    }

    @Test("A finding leads to its image, also to one that no theme has because of its name")
    func findings() throws {
        let facts = try Self.facts(of: Self.project)
        let year = try #require(facts.themes.firstIndex { $0.id == "year" })
        #expect(facts.findings.map(\.finding) == (try Self.project.verify()))
        for finding in facts.findings {
            #expect(finding.finding.theme == finding.theme.map { facts.themes[$0].id })
            let file = try #require(finding.file, "\(finding.finding.line)")
            #expect(facts.files[file].path == finding.finding.path)
        }
        let wide = try #require(facts.themes[year].images.first { $0.name.description == "tab/wide" })
        #expect(wide.findings.map { facts.findings[$0].finding.rule } == [.imageDimensions])
        let mismatch = facts.findings[wide.findings[0]]
        #expect(mismatch.relatedFile.map { facts.files[$0].path } == "assets/tab/wide.png")
        let stray = try #require(facts.files.first { $0.path == "themes/night/tab/yaer_kept.png" })
        #expect(stray.isSound && stray.name == nil && stray.size?.description == "10x10" && stray.owner == "night")
    }

    @Test("A file has size, length, digest and, if it is damaged, the reason")
    func files() throws {
        let facts = try Self.facts(of: Self.project)
        #expect(facts.files.map(\.path) == facts.files.map(\.path).sorted(by: UTF8Order.precedes))
        let button = try #require(facts.files.first { $0.path == "themes/year/common/year_button@2x.png" })
        let bytes = try #require(Self.project.files[button.path])
        #expect(button.size?.description == "88x44" && button.byteCount == bytes.count)
        #expect(button.owner == "year" && button.scale == .two && button.source == .file("/project/\(button.path)"))
        let damaged = try #require(facts.files.first { $0.path == "themes/year/tab/year_damaged.png" })
        #expect(damaged.damage?.contains("not a PNG") == true && damaged.digest == nil && damaged.size == nil)
        let reader = ReviewReader(try Project(at: ProjectFiles.root, in: Self.project.memory))
        #expect(try reader.bytes(of: button) == bytes)
        var other = button
        other.source = .file("/project/assets/top.png")
        #expect(throws: FileError.changed) { try reader.bytes(of: other) }
    }

    @Test("An image is read once for its inspection and its copy, if its bytes are kept")
    func reads() throws {
        let files = CountedReads(base: Self.project.memory)
        let project = try Project(at: ProjectFiles.root, in: files)
        for (bytesMax, usual) in [(1 << 20, 1), (0, 2)] {
            files.counts.withLock { $0 = [:] }
            let memory = ImageMemory(bytesMax: bytesMax)
            let images = try ReviewFacts(of: project, jobs: 2, memory: memory).files.filter(\.isSound)
            let reader = ReviewReader(project, memory)
            for image in images {
                let bytes = try reader.bytes(of: image)
                #expect(ContentDigest(of: bytes) == image.digest)
            }
            // Files of equal content share their kept bytes. An image of no theme is inspected on its own.
            let different = Dictionary(grouping: images.filter { $0.name != nil }) { $0.digest }
                .values.filter { $0.count == 1 }.map { "\(ProjectFiles.root)/\($0[0].path)" }
            #expect(different.count > 3)
            let counts = files.counts.withLock { $0 }
            #expect(different.allSatisfy { counts[$0] == usual }, "\(bytesMax): \(counts)")
        }
    }

    @Test("A review of one theme shows it alone, with what it inherits")
    func scope() throws {
        let all = try Self.facts(of: Self.project)
        let facts = try Self.facts(of: Self.project, .folders(["night"]))
        #expect(facts.themes.map(\.id) == ["night"])
        let night = try #require(all.themes.first { $0.id == "night" })
        #expect(Self.lines(facts.themes[0], facts) == Self.lines(night, all))
        #expect(facts.themes[0].settings == night.settings && !facts.themes[0].settings.isEmpty)
        #expect(facts.findings.allSatisfy { $0.finding.theme == "night" } && !facts.findings.isEmpty)
    }

    @Test("The facts depend on nothing but the files", arguments: [1, 3, 8])
    func deterministic(jobs: Int) throws {
        #expect(try Self.facts(of: Self.project, jobs: jobs) == Self.facts(of: Self.project))
    }

    @Test("A review that is kept finds what a fresh review finds")
    func live() throws {
        let sandbox = try Sandbox()
        try Self.project.write(to: sandbox)
        let project = try Project(at: sandbox.path)
        let cache = ProjectCache(of: project, tool: "tests")
        func check() throws {
            let kept = try ReviewFacts(of: project, jobs: 2, cache: cache)
            #expect(try kept == ReviewFacts(of: project, jobs: 2))
        }
        try check()
        let path = "themes/year/tab/year_wide.png"
        for image in [PNGFile(10, 10, shade: 9).bytes, [], PNGFile(10, 10, shade: 9).bytes] {
            try sandbox.write(path, image)
            try check()
        }
        try sandbox.write("themes/year/tab/year_kept.png", PNGFile(10, 10, shade: 7).bytes)
        try check()
        try sandbox.write("themes/year/config.json", "{}")
        try check()
    }

    @Test("The sample's themes replace what their folders have")
    func sample() throws {
        let facts = try ReviewFacts(of: Project(at: Tool.repository), jobs: 2)
        #expect(facts.themes.count == 8 && facts.findings.isEmpty && facts.files.allSatisfy(\.isSound))
        #expect(facts.themes.allSatisfy { $0.totalCoverage.defaults == 20 })
    }
}
