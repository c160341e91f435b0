import BrowserSupport
import Foundation
import TestSupport
import Testing
import ThemeModel
import ThemePackager
import ThemeProject

@testable import ThemeReview

/// The filter by theme and rule, blinking, and what a page owes to everybody.
@Suite(
    "Controls of a report in a browser", .serialized, .urgent,
    .enabled(if: Browser.executable != nil, Comment(rawValue: Browser.isMissing)))
struct ControlsBrowserTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// `year` replaces two images, one in another size; `night` replaces one, with a name that it does not have.
    private func sample() throws -> ReportSample {
        let project = ProjectFiles.sound.with { project in
            for name in ["wide", "kept"] { project.files["assets/tab/\(name).png"] = PNGFile(10, 10).bytes }
            project.files["themes/year/tab/year_wide.png"] = PNGFile(12, 10, shade: 2).bytes
            project["themes/night/theme.json"] =
                #"{"id": "night", "version": "1.0.0", "imageNamePrefix": "night_"}"#
            project.files["themes/night/tab/night_kept.png"] = PNGFile(10, 10, shade: 3).bytes
            project.files["themes/night/tab/night_nothing.png"] = PNGFile(10, 10, shade: 4).bytes
        }
        try project.write(to: sandbox, at: "project")
        return try ReportSample(of: Project(at: "\(sandbox.path)/project"))
    }

    @Test("The filter by theme and by rule shows what they concern, alone and together")
    func choices() async throws {
        let page = try await sample().open(in: sandbox)
        func shown(_ choices: [String: String]) async throws -> [String] {
            let set = choices.map { "filter.querySelector('[name=\($0)]').value = '\($1)';" }.joined()
            try await page.evaluate("(() => { filter.reset(); \(set) return applyFilter(); })()")
            return try await page.evaluate(
                "[...document.querySelectorAll('.card:not([hidden])')].map((it) => it.id).sort()"
            ).array.compactMap(\.string)
        }
        #expect(try await shown([:]) == ["common/button", "tab/kept", "tab/nothing", "tab/wide"])
        #expect(try await shown(["themes": "year"]) == ["common/button", "tab/wide"])
        #expect(try await shown(["themes": "night"]) == ["tab/kept", "tab/nothing"])
        #expect(try await shown(["rules": "image-dimensions"]) == ["tab/wide"])
        #expect(try await shown(["rules": "image-default-missing"]) == ["tab/nothing"])
        #expect(try await shown(["rules": "image-dimensions", "themes": "night"]) == [])
        #expect(
            try await page.evaluate("document.querySelectorAll('.finding:not([hidden])').length").number == 0)
        #expect(try await shown(["rules": "image-dimensions", "themes": "year"]) == ["tab/wide"])
        #expect(
            try await page.evaluate("document.querySelectorAll('.finding:not([hidden])').length").number == 1)
        try await page.close()
    }

    @Test("A tab shows all images and settings, the changed ones, or those with a finding; the address keeps it")
    func tabs() async throws {
        let page = try await sample().open(in: sandbox)
        let shown = "items.filter((it) => !it.hidden && isCounted(it) && !it.matches('.finding')).length"
        for tab in ["changed", "problems", ""] {
            try await page.evaluate("window.tab = document.querySelector('.tabs [value=\"\(tab)\"]'); tab.click()")
            let count = "Number(tab.parentElement.querySelector('.count').textContent)"
            try await page.wait(until: "\(shown) === \(count) && \(count) > 0")
            try await page.wait(
                until: "(new URLSearchParams(location.search).get('show') ?? '') === '\(tab)'")
        }
        try await page.close()
    }

    @Test("Many findings of a rule are one line, which a filter unfolds")
    func folds() async throws {
        let project = try TestProject()
        try project.theme("default")
        try project.theme("dark", prefix: "dark_")
        for number in 0..<40 {
            try project.write("assets/i\(number).png", PNGFile(10, 10).bytes)
            try project.write("themes/dark/dark_i\(number).png", PNGFile(12, 10).bytes)
        }
        let page = try await ReportSample(of: Project(at: project.root)).open(in: sandbox)
        let state = "[document.querySelector('details.group').open, document.querySelector('h3 .count').textContent]"
        #expect(try await page.evaluate(state) == [false, "40 findings in dark"])
        try await page.evaluate("filter.querySelector('[type=search]').value = 'dark_i7'; applyFilter()")
        #expect(try await page.evaluate("document.querySelector('details.group').open") == true)
        try await page.evaluate("filter.reset(); applyFilter()")
        #expect(try await page.evaluate("document.querySelector('details.group').open") == false)
        try await page.close()
    }

    @Test("Blink shows one image after the other, and stands still for people who ask for less motion")
    func blink() async throws {
        let sample = try ReportSample.pair(PixelGrid(20, 16, seed: 1), PixelGrid(20, 16, seed: 2))
        let state =
            "[[...stage.querySelectorAll('img')].map((it) => it.checkVisibility()).join(), "
            + "stage.querySelector('p').textContent]"
        let states: [[String]] = [["true,false", "Default"], ["false,true", "Year"]]
        func now(_ page: BrowserPage) async throws -> [String] {
            try await page.evaluate(state).array.compactMap(\.string)
        }
        for isStill in [true, false] {
            let page = try await sample.open(in: sandbox, reducedMotion: isStill)
            try await page.evaluate("openViewer(document.querySelector('.card .row'), null); setMode(2)")
            if isStill {
                let first = try await now(page)
                try await Task.sleep(for: .milliseconds(900))
                #expect(try await now(page) == first)
                for _ in 0..<3 {
                    let before = try await now(page)
                    try await page.evaluate("viewerFoot.querySelector('button:nth-of-type(2)').click()")
                    #expect(try await now(page) != before && states.contains(before))
                }
            } else {
                for expected in states {
                    try await page.wait(for: "\(expected)") { try await now(page) == expected }
                }
                try await page.evaluate("viewerFoot.querySelector('button').click()")
                #expect(try await page.evaluate("viewerFoot.querySelector('button').textContent") == "Blink")
            }
            #expect(page.consoleMessages == [])
            try await page.close()
        }
    }

    @Test("Pages that are open at once are all drawn")
    func windows() async throws {
        let sample = try sample()
        let pages = [try await sample.open(in: sandbox), try await sample.open(in: sandbox)]
        for page in pages {
            let frames = "new Promise((go) => { requestAnimationFrame(() => go(1)); setTimeout(() => go(0), 60_000); })"
            #expect(try await page.evaluate("document.visibilityState") == "visible")
            #expect(try await page.evaluate(frames) == 1)
        }
        for page in pages { try await page.close() }
    }

    @Test("What has the focus of the keyboard has an outline, wherever it is")
    func focus() async throws {
        let page = try await sample().open(in: sandbox)
        var places: Set<String> = []
        for _ in 0..<25 {
            try await page.press("Tab")
            let found = try await page.evaluate(
                """
                (() => { const it = document.activeElement;
                  const isShown = (it) => it && getComputedStyle(it).outlineStyle !== "none"
                    && parseFloat(getComputedStyle(it).outlineWidth) >= 2;
                  // The circle of a radio button is hidden; the outline is around its words.
                  return [it.tagName, it === document.body || isShown(it) || isShown(it.nextElementSibling)]; })()
                """
            ).array
            places.insert(found.first?.string ?? "")
            #expect(found.last?.bool == true, "\(found)")
        }
        #expect(places.isSuperset(of: ["A", "INPUT", "SELECT"]), "\(places)")
        try await page.close()
    }

    @Test("The page follows the color scheme of the system")
    func schemes() async throws {
        let page = try await sample().open(in: sandbox)
        let colors =
            "[document.body, document.querySelector('.card')].map((it) => getComputedStyle(it))"
            + ".map((it) => [it.backgroundColor, it.color].map((it) => Number(it.match(/\\d+/)[0])))"
        for (scheme, isDark) in [(BrowserPage.Scheme.light, false), (.dark, true), (.light, false)] {
            try await page.emulate(scheme)
            let found = try await page.evaluate(colors).array.map { $0.array.compactMap(\.number) }
            #expect(found.allSatisfy { $0.count == 2 && ($0[0] < $0[1]) == isDark }, "\(scheme): \(found)")
        }
        try await page.close()
    }

    @Test("No element has a handler or a style of its own, and each image waits and has a text")
    func attributes() async throws {
        let page = try await ReportSample.hostile().open(in: sandbox)
        let names = try await page.evaluate(
            "[...new Set([...document.querySelectorAll('*')].flatMap((it) => it.getAttributeNames()))].sort()"
        ).array.compactMap(\.string)
        #expect(names.count > 20 && names.allSatisfy { !$0.hasPrefix("on") && $0 != "style" && $0 != "srcdoc" })
        #expect(
            try await page.evaluate("[...document.images].every((it) => it.loading === 'lazy' && it.alt)").bool == true)
        let rows =
            "[...document.querySelectorAll('.rows > li')].filter((it) => it.querySelector('.about').textContent "
            + "&& [...it.querySelectorAll('.lines > li')].every((line) => line.querySelector('b').textContent)).length"
        #expect(try await page.evaluate(rows).number ?? 0 >= 4)
        try await page.close()
    }

    @Test("Images of 1 x 1 and of 8,192 pixels are shown beside each other")
    func extremes() async throws {
        let project = ProjectFiles.sound.with { project in
            for (path, shade) in [("assets", UInt8(1)), ("themes/year", 2)] {
                let prefix = path == "assets" ? "" : "year_"
                project.files["\(path)/\(prefix)dot.png"] = PNGFile(1, 1, shade: shade).bytes
                project.files["\(path)/\(prefix)wide.png"] = PNGFile(8192, 64, .gray, depth: 1, shade: shade).bytes
                project.files["\(path)/\(prefix)tall.png"] = PNGFile(64, 8192, .gray, depth: 1, shade: shade).bytes
            }
        }
        try project.write(to: sandbox, at: "project")
        let page = try await ReportSample(of: Project(at: "\(sandbox.path)/project")).open(in: sandbox)
        for (name, width, height) in [("dot", 1, 1), ("wide", 8192, 64), ("tall", 64, 8192)] {
            try await page.evaluate("document.getElementById('\(name)').scrollIntoView({ behavior: 'instant' })")
            let images = "[...document.getElementById('\(name)').querySelectorAll('img')]"
            try await page.wait(until: "\(images).length === 2 && \(images).every((it) => it.complete)")
            #expect(
                try await page.evaluate("\(images).map((it) => `${it.naturalWidth}x${it.naturalHeight}`)")
                    == [.string("\(width)x\(height)"), .string("\(width)x\(height)")])
            // With the padding of the ground.
            let sizes = try await page.evaluate("\(images).map((it) => [it.clientWidth, it.clientHeight])")
            #expect(
                sizes.array.allSatisfy { $0.array[0].number ?? 999 <= 320 && $0.array[1].number ?? 999 <= 240 },
                "\(name): \(sizes)")
            try await page.evaluate("openViewer(document.querySelector('#\(name) .row'), null)")
            try await page.wait(until: "[...stage.querySelectorAll('img')].every((it) => it.complete)")
            #expect(
                try await page.evaluate("viewerTitle.textContent.startsWith('\(name)') && view.zoom")
                    == (name == "dot" ? 16 : .number(0.125)))
            try await page.press("Escape")
        }
        #expect(try await page.evaluate("document.documentElement.scrollWidth").number == 1280)
        #expect(page.consoleMessages == [])
        try await page.close()
    }
}
