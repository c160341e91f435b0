import Foundation
import PackFormat
import TestSupport
import Testing
import ThemeDevelopment
import ThemeModel
import ThemeRuntime

@Suite("Resolving images")
struct ImageTests {
    static func library() throws -> ThemeLibrary {
        let project = try TestProject()
        for name in ["common/button", "common/badge", "tabbar/home", "detail/home", "detail/share"] {
            for suffix in ["", "@2x", "@3x"] { try project.image("assets/\(name)\(suffix).png") }
        }
        try project.image("assets/common/large@3x.png")
        for suffix in ["@2x", "@3x"] { try project.image("themes/ocean/common/ocean_button\(suffix).png") }
        try project.image("themes/ocean/tabbar/ocean_home.png")
        try project.image("themes/partner/common/nw_button.png")
        // A theme's image beside its default, as METhemeKit's example app has it.
        try project.image("assets/common/nw_badge@2x.png")
        try project.theme("default", config: #"{"Images": {"primary": "common/button", "lost": "common/none"}}"#)
        try project.theme(
            "ocean", prefix: "ocean_",
            config: #"{"CapInsets": {"common/button": {"top": 4, "left": 6.5}}, "Images": {"primary": "detail/home"}}"#)
        try project.theme("partner", prefix: "nw_", extends: "ocean")
        try project.image("themes/folder/common/button@2x.png")
        try project.theme("folder")
        let packs = try project.build()
        let library = try ThemeLibrary(default: ThemePack(mounting: packs["default"] ?? ""))
        for id in ["partner", "ocean", "folder"] { try library.add(ThemePack(mounting: packs[id] ?? "")) }
        return library
    }

    @Test(
        "ME5: the first theme with the name at any scale answers: same scale, else next larger, else largest",
        arguments: [
            ("ocean", "common/button", 1, "ocean", 2), ("ocean", "common/button", 2, "ocean", 2),
            ("ocean", "common/button", 3, "ocean", 3), ("ocean", "common/button", 9, "ocean", 3),
            ("ocean", "tabbar/home", 3, "ocean", 1), ("ocean", "detail/home", 3, "default", 3),
            ("partner", "common/button", 3, "partner", 1), ("partner", "tabbar/home", 2, "ocean", 1),
            ("partner", "common/badge", 1, "partner", 2), ("partner", "detail/share", 2, "default", 2),
            ("default", "common/large", 1, "default", 3), ("default", "common/badge", 2, "default", 2),
            ("folder", "common/button", 1, "folder", 2), ("folder", "tabbar/home", 1, "default", 1),
        ])
    func resolve(theme: String, name: String, scale: Int, answers: String, at found: Int) throws {
        let theme = try #require(try Self.library().theme(ThemeID(theme)))
        let scale = try #require(Scale(scale))
        let image = try #require(try theme.image(ImageKey(name), scale: scale))
        #expect(image.origin.theme.string == answers)
        #expect(image.scale.factor == UInt8(found))
        #expect(image.name == name)
        #expect(image.pixelSize == PixelSize(width: UInt32(8 * found), height: UInt32(4 * found)))
        #expect(image.pointSize == PointSize(width: 8, height: 4))
        let key = ImageKey(name)
        let again = try #require(try theme.image(key, scale: scale))
        #expect(again.digest == image.digest && again.origin == image.origin)
        #expect(try image.bytes().count == image.byteCount)
        let explanation = theme.explain(name, scale: scale)
        #expect(explanation.chosen?.step.theme == image.origin.theme)
        #expect(explanation.chosen?.variant.entry == image.origin.entry)
    }

    @Test("For every set of scales, look-ups choose as Scale.best does")
    func scales() throws {
        let project = try TestProject()
        for set in 1..<512 {
            for factor in 1...9 where set & 1 << (factor - 1) != 0 {
                let suffix = factor == 1 ? "" : "@\(factor)x"
                try project.write("assets/s/n\(set)\(suffix).png", PNGFile(factor, factor).bytes)
            }
        }
        try project.theme("default")
        let theme = try ThemeLibrary(default: ThemePack(theme: .default, inProject: project.root)).defaultTheme
        for set in 1..<512 {
            let available = (1...9).filter { set & 1 << ($0 - 1) != 0 }.compactMap { Scale($0) }
            for wanted in (1...9).compactMap({ Scale($0) }) {
                #expect(try theme.image(ImageKey("s/n\(set)"), scale: wanted)?.scale == wanted.best(of: available))
            }
        }
    }

    @Test(
        "An unknown name is nil",
        arguments: ["", "common", "common/", "button", "common/none", "Common/button", "/", "\0"])
    func absent(_ name: String) throws {
        let theme = try #require(try Self.library().theme("partner"))
        #expect(try theme.image(ImageKey(name), scale: .one) == nil)
        #expect(theme.explain(name, scale: .one).chosen == nil)
        #expect(theme.explain(name, scale: .one).steps.map(\.outcome) == [.absent, .absent, .absent])
    }

    @Test("ME4: theme and prefix can be read")
    func manifest() throws {
        let theme = try #require(try Self.library().theme("partner"))
        #expect(theme.id.string == "partner" && theme.imageNamePrefix.string == "nw_")
        #expect(theme.chain.map(\.string) == ["partner", "ocean", "default"])
        #expect(theme.version.description == "1.0.0" && theme.name == "partner")
    }

    @Test("TM1: themes with a prefix and themes by folder use the same names")
    func prefixOrFolder() throws {
        let library = try Self.library()
        for id in ["ocean", "folder"] {
            let origin = try library.theme(ThemeID(id))?.image("common/button", scale: .two)?.origin
            #expect(origin?.theme.string == id)
        }
    }

    @Test("TM3: a key of the settings names the image")
    func imageForKey() throws {
        let library = try Self.library()
        #expect(try library.defaultTheme.image(forKey: "Images.primary", at: .two)?.name == "common/button")
        #expect(
            try library.theme("partner")?.image(forKey: "Images.primary", at: .two)?.name == "detail/home")
        #expect(try library.defaultTheme.image(forKey: "Images.lost", at: .two) == nil)
        #expect(try library.defaultTheme.image(forKey: "Images.none", at: .two) == nil)
    }

    @Test("TM5: equal names in different folders are two images")
    func folders() throws {
        let theme = try Self.library().defaultTheme
        let (tab, detail) = (try theme.image("tabbar/home", scale: .one), try theme.image("detail/home", scale: .one))
        #expect(tab != nil && detail != nil && tab?.digest != detail?.digest)
    }

    @Test("ME18: cap insets come with the image, from the chain's settings")
    func capInsets() throws {
        let theme = try #require(try Self.library().theme("partner"))
        #expect(
            try theme.image("common/button", scale: .two)?.capInsets()
                == CapInsets(top: 4, left: 6.5, bottom: 0, right: 0))
        #expect(try theme.image("common/badge", scale: .two)?.capInsets() == nil)
    }

    @Test("An explanation lists every step, as text and as JSON")
    func explanation() throws {
        let theme = try #require(try Self.library().theme("partner"))
        let explanation = theme.explain("tabbar/home", scale: .three)
        #expect(explanation.steps.map(\.outcome) == [.absent, .chosen(.one), .hidden])
        #expect(explanation.steps[2].variants.map(\.scale.factor) == [1, 2, 3])
        let text = explanation.description.split(separator: "\n")
        #expect(text.count == 4)
        #expect(text[0].hasPrefix("tabbar/home at @3x in theme 'partner': "))
        #expect(text[0].hasSuffix("images/tabbar/ocean_home.png"))
        #expect(text[1] == "  partner 1.0.0: does not have it")
        #expect(text[2] == "  ocean 1.0.0: chosen, at @1x (has @1x 8x4)")
        let json = try JSONDecoder().decode(
            SettingValue.self, from: Data(CanonicalJSON.encode(explanation.settingValue)))
        #expect(json == explanation.settingValue)
        #expect(json.object?["answer"]?.object?["theme"] == .string("ocean"))
    }
}
