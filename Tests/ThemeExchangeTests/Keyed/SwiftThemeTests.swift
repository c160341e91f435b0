import TestSupport
import Testing
import ThemeExchange
import ThemeModel
import ThemeProject

@Suite("Themes of SwiftTheme")
struct SwiftThemeTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func importAll(themes: [String] = []) throws -> ProjectChange {
        let contents = try SwiftThemeImport.read(
            ["\(sandbox.path)/Themes"], ImportOptions(themes: AppearanceThemes(themes)))
        return try CatalogMaker.write(contents, into: "\(sandbox.path)/project")
    }

    @Test("JSON and property lists; colors with alpha last; images that settings name")
    func reads() throws {
        try sandbox.write(
            "Themes/Day.json",
            ##"{"Global": {"barTintColor": "#EB4F38", "shadow": "#00000080"}, "##
                + ##""Icons": {"logo": "logo_day.png"}, "n": 4, "g": ["#00000080", "x"]}"##
        )
        try sandbox.write(
            "Themes/Night.plist",
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>Global</key><dict><key>barTintColor</key><string>#111</string></dict>
            <key>Icons</key><dict><key>logo</key><string>logo_night</string></dict></dict></plist>
            """)
        for name in ["logo_day", "logo_day@2x", "logo_night", "unused"] {
            try sandbox.write("Themes/\(name).png", PNGFile(8, 4).bytes)
        }
        let change = try importAll(themes: ["Day=default", "Night=night"])
        #expect(
            change.paths == [
                "assets/logo_day.png", "assets/logo_day@2x.png", "assets/logo_night.png", "themepack.json",
                "themes/default/config.json", "themes/default/theme.json", "themes/night/config.json",
                "themes/night/theme.json",
            ])
        #expect(
            try sandbox.text("project/themes/default/config.json") == """
                {
                  "Global": {
                    "barTintColor": "EB4F38",
                    "shadow": "#80000000"
                  },
                  "Icons": {
                    "logo": "logo_day"
                  },
                  "g": [
                    "80000000",
                    "x"
                  ],
                  "n": 4
                }

                """)
        #expect(try sandbox.text("project/themes/night/config.json").contains("\"logo\": \"logo_night\""))
        try change.check("unused", are: .notTaken)
    }

    @Test("An image that is not there is reported, and its name stays")
    func missingImage() throws {
        try sandbox.write("Themes/A.json", #"{"logo": "logo.png", "far": "../../x.png", "name": "logo"}"#)
        let change = try importAll(themes: ["A=default"])
        #expect(!change.line("A.json").contains("name:"))
        try change.check("A.json", are: .inPart)
        #expect(try sandbox.text("project/themes/default/config.json").contains(#""logo": "logo.png""#))
    }

    @Test("Broken files and colors are defects, and the first file is the default if none is named")
    func broken() throws {
        try sandbox.write("Themes/A.json", ##"{"ok": "#FFF", "bad": "#GGG"}"##)
        try sandbox.write("Themes/B.json", "[1")
        try sandbox.write("Themes/C.plist", Array("bplist00".utf8))
        try sandbox.write("Themes/readme.txt", "x")
        let change = try importAll()
        try change.check("A.json", are: .inPart)
        #expect(change.item("B.json")?.notes[0].isDefect == true)
        try change.check("C.plist")
        try change.check("readme.txt", are: .notTaken)
    }

    @Test("A file named default is the default theme; ids that differ only in case are an error")
    func defaultFile() throws {
        try sandbox.write("Themes/Black.json", #"{"n": 1}"#)
        try sandbox.write("Themes/Default.json", #"{"n": 2}"#)
        #expect(
            try importAll().paths.filter { $0.hasPrefix("themes/") } == [
                "themes/Black/config.json", "themes/Black/theme.json", "themes/default/config.json",
                "themes/default/theme.json",
            ])
        #expect(try sandbox.text("project/themes/default/config.json").contains("\"n\": 2"))
        try sandbox.write("Themes/White.json", #"{"n": 3}"#)
        let error = #expect(throws: UserError.self) { try importAll(themes: ["White=black"]) }
        try error.check()
    }

    @Test("The key 'super' names the theme that a theme extends")
    func parents() throws {
        try sandbox.write("Themes/base.json", #"{"super": "day", "n": 1}"#)
        try sandbox.write("Themes/day.json", #"{"super": "base.json", "n": 2}"#)
        try sandbox.write("Themes/noon.json", #"{"super": "day", "n": 3}"#)
        try sandbox.write("Themes/odd.json", #"{"super": "none", "n": 4}"#)
        let change = try importAll()
        try change.check("base.json", "odd.json")
        #expect(try sandbox.text("project/themes/day/theme.json").contains(#""extends": "default""#))
        #expect(try sandbox.text("project/themes/noon/theme.json").contains(#""extends": "day""#))
        #expect(try sandbox.text("project/themes/noon/config.json") == "{\n  \"n\": 3\n}\n")
    }

    @Test("In an app's folder, settings name images of catalogs, and the files of Xcode are no themes")
    func appFolder() throws {
        try sandbox.write("Themes/Info.plist", "<plist><dict/></plist>")
        try sandbox.write("Themes/Day.json", #"{"Icons": {"logo": "logo.png"}}"#)
        try sandbox.write(
            "Themes/App.xcassets/logo.imageset/Contents.json",
            #"{"images": [{"filename": "l.png", "scale": "2x"}], "#
                + #""properties": {"template-rendering-intent": "template"}}"#)
        try sandbox.write("Themes/App.xcassets/logo.imageset/l.png", PNGFile(8, 4).bytes)
        let change = try importAll(themes: ["Day=default"])
        #expect(
            change.paths == [
                "assets/logo@2x.png", "themepack.json", "themes/default/config.json", "themes/default/theme.json",
            ])
        #expect(try sandbox.text("project/themes/default/config.json").contains("\"logo\": \"logo\""))
        let manifest = try sandbox.text("project/themes/default/theme.json")
        #expect(manifest.contains("\"templates\": {\n    \"logo\": null\n  }"), "\(manifest)")
        try change.check("Info.plist", are: .notTaken)
        #expect(change.line("logo") == "taken")
    }
}
