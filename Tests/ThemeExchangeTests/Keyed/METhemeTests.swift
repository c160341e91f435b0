import TestSupport
import Testing
import ThemeExchange
import ThemeModel
import ThemePackager
import ThemeProject

@Suite("Bundles of METhemeKit")
struct METhemeTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try sandbox.write(
            "Bundle/ThemeDefault.json",
            """
            {"Color": {"ThemeColorMode_Default": "F85825"}, "UINavigationBar": {"NavBarDefault": \
            {"tintColor": "FF6E40", "shadowImageColor": "00"}}, \
            "Button": {"Sure": {"titleColor": {"UIControlStateHighlight": "4DF85825"}}}}
            """)
        try sandbox.write("Bundle/ThemeOrange.json", #"{"Color": {"ThemeColorMode_Default": "D34D21"}}"#)
        for name in ["buttonImage@2x", "year_buttonImage@2x", "nav/back@3x", "nav/year_back@3x"] {
            try sandbox.write("Bundle/\(name).png", PNGFile(name.hasSuffix("3x") ? 24 : 16, 8, seed: 1).bytes)
        }
    }

    private func importAll(_ themes: String...) throws -> ProjectChange {
        let contents = try METhemeImport.read(
            ["\(sandbox.path)/Bundle"], themes: AppearanceThemes(themes), limits: ProjectLimits())
        return try CatalogMaker.write(contents, into: "\(sandbox.path)/project")
    }

    @Test("Files become themes, prefixes choose images, settings stay as they are")
    func reads() throws {
        let change = try importAll("ThemeOrange=year")
        #expect(
            change.paths == [
                "assets/buttonImage@2x.png", "assets/nav/back@3x.png", "themepack.json", "themes/default/config.json",
                "themes/default/theme.json", "themes/year/buttonImage@2x.png", "themes/year/config.json",
                "themes/year/nav/back@3x.png", "themes/year/theme.json",
            ])
        #expect(change.contents.items.allSatisfy { $0.outcome == .taken }, "\(change.contents.items)")
        let settings = try sandbox.text("project/themes/default/config.json")
        #expect(settings.contains("\"shadowImageColor\": \"00\"") && settings.contains("\"4DF85825\""))
    }

    @Test("Without the prefix's theme, the table names the option")
    func unknownPrefix() throws {
        let change = try importAll()
        #expect(
            change.paths.contains("assets/year_buttonImage@2x.png") && change.paths.contains("themes/orange/theme.json")
        )
        #expect(change.line("year_buttonImage").contains("--themes FILE=year"))
    }

    @Test("Two files of one theme are a defect")
    func twice() throws {
        let change = try importAll("ThemeOrange=default")
        #expect(change.line("ThemeOrange.json").contains("another file is the theme 'default'"))
    }
}
