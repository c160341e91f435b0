import BrowserSupport
import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemeReview

/// The printed form of a report.
@Suite(
    "A report on paper", .serialized, .urgent,
    .enabled(if: Browser.executable != nil, Comment(rawValue: Browser.isMissing)))
struct PaperBrowserTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test("Printing shows every item in full, and none of the controls")
    func printing() async throws {
        let page = try await ReportSample.large(40).open(in: sandbox, inFolder: true)
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
        let night =
            "(() => { const it = document.createElement('i'); it.className = 'ground night'; "
            + "document.body.append(it); return getComputedStyle(it).backgroundImage; })()"
        #expect(try await page.evaluate(night).string?.hasPrefix("repeating-conic-gradient") == true)
        let length = try await page.pdf().count
        #expect(length > 10_000, "40 cards with their images")
        try await page.close()
    }

    @Test(
        "On paper, settings have room, and the dark scheme is left to the screen",
        arguments: FontFamily.allCases)
    func paper(_ fonts: FontFamily) async throws {
        var sample = ReportSample(title: "paper")
        let settings = (0..<3).map { number in
            ReviewedSetting(
                path: SettingPath(["Text", "title\(number)"]), type: .string,
                text: String(repeating: "word ", count: 20), origin: .own)
        }
        sample.facts.themes = ["default", "a", "b", "c", "d", "e"].map {
            ReviewedTheme(id: $0, name: "Theme \($0)", settings: settings)
        }
        let page = try await sample.open(in: sandbox, fonts: fonts)
        // The width of A4 without margins.
        try await page.resize(width: 718, height: 1000)
        try await page.emulate(.dark, media: "print")
        let overhang = "document.querySelector('.settings').getBoundingClientRect().right - document.body.clientWidth"
        #expect(try await page.evaluate(overhang).number ?? 1 <= 0)
        #expect(
            try await page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--surface')").string
                == "#fff")
        try await page.close()
    }
}
