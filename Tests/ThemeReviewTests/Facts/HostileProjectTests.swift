import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemeReview

@Suite("Reviews of unusual projects")
struct HostileProjectTests {
    @Test("Each of 10,000 findings leads to its file", .timeLimit(.minutes(10)))
    func manyFindings() throws {
        let image = PNGFile(2, 2).bytes
        let project = ProjectFiles.sound.with { project in
            for number in 0..<5000 {
                project.files["themes/year/common/year_\(number).png"] = image
                project.files["themes/year/common/\(number).png"] = image
            }
        }
        let facts = try ProjectFactsTests.facts(of: project)
        #expect(facts.findings.count { $0.file != nil && $0.theme != nil } == 10_000)
        // A debug build takes about 3 s of this on the slowest machine.
    }

    @Test("A theme without images inherits everything")
    func noImages() throws {
        let facts = try ProjectFactsTests.facts(
            of: ProjectFiles.sound.with { project in
                project.files = project.files.filter { !$0.key.hasPrefix("themes/year/common") }
            })
        let year = try #require(facts.themes.first { $0.id == "year" })
        #expect(year.images.map(\.state) == [.inherited])
        #expect(year.totalCoverage == FolderCoverage(defaults: 1))
    }

    @Test("A project without images and settings has no rows")
    func empty() throws {
        let facts = try ProjectFactsTests.facts(
            of: ProjectFiles().with {
                $0["assets/.keep"] = ""
                $0["themes/.keep"] = ""
            })
        #expect(facts.themes.map(\.id) == ["default"] && facts.files.isEmpty && facts.findings.isEmpty)
        #expect(facts.folders.isEmpty)
    }

    @Test("Without default settings a theme has its own alone")
    func noDefaultSettings() throws {
        let facts = try ProjectFactsTests.facts(
            of: ProjectFiles.sound.with {
                $0["themes/default/theme.json"] = nil
                $0["themes/default/config.json"] = nil
            })
        #expect(facts.themes.map { $0.settings.map(\.origin) } == [[], [.own]])
    }

    @Test("A default that is damaged is shown as damaged, in every theme as its reason")
    func damagedDefault() throws {
        let facts = try ProjectFactsTests.facts(
            of: ProjectFiles.sound.with {
                $0.files["assets/common/button.png"] = Array($0.files["assets/common/button.png"]?.dropLast(9) ?? [])
            })
        let file = try #require(facts.files.first { $0.path == "assets/common/button.png" })
        #expect(file.damage != nil && file.size?.description == "44x22")
        #expect(facts.themes[0].images[0].state == .damaged && facts.themes[1].images[0].state == .replaced)
    }

    @Test("A broken theme.json, a cycle and a missing parent leave a review with findings")
    func brokenThemes() throws {
        let facts = try ProjectFactsTests.facts(
            of: ProjectFiles.sound.with {
                $0["themes/broken/theme.json"] = "{"
                for (id, parent) in [("one", "two"), ("two", "one"), ("three", "absent")] {
                    $0["themes/\(id)/theme.json"] = #"{"id": "\#(id)", "version": "1.0.0", "extends": "\#(parent)"}"#
                }
            })
        #expect(facts.themes.map(\.id) == ["default", "broken", "two", "three", "one", "year"])
        // Each chain ends with the default theme, which has the images.
        #expect(facts.themes.flatMap(\.images).flatMap(\.variants).allSatisfy { $0.shownFile != nil })
        #expect(facts.count(.error) == 4)
    }

    @Test("Names in two Unicode forms are two files")
    func unicodeForms() throws {
        // A dictionary takes both names for one key.
        var memory = ProjectFiles.sound.memory
        memory["/project/assets/e\u{301}.png"] = .file(PNGFile(1, 1).bytes)
        memory["/project/assets/\u{E9}.png"] = .file(PNGFile(2, 2).bytes)
        let facts = try ReviewFacts(of: Project(at: ProjectFiles.root, in: memory), jobs: 2)
        let forms = facts.files.indices.filter { facts.files[$0].path == "assets/\u{E9}.png" }
        #expect(forms.map { facts.files[$0].size?.width } == [1, 2])
        #expect(forms.map { form in facts.findings.count { $0.file == form } } == [0, 1])
    }

    @Test("Folders and keys in two Unicode forms are two rows")
    func folderForms() throws {
        let facts = try ProjectFactsTests.facts(
            of: ProjectFiles.sound.with { project in
                project.files["assets/\u{E9}/a.png"] = PNGFile(1, 1).bytes
                project.files["themes/year/e\u{301}/year_b.png"] = PNGFile(1, 1).bytes
                project["themes/default/config.json"] = "{\"\u{E9}\": 1}"
                project["themes/year/config.json"] = "{\"e\u{301}\": 1}"
            })
        #expect(SettingsByTheme(facts: facts, selection: .all).count == 2)
        let year = try #require(facts.themes.first { $0.id == "year" })
        #expect(facts.folders.count == 3 && year.coverage.map(\.defaults) == [1, 0, 1])
    }
}
