import BrowserSupport
import TestSupport
import Testing
import ThemeProject

@testable import ThemeReview

/// Pages of one theme and of many, in wide and narrow windows, with wide and narrow fonts.
@Suite(
    "Pages of many themes in a browser", .serialized, .urgent,
    .enabled(if: Browser.executable != nil, Comment(rawValue: Browser.isMissing)))
struct ManyThemesBrowserTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private static let sizes = [(1440, 900), (820, 1180), (390, 844), (320, 640)]

    private func open(
        _ count: Int, fonts: FontFamily = .wide, inFolder: Bool = true, script: Bool = true
    ) async throws -> BrowserPage {
        try await ReportSample.themes(count).open(in: sandbox, inFolder: inFolder, fonts: fonts, script: script)
    }

    private func openViewer(_ page: BrowserPage) async throws {
        try await page.evaluate("openViewer(document.querySelector('.card .row'), null)")
    }

    @Test(
        "Nothing lies outside of the window or is cut, in the page and in the viewer", arguments: [1, 8, 60],
        FontFamily.allCases)
    func outside(_ count: Int, _ fonts: FontFamily) async throws {
        let page = try await open(count, fonts: fonts)
        for (width, height) in Self.sizes {
            try await page.resize(width: width, height: height)
            let ofPage = try await page.partsOutside()
            #expect(ofPage == [], "\(width)")
            try await openViewer(page)
            let ofViewer = try await page.partsOutside()
            #expect(ofViewer == [], "\(width)")
            try await page.evaluate("viewer.close()")
        }
        #expect(page.consoleMessages == [])
        try await page.close()
    }

    @Test("The buttons of the viewer stand still for every item", arguments: [1, 60], FontFamily.allCases)
    func buttons(_ count: Int, _ fonts: FontFamily) async throws {
        let page = try await open(count, fonts: fonts)
        let places =
            """
            ["Previous", "Next", "Close"].map((name) => {
              const it = [...viewer.querySelectorAll("button")].find((it) => it.textContent === name);
              const { x, y, width, height } = it.getBoundingClientRect();
              return [x, y, width, height]; })
            """
        for (width, height) in Self.sizes {
            try await page.resize(width: width, height: height)
            try await page.evaluate("current = items.indexOf(document.querySelector('.card')); openCurrent()")
            let first = try await page.evaluate(places)
            let next = first.array[1].array.compactMap(\.number)
            var titles: Set<String> = []
            for _ in 0..<4 {
                titles.insert(try await page.evaluate("viewerTitle.textContent").string ?? "")
                try await page.drag([(next[0] + next[2] / 2, next[1] + next[3] / 2)])
                #expect(try await page.evaluate(places) == first, "\(width)")
            }
            #expect(titles.count == 4)
            try await page.evaluate("viewer.close()")
        }
        try await page.close()
    }

    @Test("The select of the viewer chooses among sixty themes, and the next item opens with the chosen one")
    func choice() async throws {
        let page = try await open(60)
        try await page.evaluate("current = items.indexOf(document.querySelector('.card')); openCurrent()")
        let state = "[imageChoice.options.length, imageChoice.selectedOptions[0].text, view.shots[view.index].theme]"
        #expect(try await page.evaluate(state) == [60, "Year1990", "theme0"])
        try await page.evaluate("imageChoice.focus()")
        // A second key within a second would be a part of the same word.
        try await page.press("z")
        let typed = try await page.evaluate(state)
        #expect(typed == [60, "Zinnia2049", "theme59"])
        try await page.evaluate("step(1)")
        #expect(try await page.evaluate(state) == [60, "Zinnia2049", "theme59"])
        #expect(page.consoleMessages == [])
        try await page.close()
    }

    @Test("The focus goes through the viewer from the upper left to the lower right, and stays in it")
    func focus() async throws {
        let page = try await open(8)
        try await openViewer(page)
        try await page.evaluate("viewer.querySelector('button').focus()")
        var places: [[Double]] = []
        for _ in 0..<12 {
            let place = try await page.evaluate(
                """
                (() => { const it = document.activeElement, { x, top, bottom } = it.getBoundingClientRect();
                  return viewer.contains(it) ? [Math.round(top + bottom), x] : []; })()
                """)
            places.append(place.array.compactMap(\.number))
            try await page.press("Tab")
        }
        #expect(places.allSatisfy { $0.count == 2 })
        #expect(places.sorted { $0.lexicographicallyPrecedes($1) } == places, "\(places)")
        try await page.close()
    }

    @Test("A note names theme and scale, leads to its tile, and the tile has a frame in the color of the severity")
    func notes() async throws {
        let page = try await open(8)
        let notes = try await page.evaluate(
            """
            [...document.querySelectorAll(".card .notes li")].map((it) => {
              const places = [...it.querySelectorAll("a")];
              const tiles = places.map((place) => document.getElementById(decodeURIComponent(place.hash.slice(1))));
              return [it.className, it.textContent.split(":")[0], tiles.every((tile) => tile.closest(".card")
                === it.closest(".card") && tile.matches(".shot.error, .shot." + it.className)),
                places.map((it) => it.textContent).join()]; })
            """
        ).array
        #expect(notes.count == 2)
        #expect(notes.allSatisfy { $0.array[2].bool == true }, "\(notes)")
        #expect(
            notes.map(\.array[3]) == [
                "Year1990 @2x,Year1994 @2x",
                "Year1990 @2x,Year1993 @2x,Year1996 @2x",
            ])
        #expect(notes.map(\.array[0]) == ["warning", "error"])
        let colors = try await page.evaluate(
            "['error', 'warning'].map((it) => "
                + "getComputedStyle(document.querySelector(`.shot.${it} .ground`)).outlineColor)"
        )
        #expect(colors == ["rgb(179, 38, 30)", "rgb(138, 82, 0)"])
        try await page.click(".card .notes .error a:nth-of-type(2)")
        try await page.wait(
            until: """
                (() => { const tile = document.querySelector(".shot:target"), box = tile?.getBoundingClientRect();
                  return box && box.top >= 0 && box.bottom <= innerHeight
                    && tile.textContent.includes("Year1993"); })()
                """)
        try await page.evaluate("openViewer(document.querySelector('.card .shot.error').closest('.row'), null)")
        try await page.click(".viewer .notes .error a:nth-of-type(3)")
        #expect(try await page.evaluate("view.shots[view.index].caption") == "Year1996")
        #expect(page.consoleMessages == [])
        try await page.close()
    }

    @Test("Masks and dark images are seen: the mean of each tile differs from its ground", arguments: [true, false])
    func grounds(_ script: Bool) async throws {
        let page = try await open(8, script: script)
        let contrasts = try await contrasts(of: "status/light", on: page)
        #expect(contrasts.count == 9 && contrasts.allSatisfy { $0 >= 4.5 }, "\(contrasts)")
        try await page.close()
    }

    @Test("Gray images are seen, whatever the ground of their theme", arguments: [nil, "#808080", "#FFFFFF"])
    func grays(_ ground: String?) async throws {
        let project = try TestProject()
        if let ground {
            try project.write("themepack.json", #"{"contrast": [{"text": "title", "on": "ground"}]}"#)
            let config = "{\"title\": \"#000000\", \"ground\": \"\(ground)\"}"
            try project.theme("default", config: config, more: #", "config": "config.json""#)
        } else {
            try project.theme("default")
        }
        let shades: [UInt8] = [0x00, 0x55, 0x80, 0x95, 0xFF]
        for shade in shades {
            try project.write("assets/gray\(shade).png", PNGFile(24, 24, .rgb, shade: shade).bytes)
        }
        let page = try await ReportSample(of: Project(at: project.root)).open(in: sandbox, inFolder: true)
        for shade in shades {
            let contrast = try #require(try await contrasts(of: "gray\(shade)", on: page).first)
            #expect(contrast >= (ground == nil ? 3 : 1.1), "\(shade)")
        }
        try await page.close()
    }

    /// Returns the contrasts of the images of a card's first row with their grounds.
    private func contrasts(of name: String, on page: BrowserPage) async throws -> [Double] {
        let images = "[...document.getElementById('\(name)').querySelector('.row').querySelectorAll('img')]"
        try await page.evaluate("document.getElementById('\(name)').scrollIntoView({ behavior: 'instant' })")
        try await page.wait(until: "\(images).every((it) => it.complete && it.naturalWidth)")
        let tiles = try await page.evaluate(
            """
            \(images).map((it) => { const box = it.getBoundingClientRect(), ground = it.closest(".ground");
              const [width, height] = ["width", "height"].map((name) => Number(it.getAttribute(name)));
              const x = box.x + (box.width - width) / 2, y = box.y + (box.height - height) / 2;
              return [x, y, width, height, ground.getBoundingClientRect().x + 4, y, 6, height]; })
            """
        ).array.map { $0.array.compactMap(\.number) }
        let shown = try await ShownPixels(of: page)
        /// The mean of a rectangle's pixels, as their contrast with black.
        func luminance(_ box: ArraySlice<Double>) -> Double {
            let box = box.map(Int.init)
            let pixels = (0..<box[3]).flatMap { y in
                (0..<box[2]).map { x in shown[Double(box[0] + x), Double(box[1] + y)] }
            }
            let black = ThemeColor(red: 0, green: 0, blue: 0)
            let all = pixels.map {
                ThemeColor(red: UInt8($0.x), green: UInt8($0.y), blue: UInt8($0.z)).contrast(on: black)
            }
            return all.reduce(0, +) / Double(all.count)
        }
        return tiles.map { tile in
            let contrast = luminance(tile[..<4]) / luminance(tile[4...])
            return max(contrast, 1 / contrast)
        }
    }

    /// At 320 px, a color with its four channels takes a second line.
    @Test("A setting and a coverage are one line for each theme", arguments: FontFamily.allCases)
    func lines(_ fonts: FontFamily) async throws {
        let page = try await open(8, fonts: fonts)
        for (width, height) in Self.sizes {
            try await page.resize(width: width, height: height)
            let heights = try await page.evaluate(
                """
                [...document.querySelectorAll(".settings .lines > li:has(.swatch), .coverage .lines > li")]
                  .filter((it) => it.checkVisibility()).map((it) => it.getBoundingClientRect().height)
                """
            ).array.compactMap(\.number)
            #expect(heights.count > 20 && heights.allSatisfy { $0 < (width == 320 ? 54 : 32) }, "\(width)")
        }
        try await page.close()
    }

    @Test("With problems, the first screen shows the verdict, the rules and the first names with their images")
    func firstScreen() async throws {
        let page = try await open(60)
        try await page.resize(width: 1440, height: 900)
        let state = try await page.evaluate(
            """
            (() => {
              const isSeen = (it) => { const box = it.getBoundingClientRect();
                return it.checkVisibility() && box.height > 0 && box.bottom <= innerHeight; };
              return [document.querySelector(".masthead").getBoundingClientRect().bottom,
                [...document.querySelectorAll(".verdict, .rules li")].filter(isSeen).length,
                document.querySelectorAll(".rules li").length,
                [...document.querySelectorAll(".first li:has(img)")].filter(isSeen).length,
                [...document.querySelectorAll("details.group")].map((it) => [
                  it.querySelector(".tag").textContent, it.open]).join("; ")];
            })()
            """
        ).array
        #expect(state[0].number ?? 999 <= 200)
        #expect(state[1].number == (state[2].number ?? 0) + 1 && state[2].number ?? 0 > 1)
        // The sample has one name with an error.
        #expect(state[3] == 1)
        #expect(state[4] == "Error,false; Warning,false")
        try await page.close()
    }

    @Test("With one theme chosen, tiles, paths and notes are that theme's")
    func chosenTheme() async throws {
        let page = try await open(8)
        func state(_ theme: String) async throws -> JSON {
            try await page.evaluate(
                """
                (async () => { filter.querySelector("[name=themes]").value = "\(theme)"; await applyFilter();
                  const card = document.getElementById("navigation/forward");
                  const shown = (selector) => [...card.querySelectorAll(selector)].filter((it) => it.checkVisibility())
                    .map((it) => it.textContent);
                  return [shown(".shot b").join(), shown(".notes a").join(), shown(":scope > .copy").join()]; })()
                """)
        }
        #expect(
            try await state("theme3") == [
                "Default,Year1993,Default,Year1993",
                "Year1993 @2x", "themes/theme3/navigation/t3_forward.png",
            ])
        #expect(
            try await state("theme1") == [
                "Default,Year1991,Default,Year1991", "",
                "themes/theme1/navigation/t1_forward.png",
            ])
        #expect(try await state("").array.last == "assets/navigation/forward.png")
        try await page.close()
    }

    @Test("Names do not run together, and no image says its caption again")
    func words() async throws {
        let page = try await open(8)
        let joined = try await page.evaluate(
            """
            [...document.querySelectorAll("a, h2, h3, h4, li, th, td, summary, figcaption, label")].flatMap((it) => {
              const isDrawing = (node) => node.nodeName === "svg" ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
              const texts = [], walker = document.createTreeWalker(
                it, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, isDrawing);
              while (walker.nextNode()) {
                const node = walker.currentNode;
                if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
                else if (getComputedStyle(node).display !== "inline" || node.tagName.endsWith("BR")) texts.push(" ");
              }
              const words = texts.filter(Boolean);
              return words.filter((word, place) => place && /\\w$/.test(words[place - 1]) && /^\\w/.test(word))
                .map(() => it.textContent); })
            """)
        #expect(joined == [])
        let repeated = try await page.evaluate(
            "[...document.querySelectorAll('.shot img')].filter((it) => it.alt.includes("
                + "it.closest('.shot').querySelector('b').textContent)).length")
        #expect(repeated == 0)
        let levels = try await page.evaluate(
            "[...document.querySelectorAll('h1, h2, h3, h4')].map((it) => Number(it.tagName[1]))"
        ).array.compactMap(\.number)
        #expect(levels.first == 1 && zip(levels, levels.dropFirst()).allSatisfy { $1 - $0 <= 1 })
        try await page.close()
    }

    @Test(
        "axe finds nothing with eight themes", .enabled(if: Axe.script != nil, Comment(rawValue: Axe.isMissing)),
        arguments: [(BrowserPage.Scheme.light, 1440), (.dark, 320)])
    func accessibility(_ scheme: BrowserPage.Scheme, _ width: Int) async throws {
        let page = try await open(8)
        try await page.emulate(scheme)
        try await page.resize(width: width, height: 900)
        try await page.evaluate(try #require(Axe.script) + "; 0")
        for action in ["0", "openViewer(document.querySelector('.card .row'), null)"] {
            try await page.evaluate(action)
            let found = try await page.evaluate(
                "axe.run().then((it) => it.violations.map((rule) => rule.id + ': ' + rule.nodes[0].html))")
            #expect(found.array.compactMap(\.string) == [], "\(action)")
        }
        try await page.close()
    }
}

extension BrowserPage {
    /// Returns what a reader cannot see: boxes outside of the window, and boxes that cut their contents. What scrolls
    /// or ends in an ellipsis is no fault.
    func partsOutside() async throws -> [String] {
        try await evaluate(
            """
            [...document.querySelectorAll("body *")].filter((it) => {
              if (!it.checkVisibility({ opacityProperty: true })) return false;
              const box = it.getBoundingClientRect(), style = getComputedStyle(it);
              if (box.width <= 1 || box.height <= 1 || it.closest(".skip, .unseen")) return false;
              const isCut = ["hidden", "clip"].includes(style.overflowX) && style.textOverflow !== "ellipsis"
                && it.scrollWidth > it.clientWidth + 1 && it.tagName !== "IMG" && !it.closest("svg");
              const ancestors = [];
              for (let up = it.parentElement; up; up = up.parentElement) ancestors.push(up);
              const scrolls = ancestors.some((up) => ["auto", "scroll"].includes(getComputedStyle(up).overflowX));
              return isCut || !scrolls && (box.left < -1 || box.right > innerWidth + 1);
            }).map((it) => `${it.tagName}.${it.className} ${it.textContent.slice(0, 40)}`).slice(0, 5)
            """
        ).array.compactMap(\.string)
    }
}
