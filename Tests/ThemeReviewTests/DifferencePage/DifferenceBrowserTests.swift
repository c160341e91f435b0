import BrowserSupport
import Foundation
import TestSupport
import Testing

@testable import ThemeReview

@Suite(
    "Differences in a browser", .serialized,
    .enabled(if: Browser.executable != nil, Comment(rawValue: Browser.isMissing)))
struct DifferenceBrowserTests {
    @Test("The page is quiet, and the viewer compares old and new in all four ways")
    func viewer() async throws {
        let sandbox = try Sandbox()
        try sandbox.write("d.html", DifferencePage(DifferencePageTests.sample(), summary: "9 changes").bytes())
        let page = try await ReportBrowserTests.browser.get().page()
        try await page.emulate(.light, reducedMotion: true)
        try await page.open(file: "\(sandbox.path)/d.html")
        try await page.evaluate("document.querySelectorAll('img').forEach((it) => it.loading = 'eager')")
        try await page.wait(until: "[...document.images].every((it) => it.complete)")
        #expect(try await page.evaluate("[...document.images].filter((it) => !it.naturalWidth).length").number == 0)
        try await page.evaluate("document.querySelector('.card .shot img').click()")
        try await page.wait(until: "document.querySelector('dialog').open")
        for mode in 0..<4 {
            try await page.press("\(mode + 1)")
            try await page.wait(until: "view.mode === \(mode)")
        }
        #expect(page.consoleMessages == [] && page.requests == [])
        try await page.close()
    }
}
