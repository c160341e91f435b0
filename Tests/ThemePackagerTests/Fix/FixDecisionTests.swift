import Foundation
import TestSupport
import Testing
import ThemeProject

@testable import ThemePackager

/// Each remedy meets each obstacle, in a preview and in earnest.
@Suite("Fixes: a preview says what a fix does")
struct FixDecisionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Files and their texts. A text `-> x` is a link to `x`, `== x` a second name of `x`.
        let files: [String: String]
        let findings: [Finding]

        init(_ name: String, _ files: [String: String], _ findings: [Finding]) {
            testDescription = name
            self.files = files
            self.findings = findings
        }
    }

    private static func rename(_ path: String, _ target: String) -> Finding {
        Finding(.namePrefix, path: "t/\(path)", "is misnamed", remedy: .rename(to: "t/\(target)"))
    }

    private static func remove(_ path: String, _ other: String, with scales: [String] = []) -> Finding {
        Finding(
            .imageIdentical, path: "t/\(path)", "is equal",
            remedy: .remove(equalTo: "t/\(other)", with: scales.map { "t/\($0)" }))
    }

    static let cases = [
        Case("rename", ["a.png": "1"], [rename("a.png", "b@2x.png")]),
        Case("rename in letter case", ["b@2X.png": "1"], [rename("b@2X.png", "b@2x.png")]),
        Case(
            "another file has the name", ["a.png": "1", "b@2x.png": "2"], [rename("a.png", "b@2x.png")]),
        Case(
            "another file has the name, which differs in letter case", ["b@2X.png": "1", "b@2x.png": "2"],
            [rename("b@2X.png", "b@2x.png")]),
        Case(
            "the file has the name as well", ["b@2X.png": "1", "b@2x.png": "== b@2X.png"],
            [rename("b@2X.png", "b@2x.png")]),
        Case(
            "a broken link has the name", ["a.png": "1", "b@2x.png": "-> nothing"], [rename("a.png", "b@2x.png")]),
        Case("the file is a link", ["a.png": "-> c.png", "c.png": "1"], [rename("a.png", "b@2x.png")]),
        Case("the file is gone", [:], [rename("a.png", "b@2x.png")]),
        Case(
            "two files would get one name", ["a.png": "1", "c.png": "2"],
            [rename("a.png", "b@2x.png"), rename("c.png", "b@2x.png")]),
        Case(
            "two files would get names that differ in letter case", ["a.png": "1", "c.png": "2"],
            [rename("a.png", "b@2x.png"), rename("c.png", "B@2x.png")]),
        Case(
            "the name belongs to a file that gets another one first", ["b@2x.png": "1", "c.png": "2"],
            [rename("b@2x.png", "e.png"), rename("c.png", "b@2x.png")]),
        Case("remove", ["a.png": "1", "d.png": "1"], [remove("a.png", "d.png")]),
        Case(
            "remove all scales", ["a.png": "1", "a@2x.png": "2", "d.png": "1", "d@2x.png": "2"],
            [remove("a.png", "d.png", with: ["a@2x.png"]), remove("a@2x.png", "d@2x.png", with: ["a.png"])]),
        Case("other bytes", ["a.png": "1", "d.png": "2"], [remove("a.png", "d.png")]),
        Case("the file to remove is gone", ["d.png": "1"], [remove("a.png", "d.png")]),
        Case("the default is gone", ["a.png": "1"], [remove("a.png", "d.png")]),
        Case(
            "the file to remove is a link", ["a.png": "-> d.png", "d.png": "1"], [remove("a.png", "d.png")]),
        Case(
            "another scale stays", ["a.png": "1", "a@2x.png": "2", "d.png": "1"],
            [remove("a.png", "d.png", with: ["a@2x.png"])]),
        Case(
            "another scale has other bytes", ["a.png": "1", "a@2x.png": "2", "d.png": "1", "d@2x.png": "3"],
            [remove("a.png", "d.png", with: ["a@2x.png"]), remove("a@2x.png", "d@2x.png", with: ["a.png"])]),
        Case(
            "the default gets another name", ["D.png": "1", "e.png": "1"],
            [rename("D.png", "d.png"), remove("e.png", "D.png")]),
    ]

    /// A disk that ignores letter case, as a Mac's, cannot have two spellings of a name.
    static let possibleCases = cases.filter { row in
        #if canImport(Darwin)
            Set(row.files.keys.map { $0.lowercased() }).count == row.files.count
        #else
            true
        #endif
    }

    private func make(_ files: [String: String], in sandbox: Sandbox) throws -> Project {
        let isLater = { (text: String) in text.hasPrefix("== ") || text.hasPrefix("-> ") }
        try sandbox.write("assets/x.txt", "")
        try sandbox.write("themes/x.txt", "")
        try sandbox.write("t/x.txt", "")
        for (path, text) in files where !isLater(text) { try sandbox.write("t/\(path)", text) }
        for (path, text) in files where isLater(text) {
            let (file, other) = ("\(sandbox.path)/t/\(path)", String(text.dropFirst(3)))
            if text.hasPrefix("-> ") {
                try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: other)
            } else {
                try FileManager.default.linkItem(atPath: "\(sandbox.path)/t/\(other)", toPath: file)
            }
        }
        return try Project(at: sandbox.path)
    }

    private func names(in sandbox: Sandbox) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.path)/t"))
    }

    @Test("A preview changes nothing, and each step then has the outcome of the preview", arguments: possibleCases)
    func agrees(_ row: Case) throws {
        let sandbox = try Sandbox()
        let project = try make(row.files, in: sandbox)
        let before = try names(in: sandbox)
        let fixes = Fixes(of: row.findings, in: project)
        let outcomes = fixes.steps.map { fixes.preview($0) }
        let words = outcomes.map { $0 ?? "done" }
        #expect(try Sentences.mismatch(words.joined(separator: "\n"), of: row.testDescription, in: "fixes") == nil)
        #expect(try names(in: sandbox) == before)
        #expect(fixes.steps.map { fixes.apply($0) } == outcomes)
        var expected = before
        for (step, outcome) in zip(fixes.steps, outcomes) where outcome == nil {
            expected.remove(String(step.path.dropFirst(2)))
            if case .rename(let target) = step.remedy { expected.insert(String(target.dropFirst(2))) }
        }
        #expect(try names(in: sandbox) == expected)
    }

    @Test("A folder that is write-protected keeps its files", .enabled(if: geteuid() != 0, "root writes everywhere"))
    func lockedFolder() throws {
        let sandbox = try Sandbox()
        let project = try make(["a.png": "1", "c.png": "1", "d.png": "1"], in: sandbox)
        chmod("\(sandbox.path)/t", 0o555)
        defer { chmod("\(sandbox.path)/t", 0o755) }
        let fixes = Fixes(of: [Self.rename("a.png", "b.png"), Self.remove("c.png", "d.png")], in: project)
        let outcomes: [String?] = ["renamed", "removed"].map { "cannot be \($0): its folder is not writable" }
        #expect(fixes.steps.map { fixes.preview($0) } == outcomes)
        #expect(fixes.steps.map { fixes.apply($0) } == outcomes)
    }
}
