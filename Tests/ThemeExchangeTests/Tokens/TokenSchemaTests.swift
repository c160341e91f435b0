import Foundation
import TestSupport
import Testing
import ThemeExchange

@Suite("Exported tokens and the official schemas")
struct TokenSchemaTests {
    /// The folder schemas/src/2025.10 of the repository design-tokens/community-group.
    private static let schemas = ProcessInfo.processInfo.environment["THEMEPACK_TOKEN_SCHEMAS"]

    @Test(
        "The schemas accept an export, and reject what is no token",
        .enabled(if: schemas != nil, "THEMEPACK_TOKEN_SCHEMAS names no folder of schemas"))
    func accepted() throws {
        let source = try TestProject()
        try source.theme(
            "default",
            config: #"{"Color": {"a": "80123456", "Brand/b": "FFF", "Ünïcode x": "000"}, "Metrics": {"gap": -4.5e-7}}"#)
        try source.theme("night", config: #"{"Color": {"a": "00FEDCBA"}}"#)
        let sandbox = try Sandbox()
        try TokenExport.files(of: try ExportedProject.themes("default", "night", in: source.root))
            .write(to: sandbox, "good")
        try sandbox.write("bad/t.tokens.json", ##"{"a": {"$type": "color", "$value": "#ffffff"}}"##)
        let script = "\(Tool.repository)/Scripts/check_tokens.py"
        func check(_ folder: String) throws -> Tool.Result {
            try Tool.run(
                try #require(Tool.python), [script, try #require(Self.schemas), folder], in: sandbox.path)
        }
        let good = try check("good")
        #expect(good.status == 0 && good.output == "3 files, 0 errors\n", "\(good)")
        #expect(try check("bad").status == 1)
    }
}
