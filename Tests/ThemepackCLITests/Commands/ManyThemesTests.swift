import Foundation
import TestSupport
import Testing

/// Forty themes of one image and one setting each, which all follow a default theme.
@Suite("Forty themes")
struct ManyThemesTests: ToolTests, SentenceTests {
    static let sentences = "commands-verify"
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try sandbox.write("themes/default/theme.json", #"{"id": "default", "version": "1.0.0"}"#)
        try sandbox.write("themes/default/config.json", #"{"radius": 4}"#)
        try sandbox.write("assets/home.png", PNGFile(24, 24, seed: 0).bytes)
        for number in 1...40 {
            let theme = "brand\(number < 10 ? "0" : "")\(number)"
            try sandbox.write(
                "themes/\(theme)/theme.json",
                #"{"id": "\#(theme)", "version": "1.0.0", "imageNamePrefix": "\#(theme)_"}"#)
            try sandbox.write("themes/\(theme)/config.json", #"{"radius": \#(number)}"#)
            try sandbox.write("themes/\(theme)/\(theme)_home.png", PNGFile(24, 24, seed: UInt64(number)).bytes)
        }
    }

    private func verify(_ options: String...) throws -> Tool.Result {
        try Tool.run(Tool.themepack, ["verify"] + options, in: sandbox.path)
    }

    @Test("One resized default is one error that names the themes once")
    func resized() throws {
        try sandbox.write("assets/home.png", PNGFile(26, 24, seed: 0).bytes)
        let result = try verify()
        try expect(result, 1, "one resized default of forty themes")
        #expect(result.output.split(separator: "\n").count < 50 && result.errors.contains(": 1 error, 0 warnings\n"))
        let text = try verify("--format", "json").output
        let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        #expect((json?["findings"] as? [Any])?.count == 1)
        #expect((json?["explained"] as? [[String: Any]])?.count { $0["cause"] != nil } == 40)
    }

    @Test("One default of another type, and one that is gone, are one error each")
    func settings() throws {
        try sandbox.write("themes/default/config.json", #"{"radius": true}"#)
        try sandbox.write("assets/other.png", sandbox.read("assets/home.png"))
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/assets/home.png")
        try expect(verify(), 1, "two changed defaults of forty themes")
    }

    @Test("One new default is one error against the release, and its hint is the one command that is needed")
    func newDefault() throws {
        #expect(try themepack("build", "-q").status == 0)
        try FileManager.default.moveItem(atPath: "\(sandbox.path)/dist", toPath: "\(sandbox.path)/released")
        try sandbox.write("assets/new.png", PNGFile(24, 24, seed: 99).bytes)
        let result = try verify("--against", "released")
        try expect(result, 1, "one new default of forty themes")
        #expect(result.errors.contains(": 1 error, 0 warnings\n"))
        let command = try #require(result.output.firstMatch(of: /'themepack (bump [^']*)'/)).output.1
        let words = command.split(separator: " ").map(String.init)
        #expect(try Tool.run(Tool.themepack, words, in: sandbox.path).status == 0)
        #expect(try verify("--against", "released").status == 0)
    }

    @Test("More than three changed themes have one hint")
    func changed() throws {
        #expect(try themepack("build", "-q", "--output", "released").status == 0)
        for theme in ["brand01", "brand02", "brand03", "brand04"] {
            try sandbox.write("themes/\(theme)/config.json", #"{"radius": 99}"#)
        }
        try expect(verify("--against", "released"), 1, "four changed themes of forty")
    }

    @Test("A new size of a default is one warning about published packs that do not fit it")
    func conflicts() throws {
        #expect(try themepack("build", "-q", "--output", "released").status == 0)
        for path in try sandbox.listing().keys where path.hasSuffix("home.png") {
            try sandbox.write(path, PNGFile(26, 24, seed: UInt64(path.count)).bytes)
        }
        for path in try sandbox.listing().keys where path.hasSuffix("theme.json") {
            try sandbox.write(path, sandbox.text(path).replacing("1.0.0", with: "2.0.0"))
        }
        try expect(verify("--against", "released", "--select", "contract-*"), 0, "published packs that do not fit")
    }
}
