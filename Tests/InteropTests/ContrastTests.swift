import TestSupport
import Testing
import ThemeModel
import ThemeProject

@Suite("Another library computes the same contrast")
struct ContrastAgreementTests {
    /// Computes the documented rule with the functions of coloraide.
    private static let judge = """
        import sys
        from coloraide import Color

        def color(digits):
            alpha, red, green, blue = bytes.fromhex(digits)
            return Color("srgb", [red / 255, green / 255, blue / 255], alpha / 255)

        def over(text, ground, behind):
            ground = Color.layer([ground, Color(behind)], space="srgb")
            text = Color.layer([text, ground], space="srgb")
            ratio = text.contrast(ground, method="wcag21")
            return ratio, text.luminance() - ground.luminance()

        for line in open(sys.argv[1]):
            text, ground = map(color, line.split())
            white, black = over(text, ground, "white"), over(text, ground, "black")
            print(repr(1.0 if white[1] * black[1] < 0 else min(white[0], black[0])))
        """

    @Test(
        "coloraide agrees on 1,000 pairs",
        .enabled(
            if: Tool.pythonHas("coloraide"),
            "coloraide is not installed (THEMEPACK_PYTHON may name a Python that has it)"))
    func coloraide() throws {
        var random = SeededRandom(seed: 22)
        /// Half of the colors are opaque.
        func color() -> ThemeColor {
            let bits = random.next()
            func byte(_ shift: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: bits >> shift) }
            return ThemeColor(red: byte(0), green: byte(8), blue: byte(16), alpha: bits >> 40 & 1 == 0 ? 255 : byte(24))
        }
        let pairs = (0..<1000).map { _ in (text: color(), ground: color()) }
        let sandbox = try Sandbox()
        let lines = pairs.map { "\($0.text.description.dropFirst()) \($0.ground.description.dropFirst())\n" }
        try sandbox.write("pairs", lines.joined())
        let result = try Tool.run(
            try #require(Tool.python), ["-c", Self.judge, "\(sandbox.path)/pairs"])
        let ratios = result.output.split(separator: "\n").compactMap { Double($0) }
        try #require(result.status == 0 && ratios.count == pairs.count, "\(result.errors)")
        for (pair, ratio) in zip(pairs, ratios) {
            let own = pair.text.contrast(on: pair.ground)
            // Its matrix of sRGB has more digits than the one in WCAG 2.2.
            #expect(abs(own - ratio) < 1e-3 * own, "\(pair): \(own), coloraide has \(ratio)")
        }
    }
}
