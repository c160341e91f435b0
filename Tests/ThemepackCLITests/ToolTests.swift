import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import ThemepackCLI

protocol ToolTests {
    var sandbox: Sandbox { get }
}

extension ToolTests {
    static func soundProject() throws -> Sandbox {
        let sandbox = try Sandbox()
        try ProjectFiles.sound.write(to: sandbox)
        return sandbox
    }

    /// The sound project with its packs in `dist`, as a build without a cache leaves it.
    static func builtProject() throws -> Sandbox {
        let sandbox = try soundProject()
        for (name, bytes) in try Tool.soundPacks.get() { try sandbox.write("dist/\(name)", bytes) }
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
    /// The packs of the sound project, which one process builds for all tests.
    fileprivate static let soundPacks = Swift.Result { try packs(of: .sound) }

    /// Returns the files that a build writes.
    static func packs(of project: ProjectFiles) throws -> [String: [UInt8]] {
        let sandbox = try Sandbox()
        try project.write(to: sandbox)
        let result = try themepack("build", in: sandbox.path)
        try #require(result.status == 0, "\(result)")
        return try sandbox.listing(of: "dist")
    }

    /// The names of all subcommands.
    static let commands = Set(Themepack.configuration.subcommands.compactMap { $0.configuration.commandName })

    /// The description of the tool, with its arguments and subcommands, that programs can read.
    static func description() throws -> [String: Any] {
        let dump = try JSONSerialization.jsonObject(with: Data(Themepack._dumpHelp().utf8))
        return try #require((dump as? [String: Any])?["command"] as? [String: Any])
    }

    /// Returns the help of a command, or that of the tool for an empty name.
    static func help(of command: String, columns: Int = Terminal.usualWidth) -> String {
        let commands = Themepack.configuration.subcommands
        let type = commands.first { $0.configuration.commandName == command } ?? Themepack.self
        return Terminal.foldingUsage(Themepack.helpMessage(for: type, columns: columns), to: columns)
    }

    /// Returns what the parser of arguments says of wrong ones, without a process.
    static func refusal(
        of words: [String], columns: Int = Terminal.usualWidth
    ) throws -> (status: Int32, text: String) {
        let error = try #require(throws: (any Error).self) { _ = try Themepack.parseAsRoot(words) }
        let message = Themepack.fullMessage(for: error, columns: columns)
        return (Themepack.exitCode(for: error).rawValue, Terminal.foldingUsage(message, to: columns))
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
        (try description()["subcommands"] as? [[String: Any]] ?? []).flatMap { command -> [CommandArgument] in
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
