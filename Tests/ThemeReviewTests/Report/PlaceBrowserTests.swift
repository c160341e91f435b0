import BrowserSupport
import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemeReview

/// Places in the page: links to them, the filter in the address, and what fits into the window.
@Suite(
    "Places of a report in a browser", .serialized, .urgent,
    .enabled(if: Browser.executable != nil, Comment(rawValue: Browser.isMissing)))
struct PlaceBrowserTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// A report with images of many heights, each with a finding.
    private static func sample(_ count: Int = 200) throws -> ReportSample {
        var sample = try ReportSample.large(count)
        for number in 0..<count {
            let (theme, file) = (1, 2 * number + 1)
            let size = 8 + number * 37 % 200
            sample.facts.files[file].size = PixelSize(width: 16, height: UInt32(size))
            let finding = Finding(
                number % 2 == 0 ? .imageDimensions : .imageAlpha, theme: "year", path: sample.facts.files[file].path,
                "has the number \(number)", hint: number % 3 == 0 ? "fix it" : nil)
            sample.facts.findings.append(
                ReviewedFinding(finding: finding, theme: theme, file: file, relatedFile: file - 1))
        }
        return sample
    }

    /// Fails unless the place of the address is in the window below the bar, and stays there.
    private func checkPlace(_ page: BrowserPage, _ comment: String) async throws {
        let state = try await page.evaluate(
            """
            (async () => { for (let count = 0; count < 8; count += 1) await frame();
              const box = document.querySelector(":target").getBoundingClientRect();
              const bar = document.querySelector(".bar").getBoundingClientRect();
              return [box.top - bar.bottom, innerHeight - Math.min(box.bottom, box.top + 100)]; })()
            """)
        let rooms = state.array.compactMap(\.number)
        #expect(rooms.count == 2 && rooms.allSatisfy { $0 >= 0 }, "\(comment): \(rooms)")
    }

    @Test("A link leads to its place, which is in the window and marked")
    func links() async throws {
        let name = "folder9/sub/image93"
        let page = try await Self.sample(120).open(in: sandbox, reducedMotion: false)
        try await page.resize(width: 1440, height: 900)
        try await page.evaluate("location.hash = '#\(name)'")
        try await checkPlace(page, name)
        #expect(try await page.evaluate("document.querySelector('.item.current')?.id").string == name)
        for place in [":settings", ":coverage", "folder0/sub/image0", ":images"] {
            try await page.evaluate("location.hash = '#\(place)'")
            try await checkPlace(page, place)
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
        let page = try await sample.open(in: sandbox, address: "#folder9/sub/image333@2x")
        try await page.wait(
            until: "(() => { const box = document.querySelector(':target')?.getBoundingClientRect(); "
                + "return box && box.top >= 0 && box.bottom <= innerHeight; })()")
        #expect(
            try await page.evaluate("document.querySelector(':target').textContent").string?.contains("@2x") == true)
        try await page.close()
    }

    @Test("Links of a page with many cards lead to their places, also with motion", arguments: [true, false])
    func places(script: Bool) async throws {
        let page = try await ReportSample.large(1500).open(in: sandbox, inFolder: true, script: script)
        try await page.emulate(.light, reducedMotion: false)
        for place in ["images", "coverage"] {
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

    @Test("A click on the file of a finding leads to the scale of the image")
    func findingLink() async throws {
        var sample = try ReportSample.large(300)
        let files = [
            try sample.file("image@2x.png", "folder9/sub/image285", 32, 32, scale: 2),
            try sample.file("year_image@2x.png", "folder9/sub/image285", 30, 32, owner: "year", scale: 2),
        ]
        for theme in 0...1 {
            let images = sample.facts.themes[theme].images
            let image = try #require(images.firstIndex { $0.name.description == "folder9/sub/image285" })
            sample.facts.themes[theme].images[image].variants.append(
                ReviewedVariant(
                    scale: .two, defaultFile: files[0], themedFile: theme == 0 ? nil : files[1],
                    state: theme == 0 ? .isDefault : .mismatch))
        }
        let finding = Finding(.imageDimensions, theme: "year", path: "year_image@2x.png", "has another size")
        sample.facts.findings = [ReviewedFinding(finding: finding, theme: 1, file: files[1], relatedFile: files[0])]
        let page = try await sample.open(in: sandbox, reducedMotion: false)
        try await page.resize(width: 1440, height: 900)
        try await page.click(".finding h4 a")
        try await page.wait(until: "location.hash === '#folder9/sub/image285@2x'")
        try await checkPlace(page, "@2x")
        #expect(try await page.evaluate("document.querySelector(':target').className").string == "row")
        #expect(
            try await page.evaluate("document.querySelector('.item.current').id").string == "folder9/sub/image285")
        try await page.evaluate("openCurrent()")
        #expect(try await page.evaluate("viewerTitle.textContent").string == "image285 @2x")
        try await page.close()
    }

    @Test("The filter is in the address, and an address with a filter shows what it matches")
    func filterInAddress() async throws {
        let sample = try Self.sample(60)
        let page = try await sample.open(in: sandbox)
        try await page.evaluate(
            "(() => { filter.querySelector('input').value = 'year'; "
                + "filter.querySelector('[name=folder]').value = 'folder1/sub'; return applyFilter(); })()")
        let address = try #require(try await page.evaluate("location.search").string)
        let counts =
            """
            [...document.querySelectorAll(".count[data-shown]")].filter((it) => it.checkVisibility())
              .map((it) => `${it.textContent}: ${it.dataset.shown}`)
            """
        let shown = try await page.evaluate("items.filter((it) => !it.hidden && isCounted(it)).length")
        #expect(shown == 10)
        let shownCounts = try await page.evaluate(counts).array.compactMap(\.string)
        #expect(shownCounts == ["60: 5", "60: 5", "0: 0", "30 findings in Year: 5", "5 images: 5"])
        try await page.close()

        let copy = try await sample.open(in: sandbox, address: address)
        try await copy.wait(until: "document.querySelector('.filter output').textContent === '10 of 120'")
        #expect(try await copy.evaluate("filter.querySelector('input').value") == "year")
        try await copy.evaluate("filter.reset(); applyFilter()")
        #expect(try await copy.evaluate("location.search") == "")
        #expect(
            try await copy.evaluate("getComputedStyle(document.querySelector('.contents .count'), '::after').content")
                == "none")
        #expect(copy.consoleMessages == [])
        try await copy.close()
    }

    @Test("An address with a filter that nothing has is ignored, and a link to a hidden image shows it")
    func filterAndPlace() async throws {
        let sample = try Self.sample(60)
        let page = try await sample.open(in: sandbox, address: "?themes=nobody&folder=folder1/sub#folder2/sub/image2")
        try await page.wait(until: "items.filter((it) => !it.hidden && isCounted(it)).length === 120")
        try await checkPlace(page, "hidden")
        #expect(try await page.evaluate("location.hash") == "#folder2/sub/image2")
        try await page.close()
    }

    @Test(
        "The images beside a finding are whole", arguments: [1440, 901, 820, 761, 760, 390], FontFamily.allCases)
    func findingImages(_ width: Int, _ fonts: FontFamily) async throws {
        var sample = try ReportSample.large(2)
        let files = [
            try sample.file("big.png", "big", 400, 300), try sample.file("year_big.png", "big", 401, 300),
        ]
        let long = String(repeating: "A sentence of a usual length says what is wrong with the image. ", count: 3)
        let finding = Finding(.imageDimensions, theme: "year", path: "themes/year/year_big.png", long, hint: long)
        sample.facts.findings = [ReviewedFinding(finding: finding, theme: 1, file: files[1], relatedFile: files[0])]
        let page = try await sample.open(in: sandbox, fonts: fonts)
        try await page.resize(width: width, height: 900)
        let overhang =
            """
            Math.max(...[...document.querySelectorAll(".finding .ground")].map((it) =>
              it.getBoundingClientRect().right - it.closest(".finding").getBoundingClientRect().right + 16))
            """
        #expect(try await page.evaluate(overhang).number ?? 1 <= 0)
        #expect(
            try await page.evaluate(
                "[...document.querySelectorAll('.finding .ground')].every((it) => it.scrollWidth <= it.clientWidth)"
            ).bool == true)
        try await page.close()
    }

    @Test("A font that the machine lacks is named so")
    func fonts() async throws {
        var sample = ReportSample(title: "fonts")
        let path = SettingPath(["Font", "title"])
        let font = ThemeFont(name: "No Such Face 1234", size: 17)
        sample.facts.themes = [
            ReviewedTheme(
                id: "default", name: "Harbour",
                settings: [
                    ReviewedSetting(path: path, type: .font, text: "", origin: .own, shape: .font(font)),
                    ReviewedSetting(
                        path: SettingPath(["Font", "text"]), type: .font, text: "", origin: .own,
                        shape: .font(ThemeFont(name: nil, size: 12))),
                ])
        ]
        let page = try await sample.open(in: sandbox)
        let marks = "[...document.querySelectorAll('.missing')].map((it) => it.hidden)"
        #expect(try await page.evaluate(marks) == [false])
        #expect(try await page.evaluate("isInstalled('\"\(FontFamily.wide.rawValue)\"')") == true)
        #expect(
            try await page.evaluate("document.querySelector('.settings .lines b').textContent") == "Default (Harbour)")
        #expect(page.consoleMessages == [])
        try await page.close()
    }
}
