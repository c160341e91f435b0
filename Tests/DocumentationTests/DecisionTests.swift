import Foundation
import TestSupport
import Testing

@Suite("Decisions")
struct DecisionTests {
    static let names: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "\(Tool.repository)/docs/decisions")
        return (names ?? []).filter { $0 != "README.md" }.sorted()
    }()

    @Test("The list of decisions has the title of each, in order")
    func list() throws {
        let titles = try Self.names.map { name in
            let title = try #require(try Documents.text(of: "docs/decisions/\(name)").firstMatch(of: /# (\d\d)\. (.+)/))
            #expect(name.hasPrefix("\(title.1)-"))
            return "- [\(title.1) \(title.2)](\(name))"
        }
        #expect(titles.count > 30)
        let list = try Documents.text(of: "docs/decisions/README.md")
        #expect(list.split(separator: "\n").filter { $0.hasPrefix("- ") }.map(String.init) == titles)
    }

    @Test("A decision is dated, kept by checks that exist, and linked from the code that it shapes", arguments: names)
    func head(of name: String) throws {
        let text = try Documents.text(of: "docs/decisions/\(name)")
        let head = try #require(
            text.firstMatch(of: /\n\nDecided 20\d\d-\d\d-\d\d[^.]*\.\s+Kept by ([^\n]+\n?[^\n]*)\.\nIt shapes ([^#]+)/))
        let checks = head.1.matches(of: /`([^`]+)`/).map { String($0.1) }
        #expect(!checks.isEmpty && checks.filter { !Self.checks.contains($0) } == [])
        let paths = head.2.matches(of: /\]\(\.\.\/\.\.\/([^)]+)\)/).map { String($0.1) }
        #expect(!paths.isEmpty)
        for path in paths { #expect(try Documents.text(of: path).contains("docs/decisions/\(name)"), "\(path)") }
    }

    @Test("The types that a decision names exist", arguments: names)
    func types(in name: String) throws {
        let named = StructureTests.typeNames(in: try Documents.text(of: "docs/decisions/\(name)"))
        #expect(named.subtracting(StructureTests.words.union(Self.checks)).sorted() == [])
    }

    /// The suites and targets of tests, scripts, and `make` with a target.
    private static let checks: Set<String> = {
        var checks: Set<String> = []
        for case let file as String in FileManager.default.enumerator(atPath: "\(Tool.repository)/Tests") ?? .init() {
            if !file.contains("/") { checks.insert(file) }
            guard file.hasSuffix(".swift"), let text = try? Documents.text(of: "Tests/\(file)") else { continue }
            checks.formUnion(text.matches(of: /(?:struct|class|enum) (\w+Tests)\b/).map { String($0.1) })
        }
        let scripts = try? FileManager.default.contentsOfDirectory(atPath: "\(Tool.repository)/Scripts")
        checks.formUnion((scripts ?? []).map { "Scripts/\($0)" })
        let targets = (try? Documents.text(of: "Makefile"))?.matches(of: /\n([\w-]+):/).map { "make \($0.1)" }
        return checks.union(targets ?? [])
    }()
}
