import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemeReview

@Suite("The page of differences")
struct DifferencePageTests {
    static let hostile = #"<script>alert(1)</script> \" onerror=x ' <!-- &lt; \u202E"#

    /// Every kind of change, with names and values that are hostile.
    static func sample() throws -> ThemeDifference {
        let grid = PixelGrid(44, 22, seed: 1)
        let old = ProjectFiles.sound.with { project in
            project.files["assets/it's & `it`.png"] = grid.png().bytes
            project.files["assets/gone.png"] = grid.png().bytes
            project.files["assets/former.png"] = PNGFile(7, 7).bytes
            project.files["assets/cut.png"] = grid.png().bytes
        }
        let new = old.with { project in
            project.files["assets/gone.png"] = nil
            project.files["assets/latter.png"] = project.files.removeValue(forKey: "assets/former.png")
            project.files["assets/cut.png"] = Array(grid.png().bytes.dropLast(30))
            project.files["assets/new.png"] = PNGFile(9, 9).bytes
            project.files["assets/it's & `it`.png"] = PixelGrid(44, 22, seed: 2).png().bytes
            project.files["assets/common/button@2x.png"] = PNGFile(80, 44).bytes
            project.files["assets/common/button@3x.png"] = PNGFile(132, 66, shade: 0x40, interlaced: true).bytes
            project["themes/default/theme.json"] =
                "{\"id\": \"default\", \"version\": \"1.0.0\", \"name\": \"\(hostile)\"}"
            project["themes/default/config.json"] =
                "{\"\(hostile)\": \"\(hostile)\", \"Color\": {\"title\": \"80FF0000\"}}"
        }
        return try old.difference(to: new, theme: "default")
    }

    private func page(_ difference: ThemeDifference, embedding bytes: Int = .max) throws -> String {
        var page = DifferencePage(Comparison(difference), summary: "<b>9 changes</b>")
        page.embeddedBytesMax = bytes
        return String(decoding: try page.bytes(), as: UTF8.self)
    }

    @Test("No hostile text leaves its place")
    func hostile() throws {
        let text = try page(try Self.sample())
        for tag in ["<script", "<style", "<title"] { #expect(text.split(separator: tag).count == 2, "\(tag)") }
        #expect(!text.contains("<b>9 changes") && !text.contains("\u{202E}") && !text.contains(" style=\""))
        #expect(text.contains("&lt;script&gt;alert(1)&lt;/script&gt; &quot; onerror=x &#39; &lt;!-- &amp;lt;"))
    }

    @Test("Each change has its images, a placeholder that says why not, or a row")
    func changes() throws {
        let difference = try Self.sample()
        let text = try page(difference)
        // Old and new of five images, one of the new and of the gone one; nothing of the image with the same pixels.
        #expect(text.split(separator: "<img ").count - 1 == 2 + 2 + 2 + 1 + 1 + 1)
        let reason = text.firstMatch(of: /<p class="absent">([^<]+)/).map { String($0.output.1) }
        #expect(try Sentences.mismatch(reason, of: "a damaged image of a difference", in: "reviews") == nil)
        #expect(text.contains("<span class=\"mismatch\">80 × 44 px, was 88 × 44 px</span>"))
        #expect(text.contains("<code>common/<wbr>button@<wbr>3x</code>"))
        for title in ["Another size", "Gone", "Renamed", "Other pixels", "Not comparable", "New", "Same pixels"] {
            #expect(text.contains(title))
        }
        #expect(text.split(separator: "breaking</").count - 1 == difference.breakingCount)
        #expect(try page(difference) == text)
    }

    @Test("Images beyond the page's size are described")
    func large() throws {
        let text = try page(try Self.sample(), embedding: 5000)
        #expect(text.split(separator: "<img ").count - 1 < 10)
        let reason = text.firstMatch(of: /<p class="absent">[^<:]+: ([^<]+)/).map { String($0.output.1) }
        #expect(try Sentences.mismatch(reason, of: "an image beyond the page's size", in: "reviews") == nil)
    }

    @Test("A long list of changed images has several groups")
    func longList() throws {
        let new = ProjectFiles.sound.with { project in
            for number in 0..<150 { project.files["assets/more/image\(number).png"] = PNGFile(2, 2).bytes }
        }
        let text = try page(try ProjectFiles.sound.difference(to: new, theme: "default"))
        #expect(text.contains("New, part 1 of 2 <span class=\"count\">100 images<"))
        #expect(text.contains("New, part 2 of 2 <span class=\"count\">50 images<"))
    }

    @Test("Masks have the color of their version")
    func masks() throws {
        let old = ProjectFiles.sound.with { project in
            project["themes/default/theme.json"] =
                #"{"id": "default", "version": "1.0.0", "config": "c.json", "templates": {"icon": "Color.icon"}}"#
            project["themes/default/c.json"] = ##"{"Color": {"icon": "#112233"}}"##
            project.files["assets/icon.png"] = PixelGrid(8, 8, seed: 1).png().bytes
        }
        let new = old.with { project in
            project["themes/default/c.json"] = ##"{"Color": {"icon": "#80AABBCC"}}"##
            project.files["assets/icon.png"] = PixelGrid(8, 8, seed: 2).png().bytes
        }
        let text = try page(old.difference(to: new, theme: "default"))
        for tint in ["#112233 1", "#AABBCC 0.502"] { #expect(text.contains("data-tint=\"\(tint)\"")) }
    }

    @Test("Two equal versions give a page that says so")
    func same() throws {
        let text = try page(try ProjectFiles.sound.difference(to: .sound, theme: "year"))
        #expect(text.contains("<b>No differences</b>") && !text.contains("<section"))
    }
}
