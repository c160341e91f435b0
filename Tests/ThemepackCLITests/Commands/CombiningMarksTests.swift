import TestSupport
import Testing
import ThemeModel

/// Swift compares texts in the square of the combining marks in a row, so 90 kB of them once took seconds to minutes.
@Suite("Texts of combining marks")
struct CombiningMarksTests: ToolTests {
    private static let refusal = "more than 30 combining marks in a row"
    let sandbox: Sandbox

    init() throws { sandbox = try Self.soundProject() }

    struct Input: Sendable, CustomTestStringConvertible {
        let path: String
        let text: String
        let commands: [String]
        /// Commands that use the file without a word about its defects.
        var silent: [String] = []

        var testDescription: String { "\(path) \(commands)" }
    }

    private static func inputs(_ count: Int) -> [Input] {
        let marks = HostileText.marks(count)
        let escaped = HostileText.escapedMarks(count)
        let silent = ["list", "schema settings", "report -o r.html"]
        let tokens = "{\"a\": {\"$type\": \"color\", \"$value\": \"#fff\", \"$description\": \"\(escaped)\"}}"
        let plist = { (key: String, value: String) in
            "<plist version=\"1.0\"><dict><key>\(key)</key><string>\(value)</string></dict></plist>"
        }
        let references = HostileText.referencedMarks(count)
        // A longer key exceeds the limit of keys.
        let key = HostileText.referencedMarks(min(count, 32))
        return [
            Input(
                path: "themes/year/config.json", text: "{\"Color\": {\"title\": \"\(marks)\"}}",
                commands: ["verify", "build", "explain Color.title --theme year"], silent: silent + ["keys"]),
            Input(
                path: "themes/default/config.json", text: "{\"Color\": {\"\(escaped)\": 1}}",
                commands: ["verify", "build", "keys", "explain Color.title"], silent: silent),
            Input(
                path: "themes/year/theme.json",
                text: "{\"id\": \"year\", \"name\": \"\(escaped)\", \"version\": \"1.0.0\"}",
                commands: ["verify", "build"], silent: silent),
            Input(
                path: "themepack.json", text: "{\"ignore\": [\"\(marks)\"]}",
                commands: ["verify", "list", "keys", "build", "resolve Color.title"]),
            Input(path: "t.json", text: tokens, commands: ["import tokens t.json --into new"]),
            Input(path: "t.json", text: "{\"\(marks)\": 1}", commands: ["import metheme t.json --into new"]),
            Input(path: "t.plist", text: plist("a", marks), commands: ["import swifttheme t.plist --into new"]),
            Input(path: "t.plist", text: plist("a", references), commands: ["import swifttheme t.plist --into new"]),
            Input(path: "t.plist", text: plist(key, "a"), commands: ["import swifttheme t.plist --into new"]),
            Input(
                path: "res/values/a.xml", text: "<resources><color name=\"\(marks)\">#fff</color></resources>",
                commands: ["import android res --into new"]),
            Input(
                path: "res/values/a.xml", text: "<resources><color name=\"\(references)\">#fff</color></resources>",
                commands: ["import android res --into new"]),
            Input(
                path: "res/values/a.xml",
                text: "<resources><color name=\"a\">"
                    + String(repeating: "<![CDATA[\u{301}\u{316}]]><!-- -->", count: count / 2)
                    + "</color></resources>",
                commands: ["import android res --into new"]),
            Input(
                path: "App.xcassets/a.colorset/Contents.json", text: "{\"colors\": [], \"\(marks)\": 1}",
                commands: ["import xcassets App.xcassets --into new"]),
            Input(path: "signers", text: "a \(marks)", commands: ["verify p.zip --signed-by signers"]),
        ]
    }

    @Test("Every command refuses a text of more than 30 in a row, and says so", arguments: inputs(80_000))
    func refused(_ input: Input) throws {
        try sandbox.write("p.zip", Self.pack("{}\n"))
        try sandbox.write(input.path, input.text)
        for command in input.commands + input.silent {
            let result = try Tool.run(Tool.themepack, command.split(separator: " ").map(String.init), in: sandbox.path)
            let text = result.output + result.errors
            // The messages show no part of the text that is refused.
            #expect(String(validUTF8: text.utf8) != nil, "\(command)")
            if input.silent.contains(command) {
                #expect([0, 1, 2].contains(result.status), "\(command): \(result)")
                continue
            }
            #expect([1, 2].contains(result.status), "\(command): \(result.status)")
            #expect(text.contains(Self.refusal), "\(command): \(text)")
        }
    }

    @Test("No command mentions a text of 30 in a row", arguments: inputs(30))
    func accepted(_ input: Input) throws {
        try sandbox.write("p.zip", Self.pack("{}\n"))
        try sandbox.write(input.path, input.text)
        for command in input.commands + input.silent {
            let result = try Tool.run(Tool.themepack, command.split(separator: " ").map(String.init), in: sandbox.path)
            #expect(!(result.output + result.errors).contains("combining marks"), "\(command): \(result)")
        }
    }

    /// A pack with right checksums and digests.
    private static func pack(_ settings: String, id: String = "default") throws -> [UInt8] {
        var pack = try ForgedPack(id, extends: nil)
        pack.settings = Array(settings.utf8)
        return try pack.bytes()
    }

    private static let packCommands = [
        "resolve Color.title p.zip", "explain Color.title p.zip", "diff p.zip q.zip", "inspect p.zip", "verify p.zip",
        "export css p.zip -o css",
    ]

    @Test(
        "A pack of 90 kB with such a value or key is refused as a damaged one", arguments: [true, false], packCommands)
    func packs(isKey: Bool, _ command: String) throws {
        for count in [45_000, 30] {
            let (key, value) = isKey ? (HostileText.marks(count), "a") : ("title", HostileText.marks(count))
            try sandbox.write("p.zip", Self.pack("{\n  \"Color\": {\n    \"\(key)\": \"\(value)\"\n  }\n}\n"))
            try sandbox.write("q.zip", Self.pack("{\n  \"Color\": {\n    \"title\": \"b\"\n  }\n}\n"))
            let result = try Tool.run(Tool.themepack, command.split(separator: " ").map(String.init), in: sandbox.path)
            let isRefused = (result.output + result.errors).contains(Self.refusal)
            #expect(isRefused == (count > 30), "\(result.output.prefix(500)) \(result.errors.prefix(500))")
            #expect(count == 30 || [1, 2].contains(result.status))
        }
    }

    @Test("A file's name, a folder's and an argument are refused in the same way")
    func names() throws {
        let name = HostileText.marks(32)
        try sandbox.write("assets/\(name).txt", "x")
        let result = try themepack("verify")
        #expect(result.status == 1 && result.output.contains("its name has \(Self.refusal)"))
        #expect(result.output.contains(#"assets/\xCC\x81\xCC\x96"#))
        let argument = try themepack("verify", "themes/\(HostileText.marks(10_000))")
        #expect(
            argument.status == 64 && argument.errors.contains("argument 2 has \(Self.refusal)"))
        try sandbox.write("themes/\(name)/theme.json", "{}")
        let theme = try themepack("verify")
        #expect(theme.status == 2 && theme.errors.contains("name that has \(Self.refusal)"))
    }
}
