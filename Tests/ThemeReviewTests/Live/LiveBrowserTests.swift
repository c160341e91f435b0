import BrowserSupport
import Foundation
import TestSupport
import Testing

/// The pages in Chromium, while files change.
@Suite(.enabled(if: Browser.executable != nil, "\(Browser.isMissing)"), .serialized)
struct LiveBrowserTests {
    private let project: TestProject
    private let preview: PreviewProcess

    /// Enough images that the page scrolls.
    private static let names = (0..<30).map { "list/item\($0)" }

    init() throws {
        project = try TestProject()
        for name in Self.names {
            try project.image("assets/\(name).png", width: 40, height: 40)
            try project.image("themes/dark/\(name.replacing("list/", with: "list/dark_")).png", width: 40, height: 40)
        }
        try project.theme("default", config: "{\"Color\": {\"title\": \"#000000\", \"ground\": \"#FFFFFF\"}}")
        try project.theme(
            "dark", prefix: "dark_", config: "{\"Color\": {\"title\": \"#FFFFFF\", \"ground\": \"#101010\"}}")
        try project.write("preview.json", Self.screens)
        preview = try PreviewProcess(of: project.root)
    }

    private static let screens = """
        {"screens": [{"name": "Home", "background": {"setting": "Color.ground"}, "elements": [
          {"type": "navigationBar", "title": {"text": "Home", "setting": "Color.title"}},
          {"type": "button", "text": "Go", "image": "list/item0", "disabled": {"setting": "Color.ground"}}]}]}
        """

    private func open(_ path: String = "", _ fonts: FontFamily = .wide) async throws -> BrowserPage {
        try await Browser.open(preview.address + path, fonts: fonts, reducedMotion: false)
    }

    private func card(_ name: String) -> String { "document.getElementById('\(name)')" }

    /// Whether an image of the card has this gray.
    private func shows(_ shade: UInt8, in name: String) -> String {
        """
        [...\(card(name)).querySelectorAll("img")].some((it) => {
          const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
          const context = canvas.getContext("2d");
          if (!it.complete || !it.naturalWidth) return false;
          context.drawImage(it, 0, 0);
          const pixel = context.getImageData(0, 0, 1, 1).data;
          return pixel[0] === \(shade) && pixel[1] === \(shade) && pixel[2] === \(shade);
        })
        """
    }

    private func paint(_ name: String, shade: UInt8) throws {
        // Without alpha, so that a canvas gives the color back exactly.
        let file = name.replacing("list/", with: "list/dark_")
        try project.write("themes/dark/\(file).png", PNGFile(40, 40, .rgb, shade: shade).bytes)
    }

    @Test("A saved image is shown without loading the page again")
    func savedImage() async throws {
        let page = try await open()
        try await page.evaluate("window.isSame = true; \(card("list/item7")).scrollIntoView({ behavior: 'instant' })")
        for shade in [201, 101] as [UInt8] {
            try paint("list/item7", shade: shade)
            try await page.wait(until: shows(shade, in: "list/item7"))
        }
        #expect(try await page.evaluate("window.isSame").bool == true)
        #expect(page.consoleMessages.isEmpty)
        try await page.close()
    }

    @Test("A finding appears at its image and goes, while scroll, focus and filter stay")
    func findings() async throws {
        let page = try await open()
        let name = Self.names[20]
        try await page.evaluate("\(card(name)).scrollIntoView({ behavior: 'instant', block: 'center' })")
        try await page.evaluate("\(card(name)).querySelector('a').focus({ preventScroll: true })")
        let top = "\(card(name)).getBoundingClientRect().top"
        let before = try #require(try await page.evaluate(top).number)
        let stays = "Math.abs(\(top) - \(before)) < 1"
        try project.image("themes/dark/list/dark_item20.png", width: 41, height: 40)
        try await page.wait(until: "\(card(name)).querySelector('.notes .error')")
        try await page.wait(until: stays)
        #expect(try await page.evaluate("document.activeElement.closest('.item')?.id").string == name)
        #expect(
            try await page.evaluate("document.querySelector('.verdict').textContent").string?.contains("1 error")
                == true)
        try project.image("themes/dark/list/dark_item20.png", width: 40, height: 40)
        try await page.wait(until: "!\(card(name)).querySelector('.notes')")
        try await page.wait(until: stays)
        #expect(try await page.evaluate("document.activeElement.closest('.item')?.id").string == name)
        #expect(page.consoleMessages.isEmpty)
        try await page.close()
    }

    @Test("A preview of many images makes those near the window, and changes them all the same")
    func manyImages() async throws {
        for number in 0..<140 { try project.theme("t\(number)", prefix: "t_") }
        let page = try await open()
        try await page.resize(width: 390, height: 400)
        try await page.wait(until: "document.querySelectorAll('[name=themes] option').length === 143")
        try await page.open(preview.address)
        let (first, last) = (Self.names[0], Self.names[29])
        #expect(try await page.evaluate("\(card(last)).querySelector(':scope > noscript') !== null").bool == true)
        try await page.evaluate("\(card(first)).scrollIntoView({ behavior: 'instant' })")
        try await page.wait(until: "\(card(first)).querySelector('img')")
        for shade in [201, 101] as [UInt8] {
            for name in [first, last] {
                try paint(name, shade: shade)
                try await page.evaluate("\(card(name)).scrollIntoView({ behavior: 'instant' })")
                try await page.wait(until: shows(shade, in: name))
            }
        }
        #expect(page.consoleMessages.isEmpty)
        try await page.close()
    }

    @Test("Images, settings and mistakes come and go")
    func changes() async throws {
        let page = try await open()
        try project.image("assets/list/new.png")
        try await page.wait(until: card("list/new"))
        try project.remove("assets/list/new.png")
        try await page.wait(until: "!\(card("list/new"))")
        try project.write("themepack.json", "{\"wrong\": 1}")
        try await page.wait(until: "document.querySelector('.trouble')?.textContent.includes('line 1, column 2')")
        try project.write("themepack.json", "{}")
        try await page.wait(until: "!document.querySelector('.trouble')")
        #expect(try await page.evaluate("document.querySelectorAll('.card').length").number == 30)
        #expect(page.consoleMessages.isEmpty)
        try await page.close()
    }

    /// 360 x 225 is a window of 1,440 x 900 at 400 %.
    @Test(
        "axe finds nothing in the report, the open viewer and the screens",
        .enabled(if: Axe.script != nil, Comment(rawValue: Axe.isMissing)),
        arguments: [(1440, 900), (390, 844), (360, 225)], FontFamily.allCases)
    func accessibility(_ size: (width: Int, height: Int), _ fonts: FontFamily) async throws {
        try project.write("themepack.json", "{\"axes\": [\"brand\", \"mode\"]}")
        try project.theme("acme", config: "{}", more: ", \"axis\": \"brand\"")
        try project.theme(
            "dark", prefix: "dark_", config: "{\"Color\": {\"title\": \"#FFFFFF\"}}", more: ", \"axis\": \"mode\"")
        // All cards have the same elements.
        let cards = 6
        for name in Self.names.dropFirst(cards) {
            try project.remove("assets/\(name).png")
            try project.remove("themes/dark/\(name.replacing("list/", with: "list/dark_")).png")
        }
        let report = try await open("", fonts)
        try await report.resize(width: size.width, height: size.height)
        try await report.wait(until: "document.querySelectorAll('.card').length === \(cards)")
        try await expectNoViolation(in: report, "the report")
        try await report.evaluate("document.querySelector('.card .shot img').click()")
        try await report.wait(until: "viewer.open")
        // At least the middle of the image is on the screen.
        try await report.wait(until: "document.querySelector('.stage img').getBoundingClientRect().top > 0")
        let seen = """
            (() => { const it = document.querySelector(".stage .window").getBoundingClientRect();
            return Math.min(it.bottom, innerHeight) - Math.max(it.top, 0); })()
            """
        #expect(try #require(try await report.evaluate(seen).number) >= 40)
        try await expectNoViolation(in: report, "the open viewer")
        try await report.close()
        let screens = try await open("screens", fonts)
        try await screens.resize(width: size.width, height: size.height)
        try await screens.wait(until: "document.querySelectorAll('.switches select').length === 2")
        try await expectNoViolation(in: screens, "the screens")
        try await screens.close()
    }

    @Test(
        "Nothing scrolls sideways, and the verdict is not cut off", arguments: ["", "screens"], FontFamily.allCases)
    func narrow(_ path: String, _ fonts: FontFamily) async throws {
        try project.image("assets/list/wide.png", width: 640, height: 60)
        try project.image("themes/dark/list/dark_wide.png", width: 600, height: 60)
        try project.theme("long", config: "{}", more: #", "name": "A theme with a name too long for the window""#)
        let page = try await open(path, fonts)
        try await page.wait(until: "document.body.innerText.includes('too long for the window')")
        let words = "document.querySelector('.live output')"
        for text in ["Live \u{B7} 12 errors, 345 warnings in 16 themes.", "The preview has ended. Start it again."] {
            try await page.evaluate("\(words).textContent = '\(text)'; 0")
            for width in [1440, 820, 390, 320] {
                try await page.resize(width: width, height: 640)
                #expect(try await page.evaluate("document.documentElement.scrollWidth").number == Double(width))
                // The ends of what the words need, inside of the line that shows them.
                let rooms = try await page.evaluate(
                    """
                    (() => { const range = document.createRange(); range.selectNodeContents(\(words));
                      const needed = range.getBoundingClientRect(), line = live.getBoundingClientRect();
                      const shown = document.elementFromPoint(needed.right - 2, needed.bottom - 4);
                      return [needed.top - line.top, line.bottom - needed.bottom, needed.left - line.left,
                        line.right - needed.right, \(words).contains(shown) ? 0 : -1]; })()
                    """
                ).array.compactMap(\.number)
                #expect(rooms.count == 5 && rooms.allSatisfy { $0 >= 0 }, "\(width): \(rooms)")
            }
        }
        try await page.close()
    }

    private func expectNoViolation(
        in page: BrowserPage, _ what: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await page.evaluate(try #require(Axe.script) + "; 0")
        let found = try await page.evaluate(
            "axe.run().then((it) => it.violations.map((rule) => rule.id + ': ' + rule.nodes[0].html))")
        #expect(found.array.compactMap(\.string) == [], "\(what)", sourceLocation: sourceLocation)
    }

    @Test("An open tab finds a preview that is started again on the same port")
    func startedAgain() async throws {
        let folder = project.root + "/run"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let environment = ["XDG_RUNTIME_DIR": folder, "TMPDIR": folder]
        preview.end()
        let port = String(preview.port)
        let first = try PreviewProcess(of: project.root, "--port", port, environment: environment)
        let page = try await Browser.open(first.address, reducedMotion: false)
        try await page.evaluate("\(card("list/item3")).scrollIntoView({ behavior: 'instant' })")
        first.end()
        try paint("list/item3", shade: 77)
        let second = try PreviewProcess(of: project.root, "--port", port, environment: environment)
        #expect(second.address == first.address)
        try await page.wait(until: shows(77, in: "list/item3"))
        try await page.wait(until: "document.querySelector('.live output').textContent.includes(' 2 themes')")
        try await page.close()
    }

    @Test("The verdict has a shape, and leads to the first finding; a theme that cannot be read keeps its screens")
    func verdict() async throws {
        let page = try await open("screens")
        let light = "document.querySelector('.live .light')"
        try await page.wait(until: "\(light)?.matches(':not(.error, .warning):not([href])')")
        try project.write("themes/dark/theme.json", "{")
        try await page.wait(until: "\(light).matches('.error')")
        #expect(try await page.evaluate("getComputedStyle(\(light), '::before').borderRadius") == "0px")
        #expect(try await page.evaluate("\(light).getAttribute('href')") == ".#:finding/0")
        #expect(
            try await page.evaluate("document.getElementById('screen/0/dark').querySelector('.notes').textContent")
                .string?.contains("Error themes/dark/theme.json") == true)
        try await page.evaluate("\(light).click()")
        try await page.wait(until: "document.querySelector('.finding:target details')?.open")
        try await page.close()
    }

    /// Eight are more than the six connections that a browser opens to a server.
    @Test("Eight tabs are open at once, and follow when the one with the stream closes")
    func manyTabs() async throws {
        var tabs: [BrowserPage] = []
        for number in 0..<8 { tabs.append(try await open(number.isMultiple(of: 2) ? "" : "screens")) }
        for shade in [51, 61] as [UInt8] {
            try paint("list/item0", shade: shade)
            for (number, tab) in tabs.enumerated() where number.isMultiple(of: 2) {
                try await tab.wait(until: shows(shade, in: "list/item0"))
            }
            let first = tabs.removeFirst()
            try await first.close()
            tabs.insert(try await open(), at: 0)
        }
        for tab in tabs {
            #expect(tab.consoleMessages.isEmpty)
            try await tab.close()
        }
    }

    @Test("The switch shows one theme, and stays when a screen changes")
    func themeSwitch() async throws {
        let page = try await open("screens")
        let shown = "[...document.querySelectorAll('.phone:not([hidden]) figcaption code')].map((it) => it.textContent)"
        #expect(try await page.evaluate(shown).array.compactMap(\.string) == ["default", "dark"])
        try await page.evaluate("document.querySelector('.switches select').focus()")
        // Not by letters: a browser takes them for one word only if they follow each other within a second.
        try await page.press("ArrowDown")
        try await page.press("ArrowDown")
        #expect(try await page.evaluate(shown).array.compactMap(\.string) == ["dark"])
        let ground = "document.querySelector('.phone:not([hidden]) rect').getAttribute('fill')"
        #expect(try await page.evaluate(ground).string == "#101010")
        try project.write("themes/dark/config.json", "{\"Color\": {\"title\": \"#FFFFFF\", \"ground\": \"#202020\"}}")
        try await page.wait(until: "\(ground) === '#202020'")
        try project.write("preview.json", Self.screens.replacing("\"Go\"", with: "\"Stop\""))
        try await page.wait(until: "document.querySelector('.phone:not([hidden]) svg').textContent.includes('Stop')")
        #expect(try await page.evaluate(shown).array.compactMap(\.string) == ["dark"])
        try project.write("preview.json", "{\"screens\": [{}]}")
        try await page.wait(until: "document.body.textContent.includes('the screen has no')")
        #expect(page.consoleMessages.isEmpty)
        try await page.close()
    }

    @Test("A page says that the preview has ended")
    func ended() async throws {
        let page = try await open()
        try await page.wait(until: "document.getElementById(':live').dataset.state === 'live'")
        #expect(preview.end() == 0)
        try await page.wait(until: "document.getElementById(':live').dataset.state === 'ended'")
        try await page.close()
    }
}
