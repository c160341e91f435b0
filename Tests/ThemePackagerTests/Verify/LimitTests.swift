import TestSupport
import Testing
import ThemeProject

@Suite("Limits")
struct LimitTests {
    @Test(
        "A changed limit is enforced",
        arguments: [
            ("imageWidth", 43, Rule.imageLimits), ("imageHeight", 21, .imageLimits), ("imagePixels", 900, .imageLimits),
            ("imageBytes", 500, .imageLimits), ("configDepth", 2, .configSyntax), ("folderDepth", 1, .fileKind),
            ("files", 2, .fileKind),
            ("resourceBytes", 3, .fileKind),
        ])
    func limits(_ name: String, _ value: Int, _ rule: Rule) throws {
        let findings = try ProjectFiles.sound.with { project in
            project["themepack.json"] = "{\"limits\": {\"\(name)\": \(value)}}"
            project["assets/a/b/.keep"] = ""
            project["themes/year/theme.json"] =
                #"{"id": "year", "version": "1.2.0", "imageNamePrefix": "year_", "#
                + #""config": "config.json", "resources": ["*.txt"]}"#
            project["themes/year/x.txt"] = "four"
        }.verify()
        #expect(
            !findings.isEmpty && findings.allSatisfy { $0.rule == rule || $0.severity == .warning },
            "\(findings.map(\.line))")
        #expect(findings.contains { $0.rule == rule && $0.severity == .error })
    }
}
