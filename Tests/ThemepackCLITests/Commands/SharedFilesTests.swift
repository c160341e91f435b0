import Foundation
import TestSupport
import Testing
import ThemeProject
import ThemeSystem

/// A command that waits reads the files that it changes only after it has the folder.
@Suite("Commands that change the same files at the same time")
struct SharedFilesTests: ToolTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    struct Runs: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let commands: [[String]]
        /// How many of them succeed.
        var successes: Int?
        /// A file, and what it contains afterwards.
        let file: String
        let texts: [String]
    }

    private static let tokens = (1...5).map { ["import", "tokens", "t\($0).json", "--into"] }
    private static let names = (1...5).map { "\"g\($0)\"" }

    static let runs: [Runs] = [
        Runs(
            testDescription: "imports into one project", commands: tokens.map { $0 + ["project"] },
            file: "project/themes/default/config.json", texts: names),
        Runs(
            testDescription: "imports that create one project", commands: tokens.map { $0 + ["new"] },
            file: "new/themes/default/config.json", texts: names),
        Runs(
            testDescription: "reports in a new folder",
            commands: Array(repeating: ["report", "-C", "project", "-o", "\(sandboxMark)/new"], count: 4),
            file: "new/index.html", texts: ["<title>"]),
        Runs(
            testDescription: "new projects in one folder", commands: Array(repeating: ["init", "new"], count: 4),
            successes: 1, file: "new/themepack.json", texts: ["rules"]),
        Runs(
            testDescription: "exports to a new folder",
            commands: Array(
                repeating: ["export", "css", "-o", "\(sandboxMark)/new", "-C", "project", "dark"], count: 4),
            successes: 1, file: "new/themes.css", texts: ["--"]),
    ]
    private static let sandboxMark = "@"

    @Test("Each has the effect that it has alone", arguments: runs)
    func together(_ runs: Runs) throws {
        #expect(try themepack("init", "project").status == 0)
        for (number, name) in zip(1..., Self.names) {
            try sandbox.write("t\(number).json", "{\(name): {\"$value\": \"#fff\", \"$type\": \"color\"}}")
        }
        let running = try runs.commands.map { command in
            let arguments = command.map { $0.replacingOccurrences(of: Self.sandboxMark, with: sandbox.path) }
            return try Tool.start(Tool.themepack, arguments, in: sandbox.path)
        }
        let results = try running.map { try $0.result() }
        #expect(results.count { $0.status == 0 } == runs.successes ?? runs.commands.count, "\(results)")
        let text = try sandbox.text(runs.file)
        for expected in runs.texts { #expect(text.contains(expected), "\(expected)") }
        #expect(!(try sandbox.listing().keys.contains { $0.contains(TemporaryName.start) }))
    }

    struct Edit: Sendable, CustomTestStringConvertible {
        let command: [String]
        let file: String
        /// The text that another program writes in place of the first brace.
        let new: String
        /// The files that the command writes.
        let written: String
        var testDescription: String { command.joined(separator: " ") }
    }

    static let edits: [Edit] = [
        Edit(
            command: ["import", "tokens", "../t.json"], file: "themes/default/config.json",
            new: "{\"mine\": 1,", written: "\"g\""),
        Edit(
            command: ["import", "xcassets", "../A.xcassets"], file: "themes/default/theme.json",
            new: "{\"config\": \"config.json\", ", written: "template"),
        Edit(
            command: ["bump", "default", "--base", "HEAD"], file: "themes/default/theme.json",
            new: "{\"$schema\": \"mine\", ", written: "1.0.1"),
    ]

    @Test("A change that is made while a command waits for the folder stays", arguments: edits)
    func waiting(_ edit: Edit) throws {
        try sandbox.write("project/themepack.json", "{}")
        try sandbox.write("project/assets/.gitkeep", "")
        try sandbox.write(
            "project/themes/default/theme.json", #"{"id": "default", "name": "Default", "version": "1.0.0"}"#)
        try sandbox.write("project/themes/default/config.json", #"{"a": 1}"#)
        for arguments in [["init", "-q"], ["add", "--all"], ["commit", "-q", "-m", "first"]] {
            try TestRepository.run(["-C", "\(sandbox.path)/project"] + arguments)
        }
        try sandbox.write("project/themes/default/config.json", #"{"a": 2}"#)
        try sandbox.write("t.json", ##"{"g": {"$value": "#fff", "$type": "color"}}"##)
        try sandbox.write("A.xcassets/i.imageset/i.png", PNGFile(8, 4).bytes)
        try sandbox.write(
            "A.xcassets/i.imageset/Contents.json",
            """
            {"images": [{"idiom": "universal", "filename": "i.png"}],
             "properties": {"template-rendering-intent": "template"}}
            """)
        var folder: OutputFolder? = try OutputFolder(sourcesOf: "\(sandbox.path)/project")
        let running = try Tool.start(Tool.themepack, edit.command, in: "\(sandbox.path)/project")
        // It waits soon. A machine that has not started it yet proves nothing, and fails nothing.
        usleep(500_000)
        #expect(running.process.isRunning)
        let path = "project/\(edit.file)"
        try sandbox.write(path, "\(edit.new)\(try sandbox.text(path).dropFirst())")
        withExtendedLifetime(folder) {}
        folder = nil
        let result = try running.result()
        #expect(result.status == 0, "\(result)")
        let text = try sandbox.text(path)
        let mine = edit.new.dropFirst().prefix { $0 != ":" }
        #expect(text.contains(mine) && text.contains(edit.written), "\(text)")
    }
}
