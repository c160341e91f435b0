import Foundation
import TestSupport
import Testing
import ThemeModel

@testable import ThemepackCLI

@Suite("Invisible characters on a terminal")
struct PrintableTests: ToolTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private static func scalars(_ categories: Set<Unicode.GeneralCategory>) -> String.UnicodeScalarView {
        var found = String.UnicodeScalarView()
        for value in 0...0x10FFFF as ClosedRange<UInt32> {
            if let scalar = Unicode.Scalar(value), categories.contains(scalar.properties.generalCategory) {
                found.append(scalar)
            }
        }
        return found
    }

    @Test("Every character of a category that nobody sees is escaped, in texts and in JSON")
    func categories() throws {
        let hidden = Self.scalars([
            .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned,
        ])
        #expect(hidden.count > 900_000)
        let shown = Console.printable(String(hidden))
        #expect(shown.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
        #expect(shown.split(separator: "\\").count == hidden.count)
        let json = Console.json(SettingValue.string(String(hidden)))
        #expect(json.dropLast().utf8.allSatisfy { (0x20..<0x7F).contains($0) })
        let decoded = try JSONDecoder().decode(String.self, from: Data(json.utf8))
        #expect(decoded.unicodeScalars.elementsEqual(hidden))
    }

    @Test("Characters that are there but show nothing are escaped; letters, marks, signs and emoji are not")
    func ignorable() {
        for text in ["\u{34F}", "\u{115F}", "\u{17B4}", "\u{180B}", "\u{3164}", "\u{FE0F}", "\u{E0100}"] {
            #expect(Console.printable("a\(text)") == "a\(text.unicodeScalars.map(\.escape).joined())")
        }
        for text in ["é", "e\u{301}", "图", "نص", "★", "😀", "a b", "\u{A0}", "\u{3000}", "«»", "\u{FFFD}"] {
            #expect(Console.printable(text) == text)
        }
    }

    @Test("Names of themes and settings reach no terminal as they are, by any command")
    func names() throws {
        let name = "A\u{FEFF}\u{200B}\u{202E}\u{E000}\u{E0041}B"
        #expect(try themepack("init").status == 0)
        for (file, old, new) in [
            ("theme.json", "\"Default\"", "\"\(name)\""),
            ("config.json", "\"Font\"", "\"Text\": {\"\(name)\": \"\(name)\"}, \"Font\""),
        ] {
            let path = "themes/default/\(file)"
            try sandbox.write(path, try sandbox.text(path).replacingOccurrences(of: old, with: new))
        }
        let pack = "dist/default-1.0.0.themepack.zip"
        #expect(try themepack("build").status == 0)
        let config = "themes/default/config.json"
        let changed = try sandbox.text(config).replacingOccurrences(of: "\"}, \"Font", with: "x\"}, \"Font")
        try sandbox.write(config, changed)
        for arguments in [
            ["list"], ["inspect", pack], ["explain", "Text.\(name)"], ["explain", "Text.x\(name)"], ["keys"],
            ["diff", pack, "default"], ["build", name], ["inspect", name],
        ] {
            let result = try Tool.run(Tool.themepack, arguments, in: sandbox.path)
            let shown = result.output + result.errors
            #expect(shown.unicodeScalars.allSatisfy { !$0.isInvisible || $0 == "\n" }, "\(arguments): \(result)")
            #expect(shown.contains(#"A\u{FEFF}\u{200B}\u{202E}\u{E000}\u{E0041}B"#), "\(arguments): \(result)")
        }
    }
}
