import PackFormat
import TestSupport
import Testing
import ThemeModel

@testable import ThemeRuntime

@Suite("How images are drawn")
struct RenderingTests {
    /// A default theme with a mask in `Color.icon`, one in the color of where it stands, and an image with colors.
    private static func defaults(_ settings: String = ##"{"Color": {"icon": "#112233"}}"##) throws -> ThemePack {
        var pack = try ForgedPack("default", extends: nil)
        for name in ["icon", "photo", "tab"] {
            try pack.add(image: name, PNGFile(2, 2, seed: 1).bytes, size: PixelSize(width: 2, height: 2))
        }
        pack.theme.templates = [ImageTemplate(color: nil), ImageTemplate(color: SettingPath(["Color", "icon"]))]
        pack.images[0].template = 2
        pack.images[2].template = 1
        pack.settings = Array(settings.utf8)
        return try ThemePack(copying: try pack.bytes(), path: "default")
    }

    private static func year(_ settings: String?, images: [String]) throws -> ThemePack {
        var pack = try ForgedPack("year")
        for name in images {
            try pack.add(image: name, PNGFile(2, 2, seed: 2).bytes, size: PixelSize(width: 2, height: 2))
        }
        pack.settings = settings.map { Array($0.utf8) }
        return try ThemePack(copying: try pack.bytes(), path: "year")
    }

    private static func rendering(_ name: String, _ theme: Theme) throws -> ThemeRendering {
        try #require(try theme.image(ImageKey(name), scale: .one)).rendering
    }

    @Test("TP1: the default theme says what is a mask, and the settings of the theme that was asked have its color")
    func templates() throws {
        let library = try ThemeLibrary(default: Self.defaults())
        try library.add(Self.year(##"{"Color": {"icon": "#80FF0000"}}"##, images: ["photo", "tab"]))
        let base = library.defaultTheme
        let year = try #require(library.theme("year"))
        #expect(try Self.rendering("icon", base) == .template(ThemeColor("#112233")))
        #expect(try Self.rendering("tab", base) == .template(nil))
        #expect(try Self.rendering("photo", base) == .original)
        #expect(try Self.rendering("icon", year) == .template(ThemeColor("#80FF0000")))
        #expect(try Self.rendering("tab", year) == .template(nil))
        #expect(try Self.rendering("photo", year) == .original)
    }

    @Test("TP1: a theme that changes only the color has another image, and the difference lists it")
    func difference() throws {
        let library = try ThemeLibrary(default: Self.defaults())
        try library.add(Self.year(##"{"Color": {"icon": "#FF0000"}}"##, images: []))
        let (base, year) = (library.defaultTheme, try #require(library.theme("year")))
        #expect(try base.image("icon", scale: .one) != year.image("icon", scale: .one))
        #expect(try base.image("tab", scale: .one) == year.image("tab", scale: .one))
        #expect(try ThemeDifferences(from: base, to: year).images == ["icon"])
        try library.replace(Self.year("{}", images: []))
        let same = try #require(library.theme("year"))
        #expect(try base.image("icon", scale: .one) == same.image("icon", scale: .one))
        #expect(try ThemeDifferences(from: base, to: same).isEmpty)
    }

    @Test("A color that no theme sets is that of where the image is shown; a setting of another type throws")
    func colors() throws {
        let unset = try ThemeLibrary(default: Self.defaults("{}")).defaultTheme
        #expect(try Self.rendering("icon", unset) == .template(nil))
        let wrong = try ThemeLibrary(default: Self.defaults(#"{"Color": {"icon": 3}}"#)).defaultTheme
        #expect(throws: ThemeError.self) { try Self.rendering("icon", wrong) }
        #expect(try Self.rendering("tab", wrong) == .template(nil))
    }

    @Test("An image that the default theme does not have is drawn with its own colors")
    func unknown() throws {
        let library = try ThemeLibrary(default: Self.defaults())
        try library.add(Self.year(nil, images: ["new"]))
        #expect(try Self.rendering("new", #require(library.theme("year"))) == .original)
    }
}
