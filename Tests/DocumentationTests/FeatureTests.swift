import Foundation
import TestSupport
import Testing

/// Compares the table of `docs/features.md` with the tests that name its rows.
@Suite("Features")
struct FeatureTests {
    struct Row {
        let id: String
        let isPlanned: Bool
        /// The tests in the last column, as `Suite.function`.
        let tests: [String]
    }

    /// A file of `Tests/` other than this one.
    struct Source {
        let path: String
        let text: String
    }

    @Test("Every row is named by a test, unless it is planned")
    func rowsAreTested() throws {
        let rows = try Self.rows()
        let listed = Set(rows.map(\.id))
        #expect(rows.count >= 50 && listed.count == rows.count, "the table is short, or has an id twice")
        let named = Self.ids(in: try Self.sources().map(\.text).joined(separator: "\n"))
        #expect(listed.subtracting(named).sorted() == rows.filter(\.isPlanned).map(\.id).sorted())
        for row in rows { #expect(row.tests.isEmpty == row.isPlanned, "\(row.id)") }
    }

    @Test("Every row that a test names is in the table")
    func testedRowsAreListed() throws {
        let rows = Set(try Self.rows().map(\.id))
        for source in try Self.sources() {
            for id in Self.ids(in: source.text).subtracting(rows).sorted() {
                Issue.record("\(source.path) names \(id), which docs/features.md does not list")
            }
        }
    }

    @Test("Every test in the table exists, and names its row")
    func proofsExist() throws {
        let tests = Self.tests(in: try Self.sources())
        for row in try Self.rows() {
            for test in row.tests {
                guard let ids = tests[test] else {
                    Issue.record("\(row.id): there is no test \(test)")
                    continue
                }
                if !ids.contains(row.id) { Issue.record("\(row.id): \(test) does not name it") }
            }
        }
    }

    private static let planned = "planned"

    /// Lines such as `| ME1 | feature | API | tests |`.
    private static func rows() throws -> [Row] {
        try text(of: "docs/features.md").split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 4, ids(in: cells[0]) == [cells[0]] else { return nil }
            let tests = cells[3].matches(of: /`(\w+\.\w+)`/).map { String($0.1) }
            return Row(id: cells[0], isPlanned: cells[2] == planned, tests: tests)
        }
    }

    private static func sources() throws -> [Source] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(Tool.repository)/Tests")
            .filter { $0.hasSuffix(".swift") && !$0.hasSuffix("/FeatureTests.swift") }.sorted()
            .map { Source(path: "Tests/\($0)", text: try text(of: "Tests/\($0)")) }
    }

    private static func text(of path: String) throws -> String {
        try String(contentsOfFile: "\(Tool.repository)/\(path)", encoding: .utf8)
    }

    private static func ids(in text: String) -> Set<String> {
        Set(matches(of: #"\b(?:ME|QM|DD|CE|TM|TR|RR|AX)[0-9]+\b"#, in: text).compactMap(\.first))
    }

    /// Tests as `Suite.function`, each with the rows that its `@Test` attribute names.
    private static func tests(in sources: [Source]) -> [String: Set<String>] {
        let declaration = #"^(?:[a-z@]\w* )*(?:struct|class|extension) (\w+)"#
        let test = #"@Test[\s\S]*?\bfunc (\w+)\("#
        var tests: [String: Set<String>] = [:]
        for source in sources {
            var suite = ""
            for match in matches(of: "(?m)\(declaration)|\(test)", in: source.text) {
                if match[1].isEmpty {
                    tests["\(suite).\(match[2])"] = ids(in: match[0])
                } else {
                    suite = match[1]
                }
            }
        }
        return tests
    }

    /// Returns the whole text and the groups of each match. Many times faster than `Regex`.
    private static func matches(of pattern: String, in text: String) -> [[String]] {
        guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
        let text = text as NSString
        return expression.matches(in: text as String, range: NSRange(location: 0, length: text.length)).map { match in
            (0..<match.numberOfRanges).map { group in
                let range = match.range(at: group)
                return range.location == NSNotFound ? "" : text.substring(with: range)
            }
        }
    }
}
