import TestSupport
import Testing

@testable import ThemeProject

@Suite("Usual mistakes in JSON")
struct JSONMistakeTests {
    struct Mistake: Sendable, CustomTestStringConvertible {
        let text: String
        let line: Int
        let column: Int
        let says: String
        var testDescription: String { text }

        init(_ text: String, at line: Int, _ column: Int, _ says: String) {
            (self.text, self.line, self.column, self.says) = (text, line, column, says)
        }
    }

    static let quote = "is a typographic quotation mark"

    static let mistakes: [Mistake] = [
        Mistake("{\n  // colors\n  \"a\": 1\n}", at: 2, 3, "JSON has no comments"),
        Mistake("{\"a\": 1 /* one */}", at: 1, 9, "JSON has no comments"),
        Mistake("{\"a\": /* one */ 1}", at: 1, 7, "JSON has no comments"),
        Mistake("{\"a\": 1, # one\n\"b\": 2}", at: 1, 10, "JSON has no comments"),
        Mistake("{\u{201C}a\u{201D}: 1}", at: 1, 2, quote),
        Mistake("{\"a\": \u{201C}b\u{201D}}", at: 1, 7, quote),
        Mistake("{\"a\": \u{201E}b\u{201C}}", at: 1, 7, quote),
        Mistake("{\"a\": \u{AB}b\u{BB}}", at: 1, 7, quote),
        Mistake("{\"a\": \u{2018}b\u{2019}}", at: 1, 7, quote),
        Mistake("{\"a\": \"b\u{201D},\n \"c\": 1}", at: 1, 9, quote),
        Mistake("{\"a\": 1,\n<<<<<<< HEAD\n\"b\": 1\n=======\n\"b\": 2\n>>>>>>> x\n}", at: 2, 1, "merge conflict"),
        Mistake("<<<<<<< HEAD\n{}\n=======\n{ }\n>>>>>>> x\n", at: 1, 1, "merge conflict"),
        Mistake(
            "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n", at: 1, 1, "is a Git LFS pointer"),
        Mistake("{\"a\": {\"b\": 1}", at: 1, 1, "the '{' in line 1 is not closed"),
        Mistake("{\n \"a\": [1, 2\n", at: 2, 7, "the '[' in line 2 is not closed"),
        Mistake(
            "{\n  \"a\": {\n    \"x\": 1,\n  \"b\": {\n    \"y\": 2\n  }\n}\n", at: 2, 8,
            "the '{' in line 2 is not closed"),
        Mistake("{\n\t\"a\": {\n\t\t\"x\": {\n\t\t\t\"y\": 1\n\t\t},\n\t\"b\": 1\n}\n", at: 2, 7, "in line 2"),
    ]

    @Test("RR4 A mistake is named at its place", arguments: mistakes)
    func named(_ mistake: Mistake) {
        let error = #expect(throws: SourceError.self) {
            try SourceDocument.read(Array(mistake.text.utf8), fileName: "config.json", limits: ProjectLimits())
        }
        #expect(error?.message.contains(mistake.says) == true, "\(error?.message ?? "")")
        #expect(error?.position == SourcePosition(line: mistake.line, column: mistake.column))
        #expect(error?.hint != nil)
    }

    @Test("A conflict in a property list is named as well")
    func propertyList() {
        let text =
            "<plist version=\"1.0\"><dict>\n<<<<<<< a\n<key>x</key>\n=======\n<key>y</key>\n>>>>>>> b\n</dict></plist>"
        let error = #expect(throws: SourceError.self) {
            try SourceDocument.read(Array(text.utf8), fileName: "config.plist", limits: ProjectLimits())
        }
        #expect(error?.message.contains("merge conflict") == true && error?.position?.line == 2)
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
        let start = processorTimeOfThread()
        #expect(throws: SourceError.self) {
            try SourceDocument.read(Array(text.utf8), fileName: "config.json", limits: ProjectLimits())
        }
        #expect(processorTimeOfThread() - start < .seconds(20))
    }
}
