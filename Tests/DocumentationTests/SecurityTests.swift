import Foundation
import TestSupport
import Testing

@Suite("SECURITY.md")
struct SecurityTests {
    @Test("Each promise names the tests that show it, and all named tests exist")
    func promises() throws {
        let text = try String(contentsOfFile: "\(Tool.repository)/SECURITY.md", encoding: .utf8)
        let promised = try #require(text.components(separatedBy: "## What is promised").last)
        let rows = promised.components(separatedBy: "\n## ")[0].components(separatedBy: "\n")
            .filter { $0.hasPrefix("| ") }.dropFirst()
        #expect(rows.count >= 15)
        for row in rows {
            let cells = row.components(separatedBy: " | ")
            #expect(cells.count == 4, "\(row)")
            #expect(Self.suites(in: cells.last ?? "").isEmpty == false, "no test: \(row)")
        }
        let named = Set(Self.suites(in: text))
        #expect(named.subtracting(try Self.declaredSuites()) == [])
    }

    private static func suites(in text: String) -> [String] {
        text.matches(of: /`([A-Z]\w+Tests)`/).map { String($0.1) }
    }

    private static func declaredSuites() throws -> Set<String> {
        let folder = "\(Tool.repository)/Tests"
        var names: Set<String> = []
        for case let file as String in FileManager.default.enumerator(atPath: folder) ?? .init()
        where file.hasSuffix(".swift") {
            let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            names.formUnion(text.matches(of: /(?:struct|class|enum) (\w+Tests)\b/).map { String($0.1) })
        }
        return names
    }
}
