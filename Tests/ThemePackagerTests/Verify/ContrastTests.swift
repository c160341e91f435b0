import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemePackager

@Suite("Contrast of declared pairs")
struct ContrastTests {
    private static func findings(
        _ year: String, default defaults: String = #"{"Color": {"title": "222", "background": "FFF"}}"#,
        pairs: String = #"[{"text": "Color.title", "on": "Color.background"}]"#,
        more: (inout ProjectFiles) -> Void = { _ in }
    ) throws -> [Finding] {
        try ProjectFiles.sound.with {
            $0["themepack.json"] = "{\n\"contrast\": \(pairs)}"
            $0["themes/default/config.json"] = defaults
            $0["themes/year/config.json"] = year
            more(&$0)
        }.verify().filter { $0.rule == .configContrast }
    }

    @Test(
        "The ratio is that of WCAG 2.2",
        arguments: [
            ("000", "FFF", 21), ("FFF", "000", 21), ("777", "FFF", 4.478), ("767676", "FFF", 4.542),
            ("F00", "00F", 2.149),
            ("ABC", "ABC", 1),
            // Translucent text is composed over its ground: this is 808080 on white, nearly.
            ("80000000", "FFF", 4.004),
            // Transparent text cannot be read.
            ("00000000", "FFF", 1),
            // Black text on a translucent white ground: the lower ratio is that over black.
            ("000", "80FFFFFF", 5.317),
            // Something gray behind a transparent ground hides gray text.
            ("777", "00FFFFFF", 1), ("000", "00FFFFFF", 1),
        ] as [(String, String, Double)])
    func ratios(_ text: String, _ ground: String, _ ratio: Double) throws {
        let found = try ThemeColor(text).contrast(on: ThemeColor(ground))
        #expect(abs(found - ratio) < 0.001, "\(found)")
    }

    @Test("Nothing is said about themes whose parent's settings cannot be read")
    func unreadParent() throws {
        for (year, count) in [("{}", 1), ("{", 0)] {
            let findings = try Self.findings(year) {
                $0["themes/moon/theme.json"] =
                    #"{"id": "moon", "version": "1.0.0", "imageNamePrefix": "moon_", "extends": "year", "#
                    + #""config": "config.json"}"#
                $0["themes/moon/config.json"] = #"{"Color": {"background": "222"}}"#
            }
            #expect(findings.count == count, "\(findings)")
        }
    }

    @Test("A ratio is from 1 to 21, and no gray behind a translucent ground gives a lower one")
    func bounds() {
        var random = SeededRandom(seed: 16)
        func color(alpha: UInt8? = nil) -> ThemeColor {
            let bits = random.next()
            func byte(_ shift: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: bits >> shift) }
            return ThemeColor(red: byte(0), green: byte(8), blue: byte(16), alpha: alpha ?? byte(24))
        }
        for _ in 0..<300 {
            let (text, ground) = (color(alpha: 255), color())
            let ratio = text.contrast(on: ground)
            #expect(ContrastPair.ratios.contains(ratio))
            for gray in stride(from: 0, through: 255, by: 15) {
                // Channels are rounded here, so the ratio can differ a little.
                let alpha = Double(ground.alpha) / 255
                func over(_ channel: UInt8) -> UInt8 {
                    UInt8((Double(channel) * alpha + Double(gray) * (1 - alpha)).rounded())
                }
                let opaque = ThemeColor(red: over(ground.red), green: over(ground.green), blue: over(ground.blue))
                #expect(text.contrast(on: opaque) >= ratio * 0.97, "\(text) on \(ground) over \(gray)")
            }
        }
    }

    @Test("A ratio below the minimum never reads like the minimum")
    func texts() {
        let ratios = [1, 3, 4.499, 4.5, 4.509, 4.05, 20.999, 21]
        let texts = ["1:1", "3:1", "4.49:1", "4.5:1", "4.5:1", "4.05:1", "20.99:1", "21:1"]
        #expect(ratios.map { ContrastResult.text(of: $0) } == texts)
    }

    @Test("The ratio is reported at the color that the theme sets")
    func places() throws {
        let own = try Self.findings("{\"Color\": {\n\"title\": \"EEEEEE\"}}")
        #expect(own.map(\.rule) == [.configContrast] && own.first?.position == SourcePosition(line: 2, column: 10))
        #expect(own.first?.path == "themes/year/config.json" && own.first?.key == "Color.title")
        #expect(own.first?.expected == "4.5:1" && own.first?.actual == "1.16:1" && own.first?.theme == "year")
        let ground = try Self.findings("{\"Color\": {\"background\": \"333\"}}")
        #expect(ground.map(\.rule) == [.configContrast] && ground.first?.key == "Color.background")
        #expect(ground.first?.position == SourcePosition(line: 1, column: 26) && ground.first?.actual == "1.25:1")
        let translucent = try Self.findings("{\"Color\": {\"background\": \"80FFFFFF\"}}")
        for (found, name) in [(own, "a text"), (ground, "a ground"), (translucent, "a translucent ground")] {
            #expect(found.map(\.severity) == [.warning])
            try Self.expect(found, name)
        }
    }

    private static func expect(_ findings: [Finding], _ name: String) throws {
        let sentences = findings.map(\.sentence).joined(separator: "\n")
        #expect(try Sentences.mismatch(sentences, of: "contrast: \(name)", in: "settings") == nil)
    }

    @Test("A theme that sets neither color has no finding of its own")
    func inherited() throws {
        let poor = #"{"Color": {"title": "EEE", "background": "FFF"}}"#
        let found = try Self.findings("{}", default: poor) {
            $0["themes/night/theme.json"] = #"{"id": "night", "version": "1.0.0", "extends": "year"}"#
            $0["themes/night/config.json"] = #"{"Color": {"background": "000"}}"#
        }
        #expect(found.map(\.path) == ["themes/default/config.json"])
        let parent = try Self.findings(#"{"Color": {"title": "EEE"}}"#) {
            $0["themes/night/theme.json"] = #"{"id": "night", "version": "1.0.0", "extends": "year"}"#
            $0["themes/night/config.json"] = #"{"Color": {"background": "DDD"}}"#
        }
        #expect(parent.map(\.theme) == ["night", "year"])
    }

    @Test(
        "A declared path that no theme sets to a color is a finding in themepack.json",
        arguments: ["Color.titel", "Nothing.like.it", "Color", "Metrics.radius", "Label"])
    func declarations(_ path: String) throws {
        let defaults =
            #"{"Color": {"title": "222", "background": "FFF"}, "Metrics": {"radius": 6}, "Label": "x"}"#
        for pair in [#"{"text": "\#(path)", "on": "Color.background"}"#, #"{"text": "Color.title", "on": "\#(path)"}"#]
        {
            let found = try Self.findings("{}", default: defaults, pairs: "[\(pair)]")
            #expect(found.map(\.severity) == [.warning])
            #expect(found.first?.position == SourcePosition(line: 2, column: 14))
            try Self.expect(found, path)
        }
    }

    @Test("A color that cannot be parsed is reported once, by its own rule")
    func invalidColor() throws {
        #expect(try Self.findings(#"{"Color": {"title": "nocolor"}}"#).isEmpty)
        #expect(try Self.findings("{}", default: #"{"Color": {"title": "nocolor", "background": "FFF"}}"#).isEmpty)
    }

    @Test("Colors are read in the order of the theme that sets them")
    func colorOrder() throws {
        let found = try Self.findings(#"{"Color": {"title": "000000FF"}}"#) {
            $0["themes/year/theme.json"] = #"{"id": "year", "version": "1.0.0", "colorOrder": "rgba"}"#
        }
        #expect(found.isEmpty)
        #expect(try Self.findings(#"{"Color": {"title": "000000FF"}}"#).count == 1)
    }

    @Test("A key with dots, and a pair without a default theme, are found")
    func keysWithDots() throws {
        let found = try Self.findings(#"{"Color.title": "EEE", "Color": {"background": "FFF"}}"#) {
            $0["themes/default/theme.json"] = nil
            $0["themes/default/config.json"] = nil
        }
        #expect(found.map(\.position) == [SourcePosition(line: 1, column: 17)])
    }
}
