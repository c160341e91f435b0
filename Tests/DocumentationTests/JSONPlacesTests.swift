import Foundation
import TestSupport
import Testing

/// `JSONReader` is the only reader of JSON, `CanonicalJSON` the only writer. These tests find a second one.
@Suite("One reader and one writer of JSON")
struct JSONPlacesTests {
    /// Code that a reader or writer of JSON has, and the files that may have it.
    struct Rule: Sendable, CustomTestStringConvertible {
        let name: String
        let code: String
        let files: Set<String>

        var testDescription: String { name }
    }

    static let rules = [
        Rule(
            name: "Foundation's coders",
            code: #"\bJSON(Serialization|Decoder|Encoder)\b"#,
            files: [
                // Codable values of a file that the store alone writes, and whose length it bounds: see decision 10.
                "ThemeUpdates/Store/UpdateState.swift",
                // Findings between two runs of one build of the tool. The checksum of the file is compared first.
                "ThemePackager/Incremental/ProjectCache.swift",
            ]),
        Rule(
            name: "Escapes of the form \\u0041",
            code: #"\\\\u(?!\{)"#,
            files: [
                "ThemeModel/JSON/JSONScalars.swift", "PackFormat/JSON/CanonicalJSON.swift",
                // Escapes characters that a terminal or GitHub's runner would obey, in text of CanonicalJSON.
                "ThemepackCLI/Output/Console.swift",
                // An example in a hint.
                "ThemeProject/Text/SourceDocument.swift",
            ]),
        Rule(
            name: "JSON in text literals",
            code: #""[\[{](\\n *)?\\""#,
            files: [
                // The configuration of a new project: people edit it, so its members are not sorted.
                // Examples in hints.
                "ThemeKeys/Source/KeyTarget.swift", "ThemeReview/Screens/SampleScreensReader.swift",
            ]),
        Rule(
            name: "Types named after reading or writing JSON",
            code: #"(struct|class|enum|actor) \w*(JSON|Json)\w*(Read|Scan|Pars|Lex|Decod|Writ|Encod)\w*"#,
            files: ["ThemeModel/JSON/JSONReader.swift"]),
    ]

    @Test("Only these files have code that reads or writes JSON", arguments: rules)
    func places(_ rule: Rule) throws {
        let code = try Regex(rule.code)
        let sources = "\(Tool.repository)/Sources"
        var found: Set<String> = []
        for case let file as String in FileManager.default.enumerator(atPath: sources) ?? .init() {
            guard file.hasSuffix(".swift") else { continue }
            let lines = try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8).split(separator: "\n")
            if lines.contains(where: { !$0.drop { $0 == " " }.hasPrefix("//") && $0.contains(code) }) {
                found.insert(file)
            }
        }
        #expect(found == rule.files)
    }
}
