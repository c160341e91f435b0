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
    "A report in a browser", .serialized, .enabled(if: Browser.executable != nil, Comment(rawValue: Browser.isMissing)))
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
        #expect(try await count("dialog") == 0)
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
        try await filter("form.querySelector('[data-folder]').value = 'folder3/sub'", 100)
        try await filter("form.querySelector('[data-themes]').value = 'year'", 1200)
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
        #expect(try await page.evaluate("help.open").bool == true)
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

    @Test("An address leads to an image at a scale")
    func anchors() async throws {
        var sample = try ReportSample.large(400)
        let file = try sample.file("wide@2x.png", "folder9/sub/image333", 32, 32, scale: 2)
        for theme in sample.facts.themes.indices {
            let image = sample.facts.themes[theme].images.firstIndex { $0.name.description == "folder9/sub/image333" }
            sample.facts.themes[theme].images[try #require(image)].variants.append(
                ReviewedVariant(scale: .two, defaultFile: file, state: theme == 0 ? .isDefault : .missingScale))
        }
        let page = try await open(sample, anchor: "#folder9/sub/image333@2x")
        try await page.wait(
            until: "(() => { const box = document.querySelector(':target')?.getBoundingClientRect(); "
                + "return box && box.top >= 0 && box.bottom <= innerHeight; })()")
        #expect(
            try await page.evaluate("document.querySelector(':target').textContent").string?.contains("@2x") == true)
        try await page.close()
    }

    @Test("Nothing scrolls sideways but tables", arguments: [1440, 820, 390])
    func widths(_ width: Int) async throws {
        let page = try await open(.hostile())
        try await page.resize(width: width, height: 900)
        #expect(try await page.evaluate("document.documentElement.scrollWidth").number == Double(width))
        try await page.close()
    }

    @Test("Printing shows every item in full, and none of the controls")
    func printing() async throws {
        let page = try await open(.large(40), inFolder: true)
        try await page.emulate(.dark, media: "print")
        let shown = try await page.evaluate(
            """
            [".bar", ".filter", ".grounds", ".skip"].map((it) => [...document.querySelectorAll(it)].every(
              (it) => it.checkVisibility() === false))
            """)
        #expect(shown == [true, true, true, true])
        let contained =
            "[...document.querySelectorAll('.card')].filter((it) => "
            + "getComputedStyle(it).contentVisibility !== 'visible').length"
        #expect(try await page.evaluate(contained).number == 0)
        #expect(
            try await page.evaluate("getComputedStyle(document.body).backgroundColor").string == "rgb(255, 255, 255)")
        #expect(try await page.evaluate("getComputedStyle(document.body).color").string == "rgb(0, 0, 0)")
        let length = try await page.pdf().count
        #expect(length > 10_000, "40 cards with their images")
        try await page.close()
    }

    @Test("On paper, a table has all of its columns, and the dark scheme is left to the screen")
    func paper() async throws {
        var sample = ReportSample(title: "paper")
        let settings = (0..<3).map { number in
            ReviewedSetting(
                path: SettingPath(["Text", "title\(number)"]), type: .string,
                text: String(repeating: "word ", count: 20), origin: .own)
        }
        sample.facts.themes = ["default", "a", "b", "c", "d", "e"].map {
            ReviewedTheme(id: $0, name: "Theme \($0)", settings: settings)
        }
        let page = try await open(sample)
        // The width of A4 without margins.
        try await page.resize(width: 718, height: 1000)
        try await page.emulate(.dark, media: "print")
        let overhang = "document.querySelector('.settings').getBoundingClientRect().right - document.body.clientWidth"
        #expect(try await page.evaluate(overhang).number ?? 1 <= 0)
        #expect(
            try await page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--surface')").string
                == "#fff")
        try await page.emulate(.dark)
        #expect(try await page.evaluate(overhang).number ?? 0 > 0, "On the screen, the table scrolls.")
        try await page.close()
    }

    @Test("10,000 findings are listed, filtered and selected")
    func findings() async throws {
        var sample = try ReportSample.large(100)
        for number in 0..<10_000 {
            let file = 2 * (number % 100) + 1
            let finding = Finding(
                number % 2 == 0 ? .imageDimensions : .imageAlpha, theme: "year", path: "year/\(number).png",
                "has the number \(number)", hint: "fix it")
            sample.facts.findings.append(ReviewedFinding(finding, theme: 1, file: file))
            sample.facts.themes[1].findings.append(number)
        }
        let page = try await open(sample, inFolder: true)
        #expect(try await page.evaluate("document.querySelectorAll('.finding').length").number == 10_000)
        try await page.evaluate("document.querySelector('.filter input').value = 'number 9999'; applyFilter()")
        try await page.wait(until: "document.querySelectorAll('.finding:not([hidden])').length === 1")
        try await page.press("j")
        #expect(
            try await page.evaluate("document.querySelector('.item.current h4').textContent").string
                == "year/9999.png")
        #expect(page.consoleMessages == [])
        try await page.close()
    }

    @Test("Settings of a megabyte are cut, and thousands of them are divided into tables")
    func settings() async throws {
        let sandbox = try Sandbox()
        let long = String(repeating: "<b>long</b> ", count: 90_000)
        let many = (0..<5000).map { "\"key\($0)\": \"\($0)\"" }.joined(separator: ", ")
        try ProjectFiles.sound.with {
            $0["themes/default/config.json"] = "{\"Text\": {\"long\": \"\(long)\"}, \"Many\": {\(many)}}"
            $0["themes/year/config.json"] = "{\"Many\": {\"key7\": \"8\"}}"
        }.write(to: sandbox)
        let page = try await open(ReportSample(of: Project(at: sandbox.path)))
        #expect(try await page.evaluate("document.querySelectorAll('table.settings tr.item').length").number == 5001)
        #expect(
            try await page.evaluate(
                "Math.max(...[...document.querySelectorAll('table.settings')].map((it) => it.rows.length))"
            ).number
                == 201)
        #expect(try await page.evaluate("document.body.textContent.includes('<b>long</b> <b>l ...')").bool == true)
        #expect(try await page.evaluate("document.documentElement.innerHTML.length").number ?? 0 < 3_000_000)
        #expect(page.consoleMessages == [])
        try await page.close()
    }

    @Test("Links of a page with many cards lead to their places, also with motion", arguments: [true, false])
    func places(script: Bool) async throws {
        let page = try await open(.large(1500), inFolder: true, script: script)
        try await page.emulate(.light, reducedMotion: false)
        for place in ["images", "coverage", "findings"] {
            try await page.evaluate("document.querySelector('.contents [href=\"#:\(place)\"]').click(); 0")
            try await page.wait(
                until: "Math.abs(document.getElementById(':\(place)').getBoundingClientRect().top - 120) < 130")
        }
        for number in [1499, 3, 700] {
            let name = "folder\(number % 12)/sub/image\(number)"
            try await page.evaluate("location.hash = '\(name)'; 0")
            try await page.wait(
                until: """
                    (() => { const { top, bottom } = document.getElementById('\(name)').getBoundingClientRect();
                      return top > 0 && bottom < innerHeight; })()
                    """)
        }
        try await page.close()
    }

    @Test("Only a page with many items leaves parts of it to be laid out later", arguments: [(60, false), (300, true)])
    func skippedParts(count: Int, isSkipped: Bool) async throws {
        let page = try await open(.large(count), inFolder: true)
        let skipped = try await page.evaluate(
            "[...document.querySelectorAll('.card img')].filter((it) => !it.checkVisibility({ "
                + "contentVisibilityAuto: true })).length"
        ).number
        #expect((skipped ?? 0 > 0) == isSkipped)
        try await page.close()
    }

    @Test("A group that leaves the window loses its boxes, keeps its height, and gets boxes again when it comes back")
    func freedBoxes() async throws {
        let page = try await open(.large(900), inFolder: true)
        try await page.send("Performance.enable")
        /// Scrolls to an end of the page. Returns the heights of the groups and of the page.
        func scroll(by step: Int) async throws -> JSON {
            try await page.evaluate(
                """
                (async () => {
                  for (let last = -1; last !== scrollY;) {
                    last = scrollY;
                    scrollBy({ top: \(step), behavior: "instant" });
                    await frame();
                  }
                  await new Promise((go) => setTimeout(go, 100));
                  return [...groups, document.documentElement].map((it) => it.scrollHeight); })()
                """)
        }
        func boxCount() async throws -> Double {
            try await page.send("HeapProfiler.collectGarbage")
            let metrics = try await page.send("Performance.getMetrics")["metrics"].array
            return try #require(metrics.first { $0["name"] == "LayoutObjects" }?["value"].number)
        }
        let heights = try await scroll(by: 500)
        #expect(try await boxCount() < 5400, "All cards have 10,800.")
        #expect(try await scroll(by: -700) == heights)
        #expect(try await boxCount() < 5400)
        try await page.evaluate("groups[6].scrollIntoView({ behavior: 'instant' })")
        try await page.wait(
            until: """
                [...groups[6].querySelectorAll(".card img")].slice(0, 4).every((it) => {
                  const { x, y } = it.getBoundingClientRect();
                  return it.complete && it === document.elementFromPoint(x + 20, y + 20); })
                """)
        #expect(page.consoleMessages == [])
        try await page.close()
    }

    /// Chromium's trace of a page with many cards while `script` runs. Other tests run at the same time, so tasks are
    /// measured by the processor time of the page's main thread, and a slow run is repeated.
    @Test(
        "No task needs more than 100 ms of the processor after the page is loaded",
        arguments: [
            """
            const height = document.documentElement.scrollHeight;
            for (let top = 0; top < height; top += Math.ceil(height / 20)) {
              scrollTo({ top, behavior: "instant" }); await pause(30); }
            """,
            """
            const height = document.documentElement.scrollHeight, field = filter.querySelector("input");
            for (let share = -1; share <= 1; share += 1 / 20) {
              scrollTo({ top: (1 - Math.abs(share)) * height, behavior: "instant" }); await pause(30); }
            for (const text of ["image1", "", "folder11", "nowhere", ""]) {
              field.value = text; await applyFilter(); await pause(100); }
            """,
            "document.querySelector('.grounds [value=dark]').click();",
            "location.hash = items.at(-5).id;",
            "for (let count = 0; count < 20; count += 1) { step(1); await pause(20); }",
            """
            document.querySelector('.card .ground').click(); await pause(50);
            for (let count = 0; count < 20; count += 1) { step(1); await pause(20); }
            """,
        ])
    func tasks(_ script: String) async throws {
        let page = try await open(.large(1500), inFolder: true)
        var longest = Double.infinity
        for _ in 0..<4 where longest > 100 {
            longest = try await page.longestTask {
                try await page.evaluate(
                    """
                    (async () => { const pause = (time) => new Promise((go) => setTimeout(go, time));
                      \(script); await pause(200); })()
                    """)
            }
        }
        #expect(longest <= 100, "\(longest) ms")
        try await page.close()
    }

    /// https://github.com/dequelabs/axe-core, as a Python package contains it.
    static let axe: String? = {
        let folders = FileManager.default.enumerator(atPath: Tool.repository + "/.build-python")
        let path = folders?.lazy.compactMap { $0 as? String }.first { $0.hasSuffix("/axe.min.js") }
        return path.flatMap { try? String(contentsOfFile: Tool.repository + "/.build-python/" + $0, encoding: .utf8) }
    }()

    @Test(
        "axe finds nothing", .enabled(if: axe != nil, "there is no axe-core: make setup-tests installs it"),
        arguments: BrowserPage.Scheme.allCases)
    func accessibility(_ scheme: BrowserPage.Scheme) async throws {
        for sample in [try ReportSample.hostile(), try ReportSample.large(3), ReportSample()] {
            let page = try await open(sample)
            try await page.emulate(scheme)
            try await page.evaluate(try #require(Self.axe) + "; 0")
            let found = try await page.evaluate(
                "axe.run().then((it) => it.violations.map((rule) => rule.id + ': ' + rule.nodes[0].html))")
            #expect(found.array.compactMap(\.string) == [])
            try await page.press("j")
            try await page.close()
        }
    }
}
