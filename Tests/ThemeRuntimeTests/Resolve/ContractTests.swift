import TestSupport
import Testing
import ThemeModel
import ThemeRuntime

@Suite("Packs that were built against other defaults")
struct ContractTests {
    /// A theme's pack, and a newer default pack with a larger `changed` and a new `grown`.
    private func theme() throws -> Theme {
        let project = try TestProject()
        for name in ["same", "changed", "gone", "partly"] { try project.image("assets/\(name)@2x.png") }
        for name in ["same", "changed", "gone"] { try project.image("themes/year/year_\(name)@2x.png") }
        for suffix in ["@2x", "@3x"] { try project.image("themes/year/year_partly\(suffix).png") }
        try project.theme("default")
        try project.theme("year", prefix: "year_")
        let year = try #require(try project.build("year")["year"])
        try project.image("assets/changed@2x.png", width: 20)
        try project.remove("assets/gone@2x.png")
        try project.image("assets/partly@3x.png", width: 9)
        try project.image("assets/grown.png")
        let defaults = try #require(try project.build("default")["default"])
        let library = try ThemeLibrary(default: ThemePack(mounting: defaults))
        try library.add(ThemePack(mounting: year))
        return try #require(library.theme("year"))
    }

    @Test(
        "An image whose size differs from the default's is replaced by the default",
        arguments: [
            ("same", "year"), ("changed", "default"), ("gone", "year"), ("partly", "default"), ("grown", "default"),
        ])
    func fallback(name: String, origin: String) throws {
        let theme = try theme()
        #expect(try theme.image(ImageKey(name), scale: .two)?.origin.theme.string == origin)
        #expect(theme.explain(name, scale: .two).chosen?.step.theme.string == origin)
    }

    @Test("The explanation gives the reason")
    func reason() throws {
        let explanation = try theme().explain("changed", scale: .two)
        #expect(
            explanation.steps.first?.outcome
                == .disagrees(
                    size: PixelSize(width: 16, height: 8), scale: .two, default: PixelSize(width: 40, height: 8),
                    defaultScale: .two))
        #expect(
            try Sentences.mismatch(explanation.description, of: "an image for other defaults", in: "runtime") == nil)
    }
}
