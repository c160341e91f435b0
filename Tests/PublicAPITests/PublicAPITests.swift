import Testing
import ThemeDevelopment
import ThemeManagement

/// Compiled like a client, without `@testable`, `package` access and the C modules. A C type in a public signature
/// would not compile.
@Suite("The public API suffices and is pure Swift")
struct PublicAPITests {
    @Test("Bytes that are not a pack are an error")
    func packs() {
        let bytes = [UInt8](repeating: 0, count: 512)
        #expect(throws: ThemeError.self) { _ = try ThemePack(copying: bytes, path: "x.zip") }
    }

    @Test("A folder that is not a project is an error")
    func project() {
        #expect(throws: ThemeError.self) { _ = try ThemePack(theme: .default, inProject: "/absent") }
    }

    @Test("ThemeRuntime exports the types of ThemeModel")
    func values() throws {
        #expect(ThemeID("year").string == "year")
        #expect(try ImagePrefix("year_").string == "year_")
        #expect(try SemanticVersion("1.2.0") < SemanticVersion("1.10.0"))
        #expect(Scale.two.factor == 2)
    }

    @MainActor
    @Test("An app names its manager without the type of its source")
    func manager() throws {
        func theme(of manager: ThemeManager) -> Theme { manager.theme }
        #expect(theme(of: try ThemeManager(ThemeLibrary())).id == .default)
        let table = ThemeTable<String, Int> { Int($0) }
        let numbers = try ThemeSourceManager(table, default: "1")
        #expect(numbers.theme == 1)
    }
}
