import Foundation
import TestSupport
import Testing

@Suite("Transcripts in documents")
struct TranscriptTests {
    struct Step: Sendable, CustomTestStringConvertible {
        let command: String
        let output: [String]
        var testDescription: String { command }
    }

    /// Indented lines: commands after `$ ` and their output. A transcript ends at other text.
    ///
    /// - Parameter section: the title of the only section that is read.
    static func transcripts(of document: String, section: String? = nil) throws -> [[Step]] {
        var transcripts: [[Step]] = []
        var isInside = false
        let whole = try String(contentsOfFile: "\(Tool.repository)/\(document)", encoding: .utf8)
        let sections = whole.components(separatedBy: "\n## ")
        let text = try section.map { title in try #require(sections.first { $0.hasPrefix("\(title)\n") }) } ?? whole
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("    $ ") {
                if !isInside { transcripts.append([]) }
                transcripts[transcripts.count - 1].append(Step(command: String(line.dropFirst(6)), output: []))
                isInside = true
            } else if line.hasPrefix("    "), isInside, let step = transcripts.last?.last {
                let output = step.output + [String(line.dropFirst(4))]
                transcripts[transcripts.count - 1][transcripts[transcripts.count - 1].count - 1] = Step(
                    command: step.command, output: output)
            } else if !line.isEmpty {
                isInside = false
            }
        }
        return transcripts
    }

    @Test("Every command prints what the README shows, except for its duration")
    func transcriptsAreTrue() throws {
        let sample = try Sample.copy()
        let transcripts = try Self.transcripts(of: "README.md")
        #expect(transcripts.flatMap(\.self).count >= 5)
        for transcript in transcripts {
            // Each transcript begins with the repository's sample and the packs of earlier transcripts.
            for folder in ["assets", "themes", "themepack.json"] {
                try FileManager.default.removeItem(atPath: "\(sample.path)/\(folder)")
                try FileManager.default.copyItem(
                    atPath: "\(Tool.repository)/\(folder)", toPath: "\(sample.path)/\(folder)")
            }
            for step in transcript { try run(step, in: sample.path) }
        }
    }

    @Test("Shards that are merged as many-themes.md says are the bytes of one build")
    func shards() throws {
        let sample = try Sample.copy()
        let script = try #require(try Documents.text(of: "docs/many-themes.md").firstMatch(of: /```sh\n([^`]+)```/))
        let result = try bash("set -e; \(script.1)themepack build -q -o one; diff -r one dist", in: sample.path)
        #expect(result.status == 0, "\(result)")
    }

    @Test("The README's first session needs nothing but the tool, and ends in the browser")
    func firstSession() throws {
        let readme = try Documents.text(of: "README.md")
        let session = try #require(readme.firstMatch(of: /\n    (themepack init demo && [^\n]+ preview --open)\n/))
        let sandbox = try Sandbox()
        // Stands for the browser, and ends the preview as Ctrl-C does.
        for opener in ["xdg-open", "open"] {
            try sandbox.writeProgram(opener, "#!/bin/sh\necho \"$1\" > '\(sandbox.path)/opened'\nkill -INT $PPID\n")
        }
        let result = try bash("PATH=\(sandbox.path):$PATH; \(session.1)", in: sandbox.path)
        #expect(result.status == 0, "\(result)")
        #expect(try sandbox.text("opened").hasPrefix("http://127.0.0.1:"))
        let packs = try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.path)/demo/dist")
        #expect(packs.count { $0.hasSuffix(".themepack.zip") } == 5)
    }

    @Test("The README's first screen counts the rules and has at most 40 lines, all of it 130")
    func readmeIsShort() throws {
        let lines = try Documents.text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 131 && lines.prefix(40).contains { $0.hasPrefix("    make test ") })
        let rules = try Tool.themepack("rules", in: Tool.repository).output.split(separator: "\n").count
        #expect(lines.prefix(40).contains { $0.contains(" \(rules) rules ") })
    }

    @Test("RR11 The day of a release goes as docs/releasing.md says")
    func releasing() throws {
        let steps = try Self.transcripts(of: "docs/releasing.md", section: "A day").flatMap(\.self)
        #expect(steps.count >= 15)
        let sandbox = try Sandbox()
        let setup = """
            themepack init -q project && cd project && themepack build -q && cp -r dist ../released
            ssh-keygen -q -t ed25519 -N '' -f ../key
            themepack sign -f ../key
            echo "release $(cut -d ' ' -f 1-2 ../key.pub)" > ../allowed_signers
            """
        try #require(try bash(setup, in: sandbox.path).status == 0)
        let settings = "project/themes/dark/config.json"
        let text = try sandbox.text(settings)
        let range = try #require(text.range(of: "\"title\": \"F2F2F2\""))
        try sandbox.write(settings, text.replacingCharacters(in: range, with: "\"title\": \"FFFFFF\""))
        for step in steps { try run(step, in: "\(sandbox.path)/project") }
    }

    @Test("The day with forty brands goes as docs/releasing.md says")
    func fortyBrands() throws {
        let steps = try Self.transcripts(of: "docs/releasing.md", section: "A day with forty brands").flatMap(\.self)
        #expect(steps.count >= 4)
        let sandbox = try Sandbox()
        let setup = """
            themepack init -q project && cd project
            for n in $(seq -w 1 40); do
              mkdir themes/brand$n
              echo "{\\"id\\": \\"brand$n\\", \\"version\\": \\"1.0.0\\"}" > themes/brand$n/theme.json
              echo "{\\"Color\\": {\\"accent\\": \\"3366$n\\"}}" > themes/brand$n/config.json
            done
            themepack build -q && cp -r dist ../released
            for n in 07 21; do echo '{"Color": {"accent": "003366"}}' > themes/brand$n/config.json; done
            """
        try #require(try bash(setup, in: sandbox.path).status == 0)
        for step in steps { try run(step, in: "\(sandbox.path)/project") }
    }

    private func bash(_ command: String, in folder: String) throws -> Tool.Result {
        let tools = (Tool.themepack as NSString).deletingLastPathComponent
        return try Tool.run("/bin/bash", ["-c", "PATH=\(tools):$PATH; { \(command) ; } 2>&1"], in: folder)
    }

    private func run(_ step: Step, in folder: String) throws {
        let lines = try bash(step.command, in: folder).output.split(separator: "\n").map(String.init)
        #expect(lines.map(Self.timeless) == step.output.map(Self.timeless), "\(step.command)")
    }

    /// A line without the parts that differ between runs: durations, dates and fingerprints of keys.
    private static func timeless(_ line: String) -> String {
        [" in [0-9.]+ s", "expires [0-9TZ:-]+", "key SHA256:[A-Za-z0-9+/]+"].reduce(line) { line, pattern in
            line.replacingOccurrences(of: pattern, with: "...", options: .regularExpression)
        }
    }
}
