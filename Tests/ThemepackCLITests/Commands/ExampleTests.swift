import Foundation
import TestSupport
import Testing

@Suite("Examples in the help", .enabled(if: Tool.path(of: "git") != nil && Tool.path(of: "ssh-keygen") != nil))
struct ExampleTests {
    /// A project with a release, a changed theme, an app's catalog, and a signed feed.
    private static let setup = """
        set -e
        git init -q . && mkdir tools
        printf '#!/bin/sh\\ncase "$1" in http*) kill -INT $PPID ;; esac\\n' > tools/xdg-open
        cp tools/xdg-open tools/open && chmod +x tools/*
        themepack init -q && themepack build -q && cp -r dist released && cp dist/dark-1.0.0.themepack.zip old.zip
        git add . && git -c user.name=a -c user.email=a@example.org commit -qm 1 && git tag v1.0.0
        sed -i.bak 's/"title": "F2F2F2"/"title": "FFFFFF"/' themes/dark/config.json && rm themes/dark/config.json.bak
        themepack bump dark && themepack build -q && cp dist/dark-1.0.1.themepack.zip new.zip
        themepack export xcassets default dark -o App/Assets.xcassets > log
        themepack export android default dark -o res > log
        themepack delta old.zip new.zip -o update.delta && themepack keys -o ThemeKeys.swift
        ssh-keygen -q -t ed25519 -N '' -f key && echo "release $(cut -d ' ' -f 1-2 key.pub)" > allowed_signers
        themepack sign -f key && themepack feed --first --base-url https://themes.example.org/app/ > log
        themepack sign -f key dist/feed.json
        """

    private static func run(_ script: String, in folder: String) throws -> Tool.Result {
        let tools = (Tool.themepack as NSString).deletingLastPathComponent
        let path = "\(folder)/tools:\(tools):$PATH"
        return try Tool.run("/bin/bash", ["-c", "PATH=\"\(path)\"; \(script)"], in: folder)
    }

    @Test("Every command has two or three examples, which work, and fit into 60 columns")
    func examples() throws {
        let sandbox = try Sandbox()
        let project = "\(sandbox.path)/project"
        try FileManager.default.createDirectory(atPath: project, withIntermediateDirectories: false)
        let setup = try Self.run(Self.setup, in: project)
        try #require(setup.status == 0, "\(setup)")
        for command in Tool.commands.sorted() + [""] {
            let help = Tool.help(of: command)
            let list = help.split(separator: "Examples:\n").last?.split(separator: "\n\n").first ?? ""
            let examples = list.split(separator: "\n").map { $0.drop { $0 == " " } }
            #expect(examples.count == 2 || examples.count == 3, "\(command): \(help)")
            for example in examples {
                #expect(example.hasPrefix("themepack \(command)") && example.count <= 58, "\(example)")
                let copy = "\(sandbox.path)/copy"
                try FileManager.default.copyItem(atPath: project, toPath: copy)
                defer { try? FileManager.default.removeItem(atPath: copy) }
                let result = try Self.run(String(example), in: copy)
                #expect(result.status <= (command == "diff" ? 1 : 0), "\(example): \(result)")
            }
        }
    }

    @Test("Help and usage fit into the width of the terminal", arguments: [60, 80, 120])
    func widths(_ columns: Int) throws {
        for command in Tool.commands {
            let refusal = try Tool.refusal(of: [command, "--nonsense"], columns: columns).text
            for (option, text) in [("--help", Tool.help(of: command, columns: columns)), ("--nonsense", refusal)] {
                let lines = text.split(separator: "\n")
                let usage = lines.firstIndex { $0.lowercased().hasPrefix("usage: ") }.map { lines[$0...] } ?? []
                #expect(usage.contains { $0.contains("[-C <dir>]") || $0.contains("[<options>]") }, "\(text)")
                let long = lines.filter { $0.count > columns }
                #expect(long.isEmpty, "\(command) \(option) in \(columns) columns: \(long)")
                guard command == "build" else { continue }
                let result = try Tool.themepack(command, option, in: "/", environment: ["COLUMNS": "\(columns)"])
                let printed = (result.output + result.errors).split(separator: "\n")
                #expect(printed.count >= lines.count && printed.allSatisfy { $0.count <= columns }, "\(result)")
            }
        }
    }

    @Test(
        "Words of other tools name the command or the option that is meant",
        arguments: [
            ("watch", "themepack verify --watch"), ("lint", "themepack verify"), ("check", "themepack verify"),
            ("fix", "themepack verify --fix"), ("serve", "themepack preview"), ("test", "themepack verify"),
            ("version", "themepack --version"), ("sevre", "preview"), ("help lint", "themepack verify"),
            ("verfy", "verify"), ("build --dry-run", "--check"), ("verify --json", "--format json"),
            ("xxxxxxxx", "themepack --help"), ("list yaer", "did you mean 'year'?"),
            ("list default-1.0.0.zip", "build it first"), ("verify dist/none.zip", "themepack build"),
            ("verify dist/yaer-1.2.0.themepack.zip", "did you mean 'dist/year-1.2.0.themepack.zip'?"),
        ])
    func otherWords(_ line: String, _ hint: String) throws {
        let sandbox = try Sandbox()
        try ProjectFiles.sound.write(to: sandbox)
        try #require(Tool.themepack("build", "-q", in: sandbox.path).status == 0)
        let words = line.split(separator: " ").map(String.init)
        let result = try Tool.run(Tool.themepack, words, in: sandbox.path)
        #expect(result.status != 0 && result.errors.contains("hint: ") && result.errors.contains(hint), "\(result)")
        #expect(!result.errors.contains("did you mean '\(words[0])'?"), "\(result)")
    }

    @Test(
        "Every command that reads a pack says how to get one that is not there",
        arguments: [
            "verify P", "inspect P", "explain x P", "resolve x P", "diff P year", "diff year P", "report P -o x.html",
            "export css P -o w", "delta P P -o x", "patch P d -o x", "sign -f k P", "bump year --base P",
            "verify --against P",
        ])
    func missingPack(_ line: String) throws {
        let sandbox = try Sandbox()
        try ProjectFiles.sound.write(to: sandbox)
        let words = line.split(separator: " ").map { $0 == "P" ? "dist/none.zip" : String($0) }
        let result = try Tool.run(Tool.themepack, words, in: sandbox.path)
        #expect(result.status == 2, "\(result)")
        let message = "dist/none.zip: error: does not exist\nhint: build it first: 'themepack build' writes packs"
        #expect(result.errors.hasPrefix(message), "\(result)")
    }
}
