import Foundation
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
            ["\(sandbox.path)/Bundle"], ImportOptions(themes: AppearanceThemes(themes)))
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
        try change.check("year_buttonImage")
    }

    @Test("Two files of one theme are a defect")
    func twice() throws {
        let change = try importAll("ThemeOrange=default")
        try change.check("ThemeOrange.json")
    }

    @Test("In an app's folder, catalogs are read by Contents.json, and prefixes make images a theme's at every import")
    func appFolder() throws {
        try sandbox.write("Bundle/Info.plist", "<plist><dict/></plist>")
        for (name, seed) in [("avatar", UInt64(3)), ("year_avatar", 4)] {
            let set = "Bundle/Media.xcassets/\(name).imageset"
            try sandbox.write(
                "\(set)/Contents.json", #"{"images": [{"idiom": "universal", "scale": "2x", "filename": "x.png"}]}"#)
            try sandbox.write("\(set)/x.png", PNGFile(16, 8, seed: seed).bytes)
        }
        let first = try importAll("ThemeOrange=year")
        try first.check("Info.plist", are: .notTaken)
        #expect(first.paths.contains("themes/year/avatar@2x.png") && first.paths.contains("assets/avatar@2x.png"))
        #expect(!first.contents.items.contains { $0.name.contains("Contents.json") || $0.hasDefect })
        let manifest = #"{"id": "year", "name": "Year", "version": "1.0.0", "imageNamePrefix": "year_", "#
        try sandbox.write("project/themes/year/theme.json", manifest + #""config": "config.json"}"#)
        let renamed = [
            ("avatar@2x", "year_avatar@2x"), ("buttonImage@2x", "year_buttonImage@2x"),
            ("nav/back@3x", "nav/year_back@3x"),
        ]
        for (old, new) in renamed {
            let theme = "\(sandbox.path)/project/themes/year"
            try FileManager.default.moveItem(atPath: "\(theme)/\(old).png", toPath: "\(theme)/\(new).png")
        }
        for _ in 0..<2 {
            let later = try importAll("ThemeOrange=year")
            #expect(later.paths.isEmpty && !later.contents.items.contains(where: \.hasDefect), "\(later.paths)")
        }
        // An import of the catalog alone knows the prefix from the project.
        let catalog = try CatalogImport.read(["\(sandbox.path)/Bundle"], ImportOptions())
        let alone = try CatalogMaker.write(catalog, into: "\(sandbox.path)/project")
        #expect(alone.paths.isEmpty && !alone.contents.items.contains(where: \.hasDefect))
        #expect(alone.item("year_avatar")?.newName == "avatar")
    }
}
