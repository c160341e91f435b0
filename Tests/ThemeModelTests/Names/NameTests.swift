import Testing
import ThemeModel

@Suite("Names, prefixes and ids")
struct NameTests {
    @Test(
        "An id that fits a file name and a command line is accepted",
        arguments: ["year", "a", "0", "Year-2.0_x", "default", String(repeating: "a", count: 64)])
    func soundIDs(_ text: String) throws {
        #expect(try ThemeID(text).string == text)
    }

    @Test(
        "An id that is a path, hidden, an option or a device is rejected",
        arguments: [
            "", ".", "..", "a/b", "/etc", "../year", "a\\b", ".hidden", "-v", "_x", "year.", "ye ar", " year", "year\n",
            "jahrés", "năm", "a\u{0}b", "con", "NUL.x", "com1", "year\u{202E}", "ｙear", "a:b",
            String(repeating: "a", count: 65),
        ])
    func brokenIDs(_ text: String) {
        #expect(throws: InvalidName.self) { try ThemeID(text) }
    }

    @Test("A literal is an id, and makes the same id as its text")
    func idLiteral() throws {
        let (literal, text): (ThemeID, String) = ("new-year", "new-year")
        #expect(try literal == ThemeID(text))
        #expect(ThemeID("new-year") == literal)
    }

    @Test("The error of an id names what was found and the grammar")
    func idError() {
        let text = "a/b"
        #expect {
            try ThemeID(text)
        } throws: { error in
            (error as? InvalidName)?.found == "a/b"
                && (error as? InvalidName)?.expected.contains("\"year\"") == true
        }
    }

    @Test(
        "A prefix may be empty and may start with a mark, but never leads out of the folder",
        arguments: [
            ("", true), ("year_", true), ("_", true), ("-x", true), ("a.b", true), ("../", false), ("a/", false),
            (".", false),
            (".x", false), ("a\\", false), ("a b", false), ("é_", false), ("x\n", false),
            (String(repeating: "p", count: 64), true),
            (String(repeating: "p", count: 65), false),
        ])
    func prefixes(_ text: String, isSound: Bool) {
        #expect(((try? ImagePrefix(text)) != nil) == isSound)
    }

    @Test(
        "Removing a prefix leaves a name or nothing",
        arguments: [
            ("year_", "year_button", "button"), ("year_", "yaer_button", nil), ("year_", "year_", nil),
            ("", "button", "button"), ("", "", nil), ("year_", "Year_button", nil),
        ] as [(String, String, String?)])
    func removing(_ prefix: String, _ stem: String, _ rest: String?) throws {
        #expect(try ImagePrefix(prefix).removed(from: stem[...]).map(String.init) == rest)
    }

    @Test(
        "A file name has a stem and a scale",
        arguments: [
            ("button.png", "button", 1), ("button@2x.png", "button", 2), ("button@3x.PNG", "button", 3),
            ("a@9x.pNg", "a", 9), ("a@1x.png", "a", 1), ("a@0x.png", "a@0x", 1), ("a@10x.png", "a@10x", 1),
            ("a@2X.png", "a@2X", 1), ("a@2x@3x.png", "a@2x", 3), ("@2x", nil, 0), ("@2x.png", nil, 0), (".png", nil, 0),
            ("a.jpg", nil, 0), ("png", nil, 0), ("", nil, 0), ("a.png.txt", nil, 0), ("a\u{E}png", nil, 0),
            ("é@2x.png", "é", 2),
        ] as [(String, String?, Int)])
    func fileNames(_ name: String, _ stem: String?, _ scale: Int) {
        let parts = ImageFileName(name[...])
        #expect(parts?.stem == stem?[...])
        #expect((parts?.scale.factor).map(Int.init) ?? 0 == scale)
    }

    @Test("The path in the pack reads back as the same name and scale", arguments: 1...9)
    func packPath(_ factor: Int) throws {
        let name = try LogicalName("a/b/button")
        let scale = try #require(Scale(factor))
        let path = ImageFileName.packPath(of: name, prefix: try ImagePrefix("year_"), scale: scale)
        #expect(path == "a/b/year_button\(factor == 1 ? "" : "@\(factor)x").png")
        let parts = try #require(ImageFileName(path.dropFirst(4)))
        #expect(parts.scale == scale && parts.stem == "year_button")
    }

    @Test("Names are compared as bytes: two Unicode forms are two names")
    func bytes() throws {
        let (composed, decomposed) = (try LogicalName("caf\u{E9}"), try LogicalName("cafe\u{301}"))
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect((composed < decomposed) != (decomposed < composed))
        #expect([composed: 1, decomposed: 2].count == 2)
        #expect(Set([composed, decomposed].map { ExactText($0.description) }).count == 2)
        let paths = [composed, decomposed].map { SettingPath(["a", $0.description]) }
        #expect(Set(paths).count == 2 && (paths[0] < paths[1]) != (paths[1] < paths[0]))
    }
}
