import BrowserSupport
import TestSupport
import Testing
import ThemeModel
import ThemePackager
import ThemeProject

@testable import ThemeReview

/// The viewer as people see it: the pixels on the screen.
@Suite(
    "The viewer in a browser", .serialized, .urgent,
    .enabled(if: Browser.executable != nil, Comment(rawValue: Browser.isMissing)))
struct ViewerBrowserTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private struct Place {
        let x, y, zoom: Double

        /// The middle of a pixel of the image.
        func middle(_ column: Int, _ row: Int) -> (Double, Double) {
            (x + (Double(column) + 0.5) * zoom, y + (Double(row) + 0.5) * zoom)
        }
    }

    private func open(_ base: PixelGrid, _ other: PixelGrid, mode: Int) async throws -> BrowserPage {
        let page = try await ReportSample.pair(base, other).open(in: sandbox)
        try await page.resize(width: 1200, height: 800)
        try await page.evaluate("view.ground = 'light'; openViewer(document.querySelector('.card .row'), null)")
        try await page.evaluate("view.zoom = 10; setMode(\(mode))")
        try await show(page)
        return page
    }

    /// Waits until the images are on the screen.
    private func show(_ page: BrowserPage) async throws {
        try await page.evaluate("Promise.all([...stage.querySelectorAll('img')].map((it) => it.decode())).then(frame)")
    }

    private func place(_ page: BrowserPage, sheet: Int = 0) async throws -> Place {
        let place = try await page.evaluate(
            "(() => { const box = stage.querySelectorAll('.sheet')[\(sheet)].getBoundingClientRect(); "
                + "return [box.x, box.y, view.zoom]; })()")
        let numbers = place.array.compactMap(\.number)
        return Place(x: try #require(numbers.first), y: numbers[1], zoom: numbers[2])
    }

    /// Pixels with few levels of color and alpha, so that two of them are equal or differ visibly.
    private static func grid(_ width: Int, _ height: Int, seed: UInt64) -> PixelGrid {
        var grid = PixelGrid(width, height, seed: seed)
        let levels: [UInt16] = [0, 60, 130, 255]
        for index in grid.samples.indices { grid.samples[index] = levels[Int(grid.samples[index]) % levels.count] }
        return grid
    }

    @Test("A difference is black exactly at pixels that are equal premultiplied", arguments: [false, true])
    func difference(isAmplified: Bool) async throws {
        let base = Self.grid(24, 20, seed: 1)
        var other = Self.grid(24, 20, seed: 2)
        let pixels = 0..<24 * 20
        for pixel in pixels {
            let (start, range) = (4 * pixel, 4 * pixel..<4 * pixel + 4)
            switch pixel % 5 {
            case 0, 1: other.samples.replaceSubrange(range, with: base.samples[range])
            case 2: other.samples.replaceSubrange(start..<start + 3, with: base.samples[start..<start + 3])
            case 3: other.samples[start + 3] = base.samples[start + 3]
            default: break
            }
        }
        let page = try await open(base, other, mode: 3)
        if isAmplified {
            try await page.evaluate("toggle('amplified')")
            try await show(page)
        }
        let (place, shown) = (try await place(page), try await ShownPixels(of: page))
        var equal = 0
        for pixel in pixels {
            let (x, y) = place.middle(pixel % 24, pixel / 24)
            let isBlack = shown[x, y] == SIMD4(0, 0, 0, 255)
            let isEqual = try Self.isEqual(base, other, at: pixel)
            #expect(isBlack == isEqual, "\(pixel): \(shown[x, y])")
            equal += isEqual ? 1 : 0
        }
        #expect(equal > 200 && equal < 400)
        try await page.close()
    }

    private static func isEqual(_ base: PixelGrid, _ other: PixelGrid, at pixel: Int) throws -> Bool {
        let images = [base, other].map { grid in
            var single = PixelGrid(1, 1, seed: 0)
            single.samples = Array(grid.samples[4 * pixel..<4 * pixel + 4])
            return single.png().bytes
        }
        return try #require(try PixelComparison(images[0], images[1], limits: ProjectLimits())).isEqual
    }

    @Test("Swipe shows one image alone on each side of the divider", arguments: [0, 50, 100])
    func swipe(_ percent: Int) async throws {
        let (base, other) = (Self.grid(20, 16, seed: 3), Self.grid(20, 16, seed: 4))
        let page = try await open(base, other, mode: 0)
        let sides = [try await place(page), try await place(page, sheet: 1)]
        let alone = try await ShownPixels(of: page)
        try await page.evaluate("view.split = \(percent); setMode(1)")
        try await show(page)
        let (place, shown) = (try await place(page), try await ShownPixels(of: page))
        // The handle of the divider covers the last rows.
        for row in 0..<14 {
            for column in 0..<20 {
                let side = column < percent * 20 / 100 ? sides[0] : sides[1]
                let (x, y) = place.middle(column, row), (aloneX, aloneY) = side.middle(column, row)
                #expect(shown[x, y] == alone[aloneX, aloneY], "\(column), \(row)")
            }
        }
        try await page.close()
    }

    @Test("The divider follows the pointer on the image, and the arrow keys on the slider")
    func divider() async throws {
        let page = try await open(Self.grid(40, 40, seed: 5), Self.grid(40, 40, seed: 6), mode: 1)
        let place = try await place(page)
        func point(_ share: Double) -> (x: Double, y: Double) { (place.x + share * 400, place.y + 200) }
        let split = "Math.round(view.split)"
        #expect(try await page.evaluate(split).number == 50)
        for (points, end) in [([0.5, 0.6, 0.75], 75), ([0.25], 25), ([0.25, -0.2], 0), ([0.9, 1.3], 100)] {
            try await page.drag(points.map(point))
            #expect(try await page.evaluate(split).number == Double(end))
            let divider = "stage.querySelector('.divider').getBoundingClientRect().x + 1 - \(place.x)"
            #expect(try await page.evaluate(divider).number == Double(4 * end))
        }
        try await page.evaluate("viewerFoot.querySelector('input').focus()")
        try await page.press("ArrowLeft")
        #expect(try await page.evaluate(split).number == 99)
        #expect(page.consoleMessages == [])
        try await page.close()
    }

    @Test("Zooming keeps the middle of the images, and both sides show the same part", arguments: [0, 1, 3])
    func zoom(mode: Int) async throws {
        let page = try await open(Self.grid(100, 100, seed: 7), Self.grid(100, 100, seed: 8), mode: mode)
        let middles =
            """
            [...stage.querySelectorAll(".window")].map((it) => {
              const window = it.getBoundingClientRect(), sheet = it.querySelector(".sheet").getBoundingClientRect();
              return [(window.x + it.clientWidth / 2 - sheet.x) / view.zoom,
                (window.y + it.clientHeight / 2 - sheet.y) / view.zoom]; })
            """
        func check(_ expected: (Double, Double)) async throws {
            let windows = try await page.evaluate(middles).array
            #expect(windows.count == (mode == 0 ? 2 : 1))
            for window in windows {
                let (x, y) = (window.array[0].number ?? 0, window.array[1].number ?? 0)
                #expect(abs(x - expected.0) < 2 && abs(y - expected.1) < 2, "\(x), \(y)")
            }
        }
        try await page.evaluate("fitZoom()")
        for _ in 0..<5 { try await page.press("+") }
        try await check((50, 50))
        try await page.evaluate(
            "(() => { const it = stage.querySelector('.window'); it.scrollTo(30 * view.zoom - it.clientWidth / 2, "
                + "70 * view.zoom - it.clientHeight / 2); })()")
        // The event of a scroll comes with a frame, which a busy machine draws late.
        try await page.wait(until: "Math.abs(view.center[0] - .3) < .01 && Math.abs(view.center[1] - .7) < .01")
        try await check((30, 70))
        try await page.press("+")
        try await check((30, 70))
        try await page.press("-")
        try await check((30, 70))
        try await page.close()
    }

    @Test("The next item opens at the scale and with the theme that were chosen")
    func next() async throws {
        var sample = ReportSample(title: "scales")
        sample.facts.themes = ["default", "night", "year"].map { ReviewedTheme(id: $0, name: $0) }
        // The second image has no @3x.
        for (name, scales) in [("a", [1, 2, 3]), ("b", [1, 2]), ("c", [1, 2, 3])] {
            var variants: [[ReviewedVariant]] = [[], [], []]
            for scale in scales {
                let suffix = scale == 1 ? "" : "@\(scale)x"
                let files = try [nil, "night", "year"].map { owner in
                    try sample.file(
                        "\(owner ?? "assets")/\(name)\(suffix).png", name, 8 * scale, 8 * scale, owner: owner,
                        scale: scale)
                }
                for theme in 0..<3 {
                    variants[theme].append(
                        ReviewedVariant(
                            scale: try #require(Scale(scale)), defaultFile: files[0],
                            themedFile: theme == 0 ? nil : files[theme], state: theme == 0 ? .isDefault : .replaced))
                }
            }
            for theme in 0..<3 {
                sample.facts.themes[theme].images.append(
                    ReviewedImage(name: try LogicalName(name), variants: variants[theme]))
            }
        }
        sample.facts.folders = [""]
        let page = try await sample.open(in: sandbox)
        try await page.click("[id='a@3x'] .shot:nth-of-type(3) .ground")
        func state() async throws -> [String?] {
            try await page.evaluate(
                "[viewerTitle.textContent, view.shots[view.index].caption, "
                    + "viewerFoot.textContent.replaceAll(' Copy path', '')]"
            ).array.map(\.string)
        }
        #expect(try await state() == ["a @3x", "year", "Default: assets/a@3x.pngyear: year/a@3x.png"])
        try await page.press("j")
        #expect(try await state().prefix(2) == ["b @1x", "year"])
        try await page.press("j")
        #expect(try await state() == ["c @3x", "year", "Default: assets/c@3x.pngyear: year/c@3x.png"])
        try await page.press("Escape")
        try await page.close()
    }

    @Test("The ground is chosen in the viewer, by its buttons and a key, until the page has another one")
    func ground() async throws {
        let page = try await ReportSample.large(2).open(in: sandbox)
        let color = "getComputedStyle(stage.querySelector('.ground')).backgroundColor"
        try await page.click(".card .ground")
        let (checkers, light, dark) = ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)", "rgb(23, 23, 26)")
        for shown in [checkers, light, dark, checkers, checkers, light] {
            try await page.press("b")
            #expect(try await page.evaluate(color).string == shown)
        }
        try await page.press("j")
        #expect(try await page.evaluate(color).string == "rgb(255, 255, 255)")
        try await page.press("Escape")
        try await page.click(".grounds [value=dark] + span")
        try await page.click(".card .ground")
        #expect(try await page.evaluate(color).string == "rgb(23, 23, 26)")
        #expect(
            try await page.evaluate("groundButtons.map((it) => it.ariaPressed)") == ["false", "false", "false", "true"])
        try await page.close()
    }
}
