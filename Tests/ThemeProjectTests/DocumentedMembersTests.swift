import Foundation
import TestSupport
import Testing

@testable import ThemeProject

@Suite("The documents of project files")
struct DocumentedMembersTests {
    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(Tool.repository)/\(path)", encoding: .utf8)
    }

    @Test("RR7 docs/theme-file.md has every member of theme.json, and no other")
    func theme() throws {
        let rows = try text("docs/theme-file.md").split(separator: "\n").filter { $0.hasPrefix("| `") }
        let names = rows.flatMap { $0.split(separator: "|")[0].matches(of: /`([$\w]+)`/).map { String($0.1) } }
        #expect(names.sorted() == ThemeManifestReader.keys.sorted())
    }

    @Test("RR7 docs/project-file.md has every limit with its default and its maximum")
    func limits() throws {
        var documented: [String: [String]] = [:]
        let rows = try text("docs/project-file.md")
            .matches(of: /\n\| (`image.*?|`\w+`) \| [^|]+ \| ([\d,]+) \| ([\d,]+) \|/)
        for row in rows {
            let numbers = [row.2, row.3].map { String($0.replacing(",", with: "")) }
            for name in row.1.matches(of: /`(\w+)`/) { documented[String(name.1)] = numbers }
        }
        let all = ProjectLimits.all.map { ($0.name, ["\(ProjectLimits()[keyPath: $0.keyPath])", "\($0.maximum)"]) }
        #expect(documented == Dictionary(uniqueKeysWithValues: all))
    }
}
