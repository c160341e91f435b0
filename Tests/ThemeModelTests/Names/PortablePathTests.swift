import Testing
import ThemeModel

@Suite("Portable paths")
struct PortablePathTests {
    @Test(
        "Ordinary names in any script are paths",
        arguments: [
            "a", "a/b/c.png", "common/buttonImage@2x.png", "a b/c d", ".hidden", "a..b", "...a", "图/标.png", "é",
            "e\u{301}",
            "console.png", "nul1", "com0", "com10.x", "lpt", "auxiliary", "a-b_c+d=e,f;g'h(i)[j]{k}~!#$%&^`", "👩‍👩‍👧",
            String(repeating: "a", count: 255),
        ])
    func sound(_ text: String) throws {
        #expect(try PortablePath(text).string == text)
    }

    @Test(
        "Every defect is reported",
        arguments: [
            ("", .empty), ("/a", .absolute), ("/", .absolute), ("a//b", .emptyComponent), ("a/", .emptyComponent),
            (".", .dotComponent(".")), ("..", .dotComponent("..")), ("a/../b", .dotComponent("..")),
            ("a/.", .dotComponent(".")),
            ("a\\b", .character("\\")), ("a\nb", .character("\n")), ("a\u{0}", .character("\0")),
            ("a\u{7F}", .character("\u{7F}")),
            ("a\u{85}", .character("\u{85}")), ("a:b", .character(":")), ("a*", .character("*")),
            ("a?", .character("?")),
            ("a\"", .character("\"")), ("<a", .character("<")), ("a>", .character(">")), ("a|b", .character("|")),
            ("a\u{202E}b", .character("\u{202E}")), ("a\u{61C}b", .character("\u{61C}")),
            ("a\u{2028}", .character("\u{2028}")),
            ("\u{FEFF}a", .character("\u{FEFF}")),
            ("a\u{FFFD}", .character("\u{FFFD}")), (" a", .surroundingSpace), ("a ", .surroundingSpace),
            ("a/ b/c", .surroundingSpace),
            ("a.", .trailingDot), ("a/b./c", .trailingDot), ("...", .trailingDot), ("con", .reservedOnWindows("con")),
            ("a/NUL", .reservedOnWindows("NUL")), ("aux.png", .reservedOnWindows("aux.png")),
            ("Com1.tar.gz", .reservedOnWindows("Com1.tar.gz")), ("lpt9", .reservedOnWindows("lpt9")),
            (String(repeating: "a", count: 256), .componentTooLong(bytes: 256)),
            (String(repeating: "é", count: 128), .componentTooLong(bytes: 256)),
            (String(repeating: "a/", count: 512) + "a", .tooLong(bytes: 1025)),
        ] as [(String, InvalidPath)])
    func defects(_ text: String, _ defect: InvalidPath) {
        #expect(throws: defect) { try PortablePath(text) }
        #expect(!defect.explanation.isEmpty)
    }

    @Test(
        "A path from a folder and a name is that of its text, and so is a logical name",
        arguments: [nil, "a", "é/b", String(repeating: "a/", count: 500) + "a"] as [String?],
        [
            "b", "é", "👩‍👩‍👧", "", ".", "..", "/", "/b", "b/", "b/c", "b//c", "b/../c", "CON", "aux.png", " b", "b ",
            "b.", "b:c", "b\u{202E}", "b@2x", "b@2x.png", String(repeating: "b", count: 255),
            String(repeating: "b", count: 256), String(repeating: "b/", count: 500) + "b",
        ])
    func inFolder(_ folder: String?, _ name: String) throws {
        let text = folder.map { "\($0)/\(name)" } ?? name
        let place = try folder.map { try PortablePath.Folder(PortablePath($0)) } ?? .root
        let whole = Result { () throws(InvalidPath) in try PortablePath(text) }
        #expect(Result { () throws(InvalidPath) in try PortablePath(name[...], in: place) } == whole)
        #expect(
            Result { () throws(InvalidPath) in try LogicalName(name[...], in: place) }
                == Result { () throws(InvalidPath) in try LogicalName(text) })
        // An entry has no folder of its own.
        let entry = Result { () throws(InvalidPath) in try PortablePath.Entry(name, in: place).path }
        #expect(entry == (name.contains("/") ? .failure(.character("/")) : whole))
    }

    @Test("Two paths are in one folder if all before their last slash is equal")
    func inOneFolder() throws {
        let paths = try ["b", "c", "a/b", "a/c", "aa/b", "a/a/b", "b/a/b", "é/b", "e\u{301}/b"].map(PortablePath.init)
        for path in paths {
            for other in paths {
                #expect(path.isInFolder(of: other) == path.folder.utf8.elementsEqual(other.folder.utf8))
            }
        }
    }

    @Test("A path of the largest length is valid")
    func longest() throws {
        let text = String(repeating: "a/", count: 511) + "ab"
        #expect(text.utf8.count == 1024)
        #expect(try PortablePath(text).lastComponent == "ab")
    }

    @Test(
        "Folder and last component make up the path",
        arguments: [("a", "", "a"), ("a/b", "a/", "b"), ("a/b/c.png", "a/b/", "c.png")])
    func parts(_ text: String, _ folder: String, _ last: String) throws {
        let path = try PortablePath(text)
        #expect(path.folder == folder && path.lastComponent == last)
    }

    @Test("Paths are ordered by their bytes")
    func order() throws {
        let texts = ["a-b", "a/b", "a/b/c", "a/bc", "ab", "b", "B", "é", "z"]
        let sorted = try texts.map { try PortablePath($0) }.sorted().map(\.string)
        #expect(sorted == texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        #expect(sorted.first == "B" && sorted.last == "é")
    }
}
