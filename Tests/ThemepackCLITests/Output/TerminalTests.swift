import Foundation
import TestSupport
import Testing

@Suite("Colors and links")
struct TerminalTests: ToolTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Self.soundProject()
        try breakImage()
    }

    @Test(
        "FORCE_COLOR colors what is no terminal; NO_COLOR and --color are stronger",
        arguments: [
            (["FORCE_COLOR": "1"], [], true), (["FORCE_COLOR": "0"], [], false), ([:], [], false),
            (["FORCE_COLOR": "1", "NO_COLOR": "1"], [], false), (["FORCE_COLOR": "1"], ["--color", "never"], false),
            (["NO_COLOR": "1"], ["--color", "always"], true), (["CLICOLOR_FORCE": "1"], [], true),
            (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], [], false), (["CLICOLOR": "1"], [], false),
        ] as [([String: String], [String], Bool)])
    func forced(_ environment: [String: String], _ options: [String], _ isColored: Bool) throws {
        let result = try Tool.run(Tool.themepack, ["verify"] + options, in: sandbox.path, environment: environment)
        #expect(result.output.contains("\u{1B}[1;31merror:") == isColored, "\(result.output)")
    }

    @Test("Links lead to the file and not through its name; without a terminal that has them there are none")
    func links() throws {
        try sandbox.write("assets/a b\u{1B}.png", PNGFile(1, 1).bytes)
        let plain = try themepack("verify", environment: ["VTE_VERSION": "7000"]).output
        #expect(!plain.contains("\u{1B}"))
        let linked = try themepack("verify", "--format", "lines", environment: ["FORCE_HYPERLINK": "1"]).output
        let path = "themes/year/common/year_button@2x.png"
        #expect(linked.contains("\u{1B}]8;;file://\(sandbox.path)/\(path)\u{1B}\\\(path)\u{1B}]8;;\u{1B}\\: error: "))
        #expect(linked.contains("/assets/a%20b%1B.png\u{1B}\\assets/a b\\u{1B}.png"), "\(linked)")
        #expect(
            !(try themepack("verify", "--color", "never", environment: ["FORCE_HYPERLINK": "1"]).output)
                .contains("\u{1B}"))
    }
}
