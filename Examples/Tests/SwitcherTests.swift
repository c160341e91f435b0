import Testing
import ThemeManagement

@testable import Switcher

@MainActor
@Suite("CE4 The theme switcher")
struct SwitcherTests {
    let app: App
    let store = MemoryStore()

    init() throws { app = try App(mounting: Packs.all(), store: store) }

    func press(_ keys: String) throws {
        for key in keys { #expect(try app.press(key)) }
    }

    @Test("Home page, detail page, list of six themes; a choice changes every page at once, and its axis alone")
    func flow() throws {
        var screens = [Screen(app: app).text(color: false)]
        for key in "dt2562bb" {
            try press(String(key))
            screens.append(Screen(app: app).text(color: false))
        }
        #expect(try screens.joined() == Packs.expected("switcher.txt"))
        #expect(try app.press("q") == false)
    }

    @Test("All pages have colors of the current theme only", arguments: 1...6)
    func colors(number: Int) throws {
        try press("dt\(number)")
        let theme = app.manager.theme
        #expect(theme.id == app.themes[number - 1])
        let background = try #require(try theme.color("Color.background"))
        let bar = try #require(try theme.color("UINavigationBar.NavBarDefault.backgroundImageColor"))
        let lines = Screen(app: app).text(color: true).split(separator: "\n")
        #expect(lines.count == Screen.pageHeight + 1)
        for (row, line) in lines.dropLast().enumerated() {
            let backs = Self.colors(in: line, "48;2;")
            #expect(backs == Array(repeating: row == 0 ? bar : background, count: 3))
        }
        #expect(Self.colors(in: lines[3], "38;2;")[0] == (try theme.color("Color.title")))
    }

    @Test("A page that is pushed later has the current theme; a popped page is freed, although it was bound")
    func pushAndPop() throws {
        try press("t6b")
        try press("d")
        #expect(app.pages[1].background == app.pages[0].background)
        let page = { [weak page = app.pages[1]] in page }
        #expect(page() != nil)
        try press("b")
        #expect(page() == nil)
    }

    @Test("The choice is restored at the next start")
    func restored() throws {
        try press("t4")
        #expect(store.load() == "\(app.themes[3])@brand")
        let next = try App(mounting: Packs.all(), store: store)
        #expect(next.manager.id == app.themes[3])
    }

    @Test("Keys without a meaning change nothing", arguments: ["b", "1", "x", "t9", "dd", "tt"])
    func otherKeys(keys: String) throws {
        try press(String(keys.dropLast()))
        let screen = Screen(app: app).text(color: true)
        try press(String(keys.suffix(1)))
        #expect(Screen(app: app).text(color: true) == screen)
    }

    /// Returns the colors of a line's escape sequences: of the text with `38;2;`, of the background with `48;2;`.
    private static func colors(in line: Substring, _ kind: String) -> [ThemeColor] {
        line.split(separator: "\u{1B}[").filter { $0.hasPrefix(kind) }.compactMap { sequence in
            let numbers = sequence.dropFirst(kind.count).prefix { $0 != "m" }.split(separator: ";").compactMap {
                UInt8($0)
            }
            return numbers.count == 3 ? ThemeColor(red: numbers[0], green: numbers[1], blue: numbers[2]) : nil
        }
    }
}
