import Foundation
import TestSupport
import Testing

/// pydantic-sarif (PyPI) is the judge: its types are generated from the schema of SARIF 2.1.0, and allow nothing else.
@Suite("SARIF's schema", .enabled(if: Tool.pythonHas("pydantic_sarif"), "pydantic-sarif is not installed"))
struct SARIFTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try ProjectFiles.sound.write(to: sandbox)
    }

    private func judge(_ text: String) throws -> Tool.Result {
        try sandbox.write("report.sarif", text)
        let script = """
            import pydantic_sarif.model as model
            with open("report.sarif") as file:
                model.StaticAnalysisResultsFormatSarifVersion210JsonSchema.model_validate_json(file.read())
            """
        return try Tool.run(try #require(Tool.python), ["-c", script], in: sandbox.path)
    }

    /// Errors, warnings, a finding in settings, and a note about a file that is left out.
    static let spoiled: [String: [UInt8]] = [
        "themes/year/common/year_button@2x.png": PNGFile(90, 44, shade: 9).bytes,
        "themes/year/common/year_button@3x.png": [],
        "themes/year/config.json": Array("{\n\"Color\": {\"tilte\": \"F8582\"}}".utf8),
        "themepack.json": Array(
            "{\"exemptions\": [{\"rule\": \"image-corrupt\", \"path\": \"**/*@3x.png\"}]}".utf8),
    ]

    @Test(
        "RR9 Reports fit: without findings, with findings of every kind, of a check, and of a failure",
        arguments: [
            (["verify"], 0, [:]), (["verify"], 1, spoiled),
            (["build", "--check"], 1, ["dist/old-1.0.0.themepack.zip": [1]]),
            (["verify"], 2, ["themepack.json": Array("{\"rule\": 1, \"limits\": 1}".utf8)]),
        ] as [([String], Int32, [String: [UInt8]])])
    func fits(_ command: [String], _ status: Int32, _ files: [String: [UInt8]]) throws {
        for (path, bytes) in files { try sandbox.write(path, bytes) }
        let report = try Tool.run(Tool.themepack, command + ["--format", "sarif"], in: sandbox.path)
        #expect(report.status == status, "\(report)")
        let verdict = try judge(report.output)
        #expect(verdict.status == 0, "\(verdict)")
        for (sound, wrong) in [("\"runs\"", "\"runz\""), ("\"driver\"", "\"drivr\""), ("\"2.1.0\"", "\"2.1\"")] {
            #expect(try judge(report.output.replacing(sound, with: wrong)).status != 0)
        }
    }
}
