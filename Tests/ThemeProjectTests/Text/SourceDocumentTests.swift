import Testing

@testable import ThemeProject

@Suite("Texts of JSON and property lists")
struct SourceDocumentTests {
    @Test("A list with more values than the limit is rejected", arguments: ["\"a\"", "1", "[]", "{}"])
    func manyValues(_ item: String) throws {
        var limits = ProjectLimits()
        limits.configValues = 100
        func read(_ count: Int) throws {
            let items = [String](repeating: item, count: count).joined(separator: ",")
            _ = try SourceDocument.read(Array("[\(items)]".utf8), fileName: "config.json", limits: limits)
        }
        try read(99)
        #expect(throws: SourceError.self) { try read(101) }
    }
}
