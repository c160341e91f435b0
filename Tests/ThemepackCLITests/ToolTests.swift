import Foundation
import TestSupport
import Testing

protocol ToolTests {
    var sandbox: Sandbox { get }
}

extension ToolTests {
    static func soundProject() throws -> Sandbox {
        let sandbox = try Sandbox()
        try ProjectFiles.sound.write(to: sandbox)
        return sandbox
    }

    func breakImage() throws {
        try sandbox.write("themes/year/common/year_button@2x.png", PNGFile(90, 44, shade: 9).bytes)
    }

    /// Writes a misspelled key, and a color that cannot be read.
    func breakSettings() throws {
        try sandbox.write("themes/year/config.json", "{\"Color\": {\n  \"tilte\": \"FFF\", \"title\": \"F8582\"}}")
    }

    /// The example in the explanation of a rule.
    func example(of rule: String) throws -> String {
        let lines = try themepack("rules", rule).output.split(separator: "\n")
        return String(try #require(lines.first { $0.hasPrefix("Example: ") }).dropFirst("Example: ".count))
    }

    static var brokenImageLines: String {
        """
        themes/year/common/year_button@2x.png
          error: 90x44 px, its default is 88x44 px [image-dimensions]
            note: assets/common/button@2x.png: the default is here

        """
    }

    func themepack(_ arguments: String..., in folder: String = "", environment: [String: String] = [:]) throws
        -> Tool.Result
    {
        try Tool.run(Tool.themepack, arguments, in: "\(sandbox.path)/\(folder)", environment: environment)
    }
}

/// A suite that compares what users read with a file of `Tests/Sentences`.
protocol SentenceTests {
    /// The name of the file without `.txt`.
    static var sentences: String { get }
}

extension SentenceTests {
    /// Compares a run's exit status, and all that it printed with a case of the file.
    func expect(
        _ run: Tool.Result, _ status: Int, _ name: String, at location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(Int(run.status) == status, "\(run)", sourceLocation: location)
        let streams = [("standard output", run.output), ("standard error", run.errors)].filter { !$1.isEmpty }
        let text = streams.map { "\($0):\n\($1)\($1.hasSuffix("\n") ? "" : "(no line end)\n")" }.joined()
        try expect(text, name, at: location)
    }

    /// Compares a text with a case of the file.
    func expect(_ text: String, _ name: String, at location: SourceLocation = #_sourceLocation) throws {
        let mismatch = try Sentences.mismatch(Self.stable(text), of: name, in: Self.sentences)
        #expect(mismatch == nil, sourceLocation: location)
    }

    /// Returns a text with words in place of durations and digests, and without the list of options.
    private static func stable(_ text: String) -> String {
        text.replacing(/in \d+\.\d\d s:/, with: "in 0.00 s:").replacing(/time="[\d.]+"/, with: "time=\"0.00\"")
            .replacing(/[0-9a-f]{64}/, with: "DIGEST")
            .replacing(/SHA256:[A-Za-z0-9+\/]{43}/, with: "SHA256:FINGERPRINT")
            .replacing(/(Usage: themepack \w+) .*(\n {9}.*)*/) { "\($0.1) ..." }
    }
}

extension Tool {
    /// The names of all subcommands, as `themepack help` lists them.
    static func commands() throws -> Set<String> {
        let help = try themepack("help", in: "/").output
        let list = try #require(help.range(of: "SUBCOMMANDS:")).upperBound
        let commands = Set(help[list...].matches(of: #/(?m)^  (\w+)  /#).map { String($0.1) })
        try #require(commands.count > 20)
        return commands
    }

    /// An option with a value, or an argument, of a command.
    struct CommandArgument: CustomStringConvertible {
        let command: String
        /// For an option such as `["--output", "-o"]`, the long one first; the name of an argument.
        let spellings: [String]
        /// Whether its values are a list, numbers or names, so that it cannot name a file.
        let isClosed: Bool

        var description: String { "\(command) \(spellings[0])" }
    }

    /// All that can be said to all commands but `help`, as the tool itself describes it.
    static func commandArguments() throws -> [CommandArgument] {
        let text = try themepack("--experimental-dump-help", in: "/").output
        let dump = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let root = try #require(dump["command"] as? [String: Any])
        return (root["subcommands"] as? [[String: Any]] ?? []).flatMap { command -> [CommandArgument] in
            let name = command["commandName"] as? String ?? ""
            return (command["arguments"] as? [[String: Any]] ?? []).compactMap { argument in
                guard name != "help", argument["kind"] as? String != "flag" else { return nil }
                let names = (argument["names"] as? [[String: String]] ?? []).map { name in
                    (name["kind"] == "long" ? "--" : "-") + (name["name"] ?? "")
                }
                let completions = argument["completionKind"] as? [String: Any]
                let spellings = names.isEmpty ? [argument["valueName"] as? String ?? ""] : names
                return CommandArgument(
                    command: name, spellings: spellings.sorted { $0.count > $1.count },
                    isClosed: completions == nil || completions?["list"] != nil)
            }
        }
    }
}
