import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemeReview

@Suite struct ScreensPageTests {
    private static func html(_ change: (inout ProjectFiles) -> Void) throws -> String {
        let files = ProjectFiles.sound.with { project in
            project["preview.json"] = #"""
                {"screens": [{"name": "Home", "elements": [{"type": "image", "image": "common/button"}]}]}
                """#
            change(&project)
        }
        let project = try Project(at: ProjectFiles.root, in: files.memory)
        let page = ScreensPage(SampleScreens(of: project), try ReviewFacts(of: project, jobs: 1))
        return String(
            decoding: HTML.bytes { page.write(to: &$0) { .file(.file("\($0).png")) } }, as: UTF8.self)
    }

    @Test("Settings that cannot be read are said above the screens")
    func unreadableSettings() throws {
        #expect(try !Self.html { _ in }.contains("class=\"error\""))
        let html = try Self.html { $0["themes/year/config.json"] = "{\n  \"Color\": {" }
        #expect(html.contains("<b>Error</b> themes/year/config.json:2:"), "\(html)")
        #expect(html.contains("<code>config-syntax</code>"))
    }

    @Test("Errors of images are left to the report")
    func imageErrors() throws {
        let html = try Self.html { $0.files["themes/year/common/year_button.png"] = [1, 2, 3] }
        #expect(!html.contains("class=\"error\""))
    }

    @Test("An image says its name and theme, and leads to the report")
    func imageTitle() throws {
        let html = try Self.html { _ in }
        #expect(html.contains("<a href=\".#common/button\"><title>common/button, default</title><image "), "\(html)")
        #expect(html.contains("<title>common/button, New Year</title>"), "\(html)")
        #expect(html.contains("Written by themepack preview."))
    }
}
