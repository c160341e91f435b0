import BrowserSupport
import Foundation
import TestSupport
import Testing
import ThemeModel
import ThemePackager
import ThemeProject

@testable import ThemeReview

/// The page as people use it, in Chromium.
@Suite(
    "A report in a browser", .serialized, .urgent,
    .enabled(if: Browser.executable != nil, Comment(rawValue: Browser.isMissing)))
struct ReportBrowserTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func open(
        _ sample: ReportSample, inFolder: Bool = false, anchor: String = "", script: Bool = true
    ) async throws -> BrowserPage {
        try await sample.open(in: sandbox, inFolder: inFolder, address: anchor, script: script)
    }

    @Test("A hostile project runs nothing, requests nothing, and leaves the console empty", arguments: [true, false])
    func hostile(inFolder: Bool) async throws {
        let page = try await open(.hostile(), inFolder: inFolder)
        for scheme in BrowserPage.Scheme.allCases { try await page.emulate(scheme) }
        try await page.evaluate("document.querySelectorAll('img').forEach((it) => it.loading = 'eager')")
        try await page.wait(until: "[...document.images].every((it) => it.complete)")
        #expect(try await page.evaluate("[...document.images].filter((it) => !it.naturalWidth).length").number == 0)
        #expect(page.consoleMessages == [])
        #expect(page.requests.allSatisfy { $0.hasPrefix("file://\(sandbox.path)/report/images/") })
        let counts = try await page.evaluate(
            "['script', 'style', 'iframe', 'form', 'title', 'base', '[style]', 'meta'].map((it) => "
                + "document.querySelectorAll(it).length)")
        #expect(counts == [1, 1, 0, 1, 1, 0, 0, 5])
        #expect(try await page.evaluate("document.title").string == ReportSample.shownTitle)
        try await page.close()
    }

    @Test("Without script the page shows everything, and links lead to their places")
    func withoutScript() async throws {
        let page = try await open(.large(30), anchor: "#folder3/sub/image15", script: false)
        let tree = try await page.send("DOM.getDocument", ["depth": 1])["root"]["nodeId"]
        func count(_ selector: String) async throws -> Int {
            try await page.send("DOM.querySelectorAll", ["nodeId": tree, "selector": .string(selector)])["nodeIds"]
                .array.count
        }
        #expect(try await count(".card") == 30)
        #expect(try await count(".card img") == 60)
        #expect(try await count(".filter[hidden]") == 1)
        #expect(try await count("dialog[open]") == 0)
        #expect(try await count(":target.card") == 1)
        #expect(page.consoleMessages == [])
        try await page.close()
    }

    @Test("The filter shows what matches its text, theme, folder and rule")
    func filter() async throws {
        let page = try await open(.large(1200))
        func shown() async throws -> Double? {
            try await page.evaluate("document.querySelectorAll('.card:not([hidden])').length").number
        }
        func filter(_ script: String, _ count: Int) async throws {
            try await page.evaluate(
                "(() => { const form = document.querySelector('.filter'); form.reset(); \(script); "
                    + "form.dispatchEvent(new Event('input')); })()")
            try await page.wait(
                until: "document.querySelectorAll('.card:not([hidden])').length === \(count) "
                    + "&& document.querySelector('.filter output').textContent.startsWith('\(count) of')")
        }
        #expect(try await shown() == 1200)
        try await filter("form.querySelector('input').value = 'IMAGE77'", 11)
        try await filter("form.querySelector('[name=folder]').value = 'folder3/sub'", 100)
        try await filter("form.querySelector('[name=themes]').value = 'year'", 1200)
        #expect(try await page.evaluate("document.querySelectorAll('.shot[hidden]').length").number == 0)
        try await filter("form.querySelector('input').value = 'nowhere'", 0)
        #expect(
            try await page.evaluate("getComputedStyle(document.querySelector('.nothing-found')).display").string
                == "block")
        try await page.evaluate("document.querySelector('.filter [type=reset]').click()")
        try await page.wait(until: "document.querySelectorAll('.card:not([hidden])').length === 1200")
        #expect(page.consoleMessages == [])
        try await page.close()
    }

    @Test("Keys select, open, compare and close")
    func keys() async throws {
        let page = try await open(.hostile())
        func title() async throws -> String? { try await page.evaluate("viewerTitle.textContent").string }
        try await page.press("j")
        #expect(try await page.evaluate("document.querySelectorAll('.item.current').length").number == 1)
        try await page.evaluate("current = items.indexOf(document.querySelector('.card')) - 1")
        try await page.press("j")
        for (key, images) in [("1", 2), ("2", 2), ("3", 2), ("4", 4)] {
            try await page.press(key)
            #expect(try await page.evaluate("viewer.open && view.mode").number == Double((Int(key) ?? 0) - 1))
            #expect(
                try await page.evaluate("stage.querySelectorAll('img').length").number == Double(images))
        }
        let first = try await title()
        try await page.press("j")
        #expect(try await title() != first)
        try await page.press("k")
        #expect(try await title() == first)
        let zoom = try await page.evaluate("view.zoom").number ?? 0
        try await page.press("-")
        #expect(try await page.evaluate("view.zoom").number ?? 0 < zoom)
        try await page.press("Escape")
        #expect(try await page.evaluate("viewer.open").bool == false)
        try await page.press("?")
        #expect(try await page.evaluate("help.matches(':popover-open')").bool == true)
        try await page.press("Escape")
        try await page.press("/")
        #expect(try await page.evaluate("document.activeElement.type").string == "search")
        #expect(page.consoleMessages == [])
        try await page.close()
    }

    @Test("A click opens the viewer at one pixel for one or more, with a grid between pixels")
    func viewer() async throws {
        let page = try await open(.large(2))
        try await page.click(".card .shot:nth-of-type(2) img")
        try await page.wait(until: "viewer.open && stage.querySelectorAll('img').length === 2")
        let grid = "stage.querySelector('.pixels') !== null"
        #expect(try await page.evaluate("view.zoom >= 6 && !(\(grid))").bool == true)
        try await page.press("g")
        #expect(try await page.evaluate(grid).bool == true)
        #expect(
            try await page.evaluate("getComputedStyle(stage.querySelector('img')).imageRendering").string == "pixelated"
        )
        #expect(page.consoleMessages == [])
        try await page.close()
    }

    @Test("The chosen ground is below the images and in the viewer")
    func ground() async throws {
        let page = try await open(.large(2))
        let color = { (place: String) in "getComputedStyle(\(place).querySelector('.ground')).backgroundColor" }
        #expect(try await page.evaluate(color("document.querySelector('.card')")).string == "rgba(0, 0, 0, 0)")
        for (name, shown) in [("dark", "rgb(23, 23, 26)"), ("light", "rgb(255, 255, 255)")] {
            try await page.evaluate("document.querySelector('.grounds [value=\(name)]').click()")
            #expect(try await page.evaluate(color("document.querySelector('.card')")).string == shown)
            try await page.evaluate("document.querySelector('.card .ground').click()")
            #expect(try await page.evaluate(color("stage")).string == shown)
            try await page.press("Escape")
        }
        try await page.close()
    }

    @Test("Nothing scrolls sideways but tables", arguments: [1440, 820, 390, 320], FontFamily.allCases)
    func widths(_ width: Int, _ fonts: FontFamily) async throws {
        let page = try await ReportSample.hostile().open(in: sandbox, fonts: fonts)
        try await page.resize(width: width, height: 900)
        #expect(try await page.evaluate("document.documentElement.scrollWidth").number == Double(width))
        try await page.close()
    }

    @Test(
        "axe finds nothing", .enabled(if: Axe.script != nil, Comment(rawValue: Axe.isMissing)),
        arguments: BrowserPage.Scheme.allCases)
    func accessibility(_ scheme: BrowserPage.Scheme) async throws {
        for sample in [try ReportSample.hostile(), try ReportSample.large(3), ReportSample()] {
            let page = try await open(sample)
            try await page.emulate(scheme)
            try await page.evaluate(try #require(Axe.script) + "; 0")
            let found = try await page.evaluate(
                "axe.run().then((it) => it.violations.map((rule) => rule.id + ': ' + rule.nodes[0].html))")
            #expect(found.array.compactMap(\.string) == [])
            try await page.press("j")
            try await page.close()
        }
    }
}
