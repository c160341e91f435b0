import BrowserSupport
import Foundation
import TestSupport
import Testing

@testable import ThemeReview

@Suite(
    "Differences in a browser", .serialized, .urgent,
    .enabled(if: Browser.executable != nil, Comment(rawValue: Browser.isMissing)))
struct DifferenceBrowserTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func open(
        _ scheme: BrowserPage.Scheme = .light, fonts: FontFamily = .wide
    ) async throws -> BrowserPage {
        let page = DifferencePage(Comparison(try DifferencePageTests.sample()), summary: "9 changes")
        try sandbox.write("d.html", page.bytes())
        let address = URL(fileURLWithPath: "\(sandbox.path)/d.html").absoluteString
        return try await Browser.open(address, scheme, fonts: fonts)
    }

    @Test("The page is quiet, and the viewer compares old and new in all four ways")
    func viewer() async throws {
        let page = try await open()
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

    @Test("Nothing scrolls sideways but tables", arguments: [1440, 820, 390, 320], FontFamily.allCases)
    func widths(_ width: Int, _ fonts: FontFamily) async throws {
        let page = try await open(fonts: fonts)
        try await page.resize(width: width, height: 900)
        #expect(try await page.evaluate("document.documentElement.scrollWidth").number == Double(width))
        try await page.close()
    }

    @Test("The filter shows what breaks an app")
    func filter() async throws {
        let page = try await open()
        try await page.evaluate(
            "(() => { const form = document.querySelector('.filter'); form.querySelector('select').value = 'breaking'; "
                + "form.dispatchEvent(new Event('input')); })()")
        let breaking = try DifferencePageTests.sample().breakingCount
        try await page.wait(until: "document.querySelectorAll('.item:not([hidden])').length === \(breaking)")
        #expect(page.consoleMessages == [])
        try await page.close()
    }

    /// 360 x 225 is a window of 1,440 x 900 at 400 %.
    @Test(
        "axe finds nothing, also in the open viewer",
        .enabled(if: Axe.script != nil, Comment(rawValue: Axe.isMissing)),
        arguments: BrowserPage.Scheme.allCases, [(1440, 900), (390, 844), (360, 225)])
    func accessibility(_ scheme: BrowserPage.Scheme, _ size: (width: Int, height: Int)) async throws {
        let page = try await open(scheme)
        try await page.resize(width: size.width, height: size.height)
        try await page.evaluate(try #require(Axe.script) + "; 0")
        for action in ["0", "document.querySelector('.card .shot img').click()"] {
            try await page.evaluate(action)
            let found = try await page.evaluate(
                "axe.run().then((it) => it.violations.map((rule) => rule.id + ': ' + rule.nodes[0].html))")
            #expect(found.array.compactMap(\.string) == [], "\(action)")
        }
        #expect(try await page.evaluate("viewer.open").bool == true)
        try await page.close()
    }
}
