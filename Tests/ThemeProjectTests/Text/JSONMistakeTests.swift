import TestSupport
import Testing

@testable import ThemeProject

@Suite("Usual mistakes in JSON")
struct JSONMistakeTests {
    struct Mistake: Sendable, CustomTestStringConvertible {
        let text: String
        let line: Int
        let column: Int
        var testDescription: String { text }

        init(_ text: String, at line: Int, _ column: Int) {
            self.text = text
            self.line = line
            self.column = column
        }
    }

    static let mistakes: [Mistake] = [
        Mistake("{\n  // colors\n  \"a\": 1\n}", at: 2, 3),
        Mistake("{\"a\": 1 /* one */}", at: 1, 9),
        Mistake("{\"a\": /* one */ 1}", at: 1, 7),
        Mistake("{\"a\": 1, # one\n\"b\": 2}", at: 1, 10),
        Mistake("{\u{201C}a\u{201D}: 1}", at: 1, 2),
        Mistake("{\"a\": \u{201C}b\u{201D}}", at: 1, 7),
        Mistake("{\"a\": \u{201E}b\u{201C}}", at: 1, 7),
        Mistake("{\"a\": \u{AB}b\u{BB}}", at: 1, 7),
        Mistake("{\"a\": \u{2018}b\u{2019}}", at: 1, 7),
        Mistake("{\"a\": \"b\u{201D},\n \"c\": 1}", at: 1, 9),
        Mistake("{\"a\": 1,\n<<<<<<< HEAD\n\"b\": 1\n=======\n\"b\": 2\n>>>>>>> x\n}", at: 2, 1),
        Mistake("<<<<<<< HEAD\n{}\n=======\n{ }\n>>>>>>> x\n", at: 1, 1),
        Mistake("{\"a\": 1,\n<<<<<<< HEAD\n\"b\": 1\n}", at: 2, 1),
        Mistake("{\"a\": 1\n||||||| base\n}", at: 2, 1),
        Mistake("{\"a\": 1,\n=======\n\"b\": 1\n}", at: 2, 1),
        Mistake("{\"a\": 1\n\n=======\r\n\"b\": 1\n}", at: 3, 1),
        Mistake("{\"a\": 1\n>>>>>>> main\n}", at: 2, 1),
        Mistake("{\"a\": True}", at: 1, 7),
        Mistake("{\"a\": [None]}", at: 1, 8),
        Mistake("{\"a\": 8,5}", at: 1, 8),
        Mistake("{\"a\": 1,, \"b\": 2}", at: 1, 9),
        Mistake("{\"a\": 1,\n...}", at: 2, 1),
        Mistake("{\"a\": 1e400}", at: 1, 7),
        Mistake("```json\n{}\n```", at: 1, 1),
        Mistake("{\\rtf1 {\\fonttbl}}", at: 1, 1),
        Mistake("{/*\n=======\n*/}", at: 1, 2),
        Mistake("{\"title\": #AA2233}", at: 1, 11),
        Mistake("{\"titles\": [\n#fff, #000]}", at: 2, 1),
        Mistake("{\"a\": # one\n1}", at: 1, 7),
        Mistake(
            "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n", at: 1, 1),
        Mistake("/annex/objects/SHA256E-s9--00.json\n", at: 1, 1),
        Mistake("../shared/config.json", at: 1, 1),
        Mistake("base.json\n", at: 1, 1),
        Mistake("<!doctype html>\n<title>Sign in</title>", at: 1, 1),
        Mistake("{\"a\": {\"b\": 1}", at: 1, 1),
        Mistake("{\n \"a\": [1, 2\n", at: 2, 7),
        Mistake(
            "{\n  \"a\": {\n    \"x\": 1,\n  \"b\": {\n    \"y\": 2\n  }\n}\n", at: 2, 8),
        Mistake("{\n\u{A0}\"a\": 1}", at: 2, 1),
        Mistake("{\"a\":\u{202F}1}", at: 1, 6),
        Mistake("{\"a\": 1\u{200B}}", at: 1, 8),
        Mistake("{\"a\": 1, \u{FEFF}\"b\": 2}", at: 1, 10),
        Mistake("{\n  \"a\": 1\n  \"b\": 2\n}", at: 2, 9),
        Mistake("{\"a\": {}\n\"b\": 2}", at: 1, 9),
        Mistake("{\"a\": [1 2]}", at: 1, 9),
        Mistake("{a: 1}", at: 1, 2),
        Mistake("<settings/>", at: 1, 1),
        Mistake("{\0\"\0a\0\"\0", at: 1, 1),
        Mistake("\0{\0\"\0a\0\"", at: 1, 1),
        Mistake("{\n\t\"a\": {\n\t\t\"x\": {\n\t\t\t\"y\": 1\n\t\t},\n\t\"b\": 1\n}\n", at: 2, 7),
    ]

    @Test(
        "A file in the place of a text is named",
        arguments: [
            ("UTF-16", [0xFF, 0xFE, 0x7B, 0, 0x7D, 0]), ("UTF-16, the other order", [0xFE, 0xFF, 0, 0x7B, 0, 0x7D]),
            ("a PNG", PNGFile(1, 1).bytes), ("gzip", [0x1F, 0x8B, 8, 0, 0, 0]), ("Latin 1", [0x7B, 0xE4, 0x7D]),
        ] as [(String, [UInt8])])
    func otherFile(_ name: String, _ bytes: [UInt8]) throws {
        let error = #expect(throws: SourceError.self) {
            try SourceDocument.read(bytes, fileName: "config.json", limits: ProjectLimits())
        }
        #expect(try Sentences.mismatch(error?.sentence, of: "settings: \(name)", in: "project-file") == nil)
    }

    @Test("RR4 A mistake is named at its place", arguments: mistakes)
    func named(_ mistake: Mistake) throws {
        let error = #expect(throws: SourceError.self) {
            try SourceDocument.read(Array(mistake.text.utf8), fileName: "config.json", limits: ProjectLimits())
        }
        #expect(error?.position == SourcePosition(line: mistake.line, column: mistake.column))
        #expect(error?.hint != nil)
        #expect(try Sentences.mismatch(error?.sentence, of: mistake.text, in: "project-file") == nil)
    }

    @Test("A conflict in a property list is named as well")
    func propertyList() throws {
        let text =
            "<plist version=\"1.0\"><dict>\n<<<<<<< a\n<key>x</key>\n=======\n<key>y</key>\n>>>>>>> b\n</dict></plist>"
        let error = #expect(throws: SourceError.self) {
            try SourceDocument.read(Array(text.utf8), fileName: "config.plist", limits: ProjectLimits())
        }
        #expect(error?.position?.line == 2)
        #expect(
            try Sentences.mismatch(error?.sentence, of: "a merge conflict in a property list", in: "project-file")
                == nil)
    }

    @Test("Such characters within strings are no mistakes")
    func strings() throws {
        let text = "{\"a\": \"// \u{201C}b\u{201D} #\", \"c\": \"<<<<<<< \"}"
        _ = try SourceDocument.read(Array(text.utf8), fileName: "config.json", limits: ProjectLimits())
    }

    @Test("Brackets after a megabyte of white space take linear time", .timeLimit(.minutes(10)))
    func hostile() {
        let text =
            String(repeating: " ", count: 1 << 20)
            + String(repeating: "[[],\n", count: 20) + String(repeating: "[],", count: 90_000)
        let (document, loops) = measuringLoops {
            try? SourceDocument.read(Array(text.utf8), fileName: "config.json", limits: ProjectLimits())
        }
        #expect(document == nil && loops < 300)
    }
}
