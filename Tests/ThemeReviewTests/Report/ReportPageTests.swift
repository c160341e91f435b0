import TestSupport
import Testing
import ThemeModel
import ThemePackager
import ThemeProject

@testable import ThemeReview

@Suite("The page of a report")
struct ReportPageTests {
    static func facts(of files: ProjectFiles) throws -> (facts: ReviewFacts, read: ReportWriter.Reader) {
        let project = try Project(at: ProjectFiles.root, in: files.memory)
        return (try ReviewFacts(of: project, jobs: 2), ReviewReader(project).bytes)
    }

    private func page(
        _ facts: ReviewFacts, _ selection: ReportSelection = .all, _ read: @escaping ReportWriter.Reader = { _ in [] }
    ) throws -> String {
        let images = ReportPage.ImageAccess(policy: .inline) { .inlinePNG(try read(facts.files[$0])) }
        let bytes = try HTML.bytes {
            try ReportPage(facts: facts, selection: selection, images: images).write(to: &$0)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("No hostile text leaves its place")
    func hostile() throws {
        let page = try page(ReportSample.hostile().facts)
        for tag in ["<script", "<style", "<title"] { #expect(page.split(separator: tag).count == 2, "\(tag)") }
        let script = String(decoding: EmbeddedText.viewerScript.bytes, as: UTF8.self)
        for tag in ["<iframe", "<base", "<form action", " onerror=", " style=\"", "<!--"] {
            #expect(!page.replacing(script, with: "").contains(tag + "x"), "\(tag)")
        }
        #expect(!page.contains("<iframe") && !page.contains("<base") && !page.contains("style=\""))
        #expect(page.contains("\\u{202E}gnp.exe") && page.contains("a\\nb\\u{D}\\nc"))
    }

    @Test("An image of another size is framed, and its sizes are said in words")
    func mismatch() throws {
        let (facts, read) = try Self.facts(
            of: ProjectFiles.sound.with { $0.files["themes/year/common/year_button@2x.png"] = PNGFile(80, 44).bytes })
        let page = try page(facts, .all, read)
        #expect(page.contains("<span class=\"mismatch\">80 × 44 px instead of 88 × 44 px</span>"))
        #expect(page.contains("<svg class=\"frame\" aria-hidden=\"true\" width=\"88\" height=\"44\">"))
        #expect(page.contains("id=\"common/button@2x\"") && page.contains("href=\"#common/button\""))
    }

    @Test("A long folder has several groups of images")
    func longFolder() throws {
        let page = try page(ReportSample.large(250, folders: 1).facts)
        let groups = page.split(separator: "<section ").filter { $0.contains("class=\"folder\"") }
        #expect(groups.map { $0.split(separator: "<article ").count - 1 } == [100, 100, 50])
        for (group, (id, heading)) in zip(
            groups,
            [
                (":folder/folder0/sub", "part 1 of 3 <span class=\"count\">100 images"),
                (":part/2/folder0/sub", "part 2 of 3 <span class=\"count\">100 images"),
                (":part/3/folder0/sub", "part 3 of 3 <span class=\"count\">50 images"),
            ])
        { #expect(group.hasPrefix("id=\"\(id)\"") && group.contains(">folder0/sub, \(heading)<")) }
    }

    @Test("A damaged image has a placeholder that says why")
    func damage() throws {
        let (facts, read) = try Self.facts(
            of: ProjectFiles.sound.with { $0["themes/year/common/year_button.png"] = "no image" })
        let page = try page(facts, .all, read)
        let reason = page.firstMatch(of: /<p class="absent">([^<]+)/).map { String($0.output.1) }
        #expect(try Sentences.mismatch(reason, of: "a page with a damaged image", in: "reviews") == nil)
    }

    /// The notes that stand in place of absent parts.
    private static func notes(_ page: String) -> String {
        page.matches(of: /<p class="empty"><b>([^<]*)<\/b>([^<]*)/).map { "\($0.output.1): \($0.output.2)" }.joined(
            separator: "\n")
    }

    @Test("A selection leaves out images and settings, but no finding")
    func selection() throws {
        let (facts, read) = try Self.facts(
            of: ProjectFiles.sound.with {
                $0.files["assets/common/other.png"] = PNGFile(8, 8).bytes
                $0.files["assets/common/wrong.png"] = PNGFile(8, 8).bytes
                $0.files["themes/year/common/year_wrong.png"] = PNGFile(9, 8).bytes
            })
        func names(_ selection: ReportSelection) throws -> [String] {
            let page = try page(facts, selection, read)
            #expect(page.contains("year_wrong.png"))
            return ["common/button", "common/other", "common/wrong"].filter { page.contains("id=\"\($0)\"") }
        }
        #expect(try names(.all) == ["common/button", "common/other", "common/wrong"])
        #expect(try names(.changed) == ["common/button", "common/wrong"])
        #expect(try names(.problems) == ["common/wrong"])
    }

    @Test("The same facts give the same bytes")
    func deterministic() throws {
        let first = try Self.facts(of: .sound), second = try Self.facts(of: .sound)
        #expect(try page(first.facts, .all, first.read) == page(second.facts, .all, second.read))
    }

    @Test("A project without anything has a page that says what to do")
    func empty() throws {
        let page = try page(ReviewFacts(title: "empty"))
        #expect(
            try Sentences.mismatch(Self.notes(page), of: "a page of a project without anything", in: "reviews") == nil)
    }

    @Test("A count of one has its noun in the singular, and a theme without contents is not missing")
    func oneTheme() throws {
        func report(_ themes: [ReviewedTheme]) throws -> String {
            var facts = ReviewFacts(title: "empty")
            facts.themes = themes
            return try page(facts)
        }
        let standard = ReviewedTheme(id: "default", name: "Default", settings: [])
        let one = try report([standard])
        #expect(one.contains("<dt>Theme</dt><dd>1</dd>") && one.contains("<dt>Default images</dt><dd>0</dd>"))
        #expect(one.contains("themepack init"))
        let two = try report([standard, ReviewedTheme(id: "year", name: "Year", settings: [])])
        #expect(two.contains("<dt>Themes</dt><dd>2</dd>"))
        #expect(!two.contains("themepack init"))
        for (name, page) in [("one", one), ("two", two)] {
            #expect(
                try Sentences.mismatch(Self.notes(page), of: "a page of \(name) without contents", in: "reviews") == nil
            )
        }
    }

    @Test("A note names the themes whose settings cannot be read")
    func unreadSettings() throws {
        let (facts, read) = try Self.facts(of: ProjectFiles.sound.with { $0["themes/year/config.json"] = "{" })
        let title = try #require(facts.theme("year")?.title)
        #expect(try page(facts, .all, read).contains("The settings of \(title) cannot be read."))
    }

    @Test("A selection that leaves out every setting says so")
    func emptySelection() throws {
        let (facts, read) = try Self.facts(of: ProjectFiles.sound.with { $0["themes/year/config.json"] = "{}" })
        let notes = try [.problems, .changed, .all].map { try Self.notes(page(facts, $0, read)) }
        #expect(Set(notes).count == 3)
        #expect(
            try Sentences.mismatch(
                notes.joined(separator: "\n\n"), of: "pages of selections without a setting", in: "reviews") == nil)
    }

    @Test(
        "Numbers are in words",
        arguments: [
            (Words.bytes(1), "1 byte"), (Words.bytes(999), "999 bytes"), (Words.bytes(12_350), "12.4 kB"),
            (Words.bytes(999_949), "999.9 kB"), (Words.bytes(999_950), "1.0 MB"), (Words.bytes(3_100_000), "3.1 MB"),
            (Words.grouped(6296), "6,296"), (Words.grouped(-1_234_567), "-1,234,567"), (Words.percent(0.0123), "1.2 %"),
            (Words.percent(0.5), "50 %"), (Words.number(0.5), "0.5"), (Words.number(-0.25), "-0.25"),
            (Words.number(44), "44"), (Words.list(["a", "b", "c"]), "a, b and c"),
        ])
    func words(_ text: String, _ expected: String) { #expect(text == expected) }
}
