import Foundation
import TestSupport
import Testing

@Suite("Transcripts in the README")
struct TranscriptTests {
    struct Step: Sendable, CustomTestStringConvertible {
        let command: String
        let output: [String]
        var testDescription: String { command }
    }

    /// Indented lines: commands after `$ ` and their output. A transcript ends at other text.
    static func transcripts() throws -> [[Step]] {
        var transcripts: [[Step]] = []
        var isInside = false
        let readme = try String(contentsOfFile: "\(Tool.repository)/README.md", encoding: .utf8)
        for line in readme.split(separator: "\n", omittingEmptySubsequences: false) {
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
        let transcripts = try Self.transcripts()
        #expect(transcripts.flatMap(\.self).count >= 6)
        let tools = (Tool.themepack as NSString).deletingLastPathComponent
        for transcript in transcripts {
            // Each transcript begins with the repository's sample and the packs of earlier transcripts.
            for folder in ["assets", "themes"] {
                try FileManager.default.removeItem(atPath: "\(sample.path)/\(folder)")
                try FileManager.default.copyItem(
                    atPath: "\(Tool.repository)/\(folder)", toPath: "\(sample.path)/\(folder)")
            }
            for step in transcript {
                let result = try Tool.run(
                    "/bin/bash", ["-c", "PATH=\(tools):$PATH; { \(step.command) ; } 2>&1"], in: sample.path)
                let lines = result.output.split(separator: "\n").map(String.init)
                #expect(lines.map(Self.timeless) == step.output.map(Self.timeless), "\(step.command)")
            }
        }
    }

    /// A line with `in 0.06 s` as `in ... s`.
    private static func timeless(_ line: String) -> String {
        line.replacingOccurrences(of: #" in [0-9.]+ s"#, with: " in ... s", options: .regularExpression)
    }
}
