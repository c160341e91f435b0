import Foundation
import TestSupport
import Testing
import ThemeSystem
import ThemeModel
import ThemePackager
import ThemeProject
@testable import ThemeReview

/// Requests and changes of the pages, without a server.
@Suite struct LivePreviewTests {
    private let project: TestProject
    private let rules = AccessRules(port: 1, token: "t")
    private let preview: LivePreview

    init() throws {
        project = try TestProject()
        try project.image("assets/common/button.png")
        try project.image("themes/dark/common/dark_button.png")
        try project.theme("dark", prefix: "dark_")
        preview = LivePreview(of: try Project(at: project.root), rules: rules)
    }

    private func update() throws -> ServerSentEvent? { try update(preview) }

    private func update(_ preview: LivePreview) throws -> ServerSentEvent? {
        let read = try Project(at: project.root)
        let sample = SampleScreens(of: read)
        return preview.update(try ReviewFacts(of: read, background: sample.background, jobs: 1), sample)
    }

    private func get(_ path: String) -> HTTPResponse { get(path, of: preview) }

    private func get(_ path: String, of preview: LivePreview) -> HTTPResponse {
        preview.respond(
            to: HTTPRequest(
                method: "GET", path: "/t/\(path)", fields: [("host", "localhost:1")],
                keepsConnection: true))
    }

    private func text(_ path: String = "") -> String { text(path, of: preview) }

    private func text(_ path: String, of preview: LivePreview) -> String {
        String(decoding: get(path, of: preview).body, as: UTF8.self)
    }

    private func imagePaths() -> [String] {
        text().split(separator: "\"").filter { $0.hasPrefix("image/") }.map(String.init)
    }

    @Test("The pages show the project")
    func pages() throws {
        #expect(try update() != nil)
        #expect(text().contains("id=\"common/button\""))
        #expect(text("screens").contains("There is no preview.json"))
        #expect(get("").type == "text/html; charset=utf-8")
        #expect(get("events").isEventStream)
    }

    @Test("Numbers of another start are never those of an earlier preview")
    func start() throws {
        let later = LivePreview(of: try Project(at: project.root), rules: rules, start: 1000)
        let read = try Project(at: project.root)
        let facts = try ReviewFacts(of: read, jobs: 1)
        #expect(try #require(later.update(facts, SampleScreens(of: read))).data.contains("\"revision\": 1001"))
        func status(_ path: String) -> HTTPStatus {
            later.respond(
                to: HTTPRequest(
                    method: "GET", path: "/t/\(path)", fields: [("host", "localhost:1")],
                    keepsConnection: true)
            ).status
        }
        #expect(status("image/1000") == .ok)
        #expect(status("image/0") == .notFound)
        #expect(status("image/1002") == .notFound)
    }

    @Test("Images have the bytes of their files")
    func imageBytes() throws {
        _ = try update()
        let bytes = Set(imagePaths().map { get($0).body })
        let files = try ["assets/common/button.png", "themes/dark/common/dark_button.png"].map { path in
            Array(try Data(contentsOf: URL(fileURLWithPath: "\(project.root)/\(path)")))
        }
        #expect(bytes == Set(files))
    }

    @Test("A browser keeps no file that changed after the survey")
    func changedAfterSurvey() throws {
        _ = try update()
        let path = try #require(imagePaths().first)
        #expect(caching(path) == "private, max-age=3600, immutable")
        for name in ["assets/common/button.png", "themes/dark/common/dark_button.png"] {
            try project.write(name, PNGFile(8, 4, seed: 77).bytes)
        }
        #expect(get(path).status == .ok && caching(path) == nil)
    }

    private func caching(_ path: String) -> String? {
        get(path).fields.first { $0.name == "Cache-Control" }?.value
    }

    @Test(
        "No other path has an answer",
        arguments: [
            "image", "image/", "image/99", "image/-1", "image/+0", "image/0x1", "image/0/../1", "image/1e0", "image/٠",
            "image/18446744073709551616", "themepack.json", "assets/common/button.png", "../assets/common/button.png",
            "..%2fassets%2fcommon%2fbutton.png", "image/..%2f..%2fetc%2fpasswd", "/etc/passwd", "screens/",
            "index.html",
        ])
    func otherPaths(path: String) throws {
        _ = try update()
        #expect(get(path).status == .notFound)
    }

    @Test("A run that finds the same sends nothing")
    func unchanged() throws {
        _ = try update()
        let page = text()
        #expect(try update() == nil)
        #expect(text() == page)
    }

    @Test("A changed image has another number, and only its card is sent")
    func changedImage() throws {
        _ = try update()
        let before = Set(imagePaths())
        try project.write("themes/dark/common/dark_button.png", PNGFile(8, 4, seed: 99).bytes)
        let event = try #require(try update())
        #expect(event.data.contains("[\"common/button\", \"<article"))
        #expect(event.data.contains("\"revision\": 2"))
        #expect(!event.data.contains("\\u003chtml") && !event.data.contains("<html"))
        #expect(Set(imagePaths()).subtracting(before).count == 1)
    }

    @Test("After any change, the pages are those of a new preview")
    func changes() throws {
        func move(_ path: String, to other: String) throws {
            try FileManager.default.moveItem(atPath: "\(project.root)/\(path)", toPath: "\(project.root)/\(other)")
        }
        func same(_ name: String) throws {
            try project.write("themes/dark/common/dark_\(name).png", PNGFile(8, 4, seed: 5).bytes)
        }
        let image = "themes/dark/common/dark_button.png"
        let forms = ["assets/common/caf\u{E9}.png", "assets/common/cafe\u{301}.png"]
        var changes: [() throws -> Void] = [
            { try project.write(image, PNGFile(8, 4, seed: 99).bytes) },
            { try project.write(image, PNGFile(9, 4).bytes) },
            { try project.write(image, "no image") },
            { try project.remove(image) },
            { try move("assets/common/button.png", to: image) },
            { try project.image("assets/common/button.png") },
            { try project.image("assets/common/button@2x.png") },
            { for name in ["a", "b", "c"] { try project.image("assets/common/\(name).png") } },
            { for name in ["b", "c"] { try same(name) } },
            // Changes only a sentence on the card of c.
            { try same("a") },
            { try project.theme("dark", prefix: "dark_", more: ", \"name\": \"Night\"") },
            { try project.write("preview.json", "{\"background\": \"back\", \"screens\": []}") },
            { try project.write("themes/dark/config.json", "{\"back\": \"#102030\", \"tint\": \"#FF0000\"}") },
            {
                try project.theme("default", config: "{\"tint\": \"#0000FF\"}")
                try project.write(
                    "themes/default/theme.json",
                    "{\"id\": \"default\", \"version\": \"1.0.0\", \"templates\": {\"common/button\": \"tint\"}}")
            },
            { try project.write("themes/dark/config.json", "{\"back\": \"#102030\", \"tint\": \"#00FF00\"}") },
            { try project.theme("light", prefix: "light_", extends: "dark") },
            { try project.write("themes/light/theme.json", "{") },
            { try project.remove(image) },
            { try project.remove("themes/dark") },
        ]
        #if os(Linux)
            // Elsewhere, these are one name.
            changes += [
                { try project.image(forms[0]) }, { try move(forms[0], to: forms[1]) },
                { try project.write(forms[1], "no image") }, { try move(forms[1], to: forms[0]) },
                { try project.write(forms[1], "no image, either") },
                { try project.image("assets/common/button.png", width: 9) },
            ]
        #endif
        let preview = try LivePreview(of: Project(at: project.root), rules: rules, jobs: 2)
        _ = try update(preview)
        var hasMask = false
        for (number, change) in changes.enumerated() {
            try change()
            #expect(try update(preview) != nil, "change \(number)")
            let new = try LivePreview(of: Project(at: project.root), rules: rules)
            _ = try update(new)
            for page in ["", "screens"] {
                let (shown, expected) = (contents(of: page, preview), contents(of: page, new))
                #expect(Array(shown.text.utf8) == Array(expected.text.utf8), "change \(number), page '\(page)'")
                #expect(shown.images == expected.images, "change \(number), page '\(page)'")
                hasMask = hasMask || shown.text.contains("mask, #00FF00")
            }
        }
        #expect(hasMask)
    }

    /// Returns a page without its revision and the numbers of its images, and the bytes of these.
    private func contents(of page: String, _ preview: LivePreview) -> (text: String, images: [[UInt8]]) {
        let text = text(page, of: preview)
        let images = text.matches(of: /image\/[0-9]+/).map { get(String($0.output), of: preview).body }
        return (text.replacing(/image\/[0-9]+|data-revision="[0-9]+"/, with: ""), images)
    }

    /// A theme that cannot be read has the name of its folder as its id.
    @Test("A patch names an element as the page does, even if its name reorders text")
    func patchNames() throws {
        try project.write("themes/a\u{202E}b'&/theme.json", "{")
        let screen = { (text: String) in
            "{\"screens\": [{\"name\": \"x\", \"elements\": [{\"type\": \"text\", \"text\": \"\(text)\"}]}]}"
        }
        try project.write("preview.json", screen("one"))
        _ = try update()
        try project.write("preview.json", screen("two"))
        let event = try #require(try update())
        #expect(text("screens").contains("id=\"screen/0/a\\u{202E}b&#39;&amp;\""))
        #expect(event.data.contains("[\"screen/0/a\\\\u{202E}b'&\", \"<figure"), "\(event.data)")
    }

    @Test("The title of the page follows the project")
    func followedTitle() throws {
        _ = try update()
        let title = "data-title=\"\(URL(fileURLWithPath: project.root).lastPathComponent): theme report\""
        #expect(text().contains(title) && text().contains("Written by themepack preview."))
    }

    @Test("An error of the project stays above the last content until it is fixed")
    func projectError() throws {
        _ = try update()
        let error = UserError(
            path: "\(project.root)/themepack.json", position: SourcePosition(line: 2, column: 3), "is <wrong>",
            hint: "fix it")
        #expect(preview.update(error) != nil)
        #expect(text().contains("themepack.json, line 2, column 3: is &lt;wrong&gt;. Hint: fix it"))
        #expect(text().contains("id=\"common/button\""))
        #expect(try update() != nil)
        #expect(!text().contains("&lt;wrong&gt;"))
    }

    @Test("A file that goes has no image")
    func vanishedFile() throws {
        _ = try update()
        let paths = imagePaths()
        try project.remove("themes/dark/common/dark_button.png")
        #expect(paths.contains { get($0).status == .noContent && get($0).body.isEmpty })
    }

    /// `preview.json` and names of themes are the work of strangers.
    @Test("Hostile names and texts are escaped")
    func hostileNames() throws {
        let hostile = "</text></svg><script>alert(1)</script>\\\"' onload=x \\u202e\\n"
        try project.write(
            "preview.json",
            """
            {"screens": [{"name": "\(hostile)", "elements": [
              {"type": "text", "text": "\(hostile)", "setting": "\(hostile)", "font": "\(hostile)"},
              {"type": "image", "image": "\(hostile)"}, {"type": "button", "text": "\(hostile)"}]}]}
            """)
        try project.write(
            "themes/dark/theme.json",
            "{\"id\": \"dark\", \"version\": \"1.0.0\", \"imageNamePrefix\": \"dark_\", \"name\": \"\(hostile)\"}")
        _ = try update()
        for page in [text(), text("screens")] {
            let scripts = page.components(separatedBy: "<script").count - 1
            #expect(scripts == 1, "only the page's own")
            #expect(!page.contains("\u{202E}"))
        }
        #expect(text("screens").contains("&lt;script&gt;"))
    }

    @Test("A mistake in preview.json is shown with its place, and a near name")
    func sampleMistake() throws {
        try project.write(
            "preview.json",
            """
            {"screens": [{"name": "Home", "elements": [
            {"type": "badge", "image": "common/buton"}]}]}
            """)
        _ = try update()
        for name in ["buton", "button"] { #expect(text("screens").contains("&#39;common/\(name)&#39;")) }
        #expect(text("screens").contains("line 2, column 28"))
        try project.write("preview.json", "{\"screens\": [{}]}")
        #expect(try update() != nil)
        #expect(text("screens").contains("the screen has no &quot;name&quot;"))
        try project.write("preview.json", "{\"screens\": [{\"name\": \"Home\"}]}")
        #expect(try update() != nil)
        #expect(text("screens").contains("<h2>Home</h2>"))
    }
}
