import BrowserSupport
import TestSupport
import Testing
import ThemeProject

@testable import ThemeReview

/// Pages with thousands of items.
@Suite(
    "A large report in a browser", .serialized, .urgent,
    .enabled(if: Browser.executable != nil, Comment(rawValue: Browser.isMissing)))
struct LargePageBrowserTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test("Of 10,000 findings, the first thousand of each rule are listed, filtered and selected")
    func findings() async throws {
        var sample = try ReportSample.large(100)
        for number in 0..<10_000 {
            let file = 2 * (number % 100) + 1
            let finding = Finding(
                number % 2 == 0 ? .imageDimensions : .imageAlpha, theme: "year", path: "year/\(number).png",
                "has the number \(number)", hint: "fix it")
            sample.facts.findings.append(ReviewedFinding(finding: finding, theme: 1, file: file))
        }
        let page = try await sample.open(in: sandbox, inFolder: true)
        #expect(try await page.evaluate("document.querySelectorAll('.finding').length").number == 2000)
        #expect(
            try await page.evaluate("[...document.querySelectorAll('.more')].map((it) => it.textContent)")
                == ["and 4,000 more, at their images and settings.", "and 4,000 more, at their images and settings."])
        try await page.evaluate("document.querySelector('.filter input').value = 'year/100.png'; applyFilter()")
        try await page.wait(until: "document.querySelectorAll('.finding:not([hidden])').length === 1")
        try await page.press("j")
        #expect(
            try await page.evaluate("document.querySelector('.item.current h4').textContent").string
                == "year/100.png")
        #expect(page.consoleMessages == [])
        try await page.close()
    }

    @Test("Settings of a megabyte are cut, and thousands of them are divided into groups")
    func settings() async throws {
        let sandbox = try Sandbox()
        let long = String(repeating: "<b>long</b> ", count: 90_000)
        let many = (0..<5000).map { "\"key\($0)\": \"\($0)\"" }.joined(separator: ", ")
        try ProjectFiles.sound.with {
            $0["themes/default/config.json"] = "{\"Text\": {\"long\": \"\(long)\"}, \"Many\": {\(many)}}"
            $0["themes/year/config.json"] = "{\"Many\": {\"key7\": \"8\"}}"
        }.write(to: sandbox)
        let page = try await ReportSample(of: Project(at: sandbox.path)).open(in: sandbox)
        #expect(try await page.evaluate("document.querySelectorAll('.settings > .item').length").number == 5001)
        #expect(
            try await page.evaluate(
                "Math.max(...[...document.querySelectorAll('.settings')].map((it) => it.children.length))"
            ).number
                == 200)
        #expect(try await page.evaluate("document.body.textContent.includes('<b>long</b> <b>l ...')").bool == true)
        #expect(try await page.evaluate("document.documentElement.innerHTML.length").number ?? 0 < 3_000_000)
        #expect(page.consoleMessages == [])
        try await page.close()
    }

    @Test("Only a page with many items leaves parts of it to be laid out later", arguments: [(60, false), (300, true)])
    func skippedParts(count: Int, isSkipped: Bool) async throws {
        let page = try await ReportSample.large(count).open(in: sandbox, inFolder: true)
        let skipped = try await page.evaluate(
            "[...document.querySelectorAll('.card img')].filter((it) => !it.checkVisibility({ "
                + "contentVisibilityAuto: true })).length"
        ).number
        #expect((skipped ?? 0 > 0) == isSkipped)
        try await page.close()
    }

    @Test("A group that leaves the window loses its boxes, keeps its height, and gets boxes again when it comes back")
    func freedBoxes() async throws {
        let page = try await ReportSample.large(900).open(in: sandbox, inFolder: true)
        try await page.send("Performance.enable")
        /// Scrolls to an end of the page. Returns the heights of the groups and of the page.
        func scroll(by step: Int) async throws -> JSON {
            // A command for each step: all of them in one command would take too long on a busy machine.
            var last: Double?
            for _ in 0..<2000 {
                let top = try await page.evaluate(
                    """
                    (async () => { scrollBy({ top: \(step), behavior: "instant" }); await frame(); return scrollY; })()
                    """
                ).number
                if top == last { break }
                last = top
            }
            return try await page.evaluate(
                """
                (async () => { await new Promise((go) => setTimeout(go, 100));
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

    /// 40 themes with 250 names: 10,250 images.
    private static let manyThemes = Result {
        let themes = (0..<40).map { "brand\($0)" }
        var sample = try ReportSample.large(250, folders: 1, themes: themes)
        let image = sample.facts.themes[40].images[200]
        let file = try #require(image.variants[0].themedFile)
        let finding = Finding(.imageAlpha, theme: "brand39", path: sample.facts.files[file].path, "is opaque")
        sample.facts.findings = [ReviewedFinding(finding: finding, theme: 40, file: file)]
        sample.facts.themes[40].images[200].findings = [0]
        return (
            address: try sample.write(in: Sandbox.untilExit(), inFolder: true),
            tile: ":tile/brand39/\(image.name)", card: "\(image.name)"
        )
    }

    @Test("Images of cards with many themes are made when they are needed: near the window, by a link, in the viewer")
    func deferredImages() async throws {
        let (address, tile, card) = try Self.manyThemes.get()
        let page = try await Browser.open(address)
        #expect(try await page.evaluate("document.querySelectorAll('*').length").number ?? .infinity < 6000)
        #expect(try await page.evaluate("document.querySelectorAll('.card').length") == 250)
        try await page.evaluate("location.hash = '\(tile)'")
        try await page.wait(until: "document.querySelector('.shot.warning:target img')?.complete")
        #expect(try await page.evaluate("document.querySelector(':target').closest('.card').id").string == card)
        try await page.evaluate("filter.querySelector('[name=themes]').value = 'brand7'; applyFilter()")
        try await page.evaluate("document.querySelector('.card').scrollIntoView({ behavior: 'instant' })")
        try await page.wait(until: "document.querySelector('.card .row')")
        #expect(
            try await page.evaluate(
                "[...document.querySelector('.card').querySelectorAll('.shot:not([hidden]) b')].map((it) => "
                    + "it.textContent).join()"
            ).string == "Default,Brand7")
        #expect(try await page.evaluate("document.querySelector('.card .copy').textContent").string == "brand7/0.png")
        try await page.evaluate("filter.querySelector('input').value = 'brand7 image111'; applyFilter()")
        try await page.wait(until: "document.querySelectorAll('.card:not([hidden])').length === 1")
        try await page.evaluate(
            "current = items.indexOf(document.getElementById('folder0/sub/image111')); openCurrent()")
        #expect(try await page.evaluate("viewer.open && view.shots.length").number == 2)
        try await page.evaluate("dispatchEvent(new Event('beforeprint'))")
        #expect(try await page.evaluate("document.querySelectorAll('.card img').length").number == 250 * 41)
        #expect(page.consoleMessages == [])
        try await page.close()
        let plain = try await Browser.open(address, script: false)
        #expect(try await plain.evaluate("document.querySelectorAll('.card img').length").number == 250 * 41)
        try await plain.close()
    }

    /// Other tests run at the same time, so a slow run is repeated. `Scripts/measure_report.py` measures milliseconds.
    @Test(
        "No task is long after the page is loaded",
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
        try await expectShortTasks(in: Self.manyFolders.get(), script)
    }

    /// The address of a report that is written once.
    private static let manyFolders = Result {
        try ReportSample.large(1500).write(in: Sandbox.untilExit(), inFolder: true)
    }

    @Test("No task is long if all images are in one folder")
    func longFolder() async throws {
        try await expectShortTasks(
            in: ReportSample.large(4000, folders: 1).write(in: sandbox, inFolder: true),
            """
            const height = document.documentElement.scrollHeight, field = filter.querySelector("input");
            for (let share = -1; share <= 1; share += 1 / 20) {
              scrollTo({ top: (1 - Math.abs(share)) * height, behavior: "instant" }); await pause(30); }
            for (const text of ["image1", ""]) { field.value = text; await applyFilter(); await pause(100); }
            document.querySelector('.grounds [value=dark]').click();
            """)
    }

    /// In loops of ``BrowserPage/longestTask(_:)``, which takes some 70 ms.
    private static let longestMax = 2.0

    private func expectShortTasks(in address: String, _ script: String) async throws {
        let page = try await Browser.open(address)
        var longest = Double.infinity
        for _ in 0..<4 where longest > Self.longestMax {
            longest = try await page.longestTask {
                try await page.evaluate(
                    """
                    (async () => { const pause = (time) => new Promise((go) => setTimeout(go, time));
                      \(script); await pause(200); })()
                    """)
            }
        }
        #expect(longest <= Self.longestMax, "\(longest) loops")
        try await page.close()
    }
}
