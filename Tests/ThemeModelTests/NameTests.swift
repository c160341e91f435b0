import Testing
import ThemeModel

@Suite("Names, prefixes and ids")
struct NameTests {
    @Test(
        "An id that can stand in a file name and a command line is taken as it is",
        arguments: ["year", "a", "0", "Year-2.0_x", "default", String(repeating: "a", count: 64)])
    func soundIDs(_ text: String) throws {
        #expect(try ThemeID(text).string == text)
    }

    @Test(
        "An id that is a path, hidden, an option, a device or nonsense is refused",
        arguments: [
            "", ".", "..", "a/b", "/etc", "../year", "a\\b", ".hidden", "-v", "_x", "year.", "ye ar", " year", "year\n",
            "jahrés", "năm", "a\u{0}b", "con", "NUL.x", "com1", "year\u{202E}", "ｙear", "a:b",
            String(repeating: "a", count: 65),
        ])
    func brokenIDs(_ text: String) {
        #expect(throws: InvalidName.self) { try ThemeID(text) }
    }

    @Test("The error of an id names what was found and the grammar")
    func idError() {
        #expect {
            try ThemeID("a/b")
        } throws: { error in
            (error as? InvalidName)?.found == "a/b"
                && (error as? InvalidName)?.expected.contains("such as \"year\"") == true
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
        #expect(try ImagePrefix(prefix).removed(from: stem) == rest)
    }

    @Test(
        "A file name comes apart into stem and scale",
        arguments: [
            ("button.png", "button", 1), ("button@2x.png", "button", 2), ("button@3x.PNG", "button", 3),
            ("a@9x.pNg", "a", 9), ("a@1x.png", "a", 1), ("a@0x.png", "a@0x", 1), ("a@10x.png", "a@10x", 1),
            ("a@2X.png", "a@2X", 1), ("a@2x@3x.png", "a@2x", 3), ("@2x", nil, 0), ("@2x.png", nil, 0), (".png", nil, 0),
            ("a.jpg", nil, 0), ("png", nil, 0), ("", nil, 0), ("a.png.txt", nil, 0), ("a\u{E}png", nil, 0),
            ("é@2x.png", "é", 2),
        ] as [(String, String?, Int)])
    func fileNames(_ name: String, _ stem: String?, _ scale: Int) {
        let parts = ImageFileName(name[...])
        #expect(parts?.stem == stem)
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

    @Test("Names are bytes: two Unicode forms of one name are two names, in every order and set")
    func bytes() throws {
        let (composed, decomposed) = (try LogicalName("caf\u{E9}"), try LogicalName("cafe\u{301}"))
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect((composed < decomposed) != (decomposed < composed))
        #expect([composed: 1, decomposed: 2].count == 2)
    }
}

@Suite("Scales and sizes")
struct ScaleTests {
    @Test("Scales go from 1 to 9", arguments: -1...11)
    func range(_ factor: Int) {
        #expect((Scale(factor) != nil) == (1...9).contains(factor))
    }

    @Test(
        "A request is served by the same scale, else the next larger, else the largest",
        arguments: [
            (1, [1, 2, 3], 1), (2, [1, 2, 3], 2), (2, [1, 3], 3), (1, [2, 3], 2), (3, [1, 2], 2), (9, [1], 1),
            (1, [3], 3),
            (4, [1, 2, 3, 5], 5),
        ])
    func best(_ wanted: Int, _ available: [Int], _ served: Int) throws {
        let wanted = try #require(Scale(wanted))
        #expect(wanted.best(of: available.compactMap(Scale.init)) == Scale(served))
        #expect(wanted.best(of: []) == nil)
    }

    @Test(
        "Sizes at two scales agree if they differ by less than a point",
        arguments: [
            (44, 1, 88, 2, true), (44, 1, 87, 2, true), (44, 1, 89, 2, true), (44, 1, 90, 2, false),
            (44, 1, 86, 2, false),
            (45, 1, 133, 3, true), (88, 2, 132, 3, true), (88, 2, 88, 2, true), (88, 2, 89, 2, false),
            (1, 1, 9, 9, true),
            (4_294_967_295, 1, 4_294_967_295, 9, false),
        ] as [(UInt32, Int, UInt32, Int, Bool)])
    func agreement(_ width: UInt32, _ scale: Int, _ other: UInt32, _ otherScale: Int, agrees: Bool) throws {
        let (left, right) = (try #require(Scale(scale)), try #require(Scale(otherScale)))
        let (own, foreign) = (PixelSize(width: width, height: 1), PixelSize(width: other, height: 1))
        let tall = (PixelSize(width: 1, height: width), PixelSize(width: 1, height: other))
        if left == right {
            #expect(own.agrees(at: left, with: foreign, at: right) == agrees)
        } else {
            // One point high at both scales, so that width alone decides.
            let own = PixelSize(width: width, height: UInt32(scale))
            let foreign = PixelSize(width: other, height: UInt32(otherScale))
            #expect(own.agrees(at: left, with: foreign, at: right) == agrees)
            #expect(foreign.agrees(at: right, with: own, at: left) == agrees)
        }
        #expect(tall.0.description == "1x\(width)" && tall.1.description == "1x\(other)")
    }
}
