import Testing
import ThemeRuntime

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

    @Test("Home page, detail page, list of six themes; choosing one changes every page at once")
    func flow() throws {
        var screens = [Screen(app: app).text(colour: false)]
        for key in "dt256bb" {
            try press(String(key))
            screens.append(Screen(app: app).text(colour: false))
        }
        #expect(try screens.joined() == Packs.expected("switcher.txt"))
        #expect(try app.press("q") == false)
    }

    @Test("All pages have the theme's own colours, and no colour of another theme", arguments: 1...6)
    func colours(number: Int) throws {
        try press("dt\(number)")
        let theme = app.manager.theme
        #expect(theme.id == app.themes[number - 1])
        let background = try #require(try theme.colour("Color.background"))
        let bar = try #require(try theme.colour("UINavigationBar.NavBarDefault.backgroundImageColor"))
        let lines = Screen(app: app).text(colour: true).split(separator: "\n")
        #expect(lines.count == Screen.pageHeight + 1)
        for (row, line) in lines.dropLast().enumerated() {
            let backs = Self.colours(in: line, "48;2;")
            #expect(backs == Array(repeating: row == 0 ? bar : background, count: 3))
        }
        #expect(Self.colours(in: lines[3], "38;2;")[0] == (try theme.colour("Color.title")))
    }

    @Test("A page that is pushed later has the theme in force; one that is popped is gone, although it was bound")
    func pushAndPop() throws {
        try press("t6b")
        try press("d")
        #expect(app.pages[1].background == app.pages[0].background)
        let page = { [weak page = app.pages[1]] in page }
        #expect(page() != nil)
        try press("b")
        #expect(page() == nil)
    }

    @Test("The choice is there at the next start")
    func restored() throws {
        try press("t4")
        #expect(store.load() == app.themes[3].string)
        let next = try App(mounting: Packs.all(), store: store)
        #expect(next.manager.id == app.themes[3])
    }

    @Test("Keys that mean nothing here change nothing", arguments: ["b", "1", "x", "t9", "dd", "tt"])
    func otherKeys(keys: String) throws {
        try press(String(keys.dropLast()))
        let screen = Screen(app: app).text(colour: true)
        try press(String(keys.suffix(1)))
        #expect(Screen(app: app).text(colour: true) == screen)
    }

    /// The colours that the escape sequences of a line set, after `38;2;` in front of a text or `48;2;` behind it.
    private static func colours(in line: Substring, _ kind: String) -> [Colour] {
        line.split(separator: "\u{1B}[").filter { $0.hasPrefix(kind) }.compactMap { sequence in
            let numbers = sequence.dropFirst(kind.count).prefix { $0 != "m" }.split(separator: ";").compactMap {
                UInt8($0)
            }
            return numbers.count == 3 ? Colour(red: numbers[0], green: numbers[1], blue: numbers[2]) : nil
        }
    }
}
