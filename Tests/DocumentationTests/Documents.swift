import Foundation
import TestSupport

/// Swift code in documents, and the compiled snippets of `Snippets/`.
enum Documents {
    struct Block: Sendable {
        let place: String
        let code: String
    }

    /// The Swift blocks of the README, of the articles and of doc comments.
    static func blocks() throws -> [Block] {
        let modules = ["ThemeRuntime", "ThemeManagement", "ThemeUI", "ThemeTrust", "ThemeUpdates"]
        let pages = try modules.flatMap { try files(below: StructureTests.folder(of: $0)) }
        return try (["README.md"] + pages).flatMap { page in
            let lines = try lines(of: page).map { line in
                let text = line.drop { $0 == " " }
                return page.hasSuffix(".md") ? line : text.hasPrefix("///") ? String(text.dropFirst(4)) : ""
            }
            return cut(lines, page, from: "```swift", to: "```")
        }
    }

    /// The code between `// snippet` and `// end` in the files of `Snippets/`. Code for Apple's modules is in
    /// `Tests/AppleStubs/Snippets/`; `make apple` compiles it.
    static func snippets() throws -> [Block] {
        try ["DocumentationTests", "AppleStubs"].flatMap { try files(below: "Tests/\($0)/Snippets") }
            .flatMap { cut(try lines(of: $0), $0, from: "// snippet", to: "// end") }
    }

    private static func files(below folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(Tool.repository)/\(folder)").sorted()
            .map { "\(folder)/\($0)" }.filter { $0.hasSuffix(".md") || $0.hasSuffix(".swift") }
    }

    static func text(of path: String) throws -> String {
        try String(contentsOfFile: "\(Tool.repository)/\(path)", encoding: .utf8)
    }

    private static func lines(of path: String) throws -> [String] {
        try text(of: path)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private static func cut(_ lines: [String], _ path: String, from start: String, to end: String) -> [Block] {
        var blocks: [Block] = []
        var first: Int?
        for (number, line) in lines.enumerated() {
            let mark = line.trimmingCharacters(in: .whitespaces)
            if mark == start {
                first = number + 1
            } else if mark == end, let begin = first {
                blocks.append(Block(place: "\(path):\(begin + 1)", code: normal(Array(lines[begin..<number]))))
                first = nil
            }
        }
        return blocks
    }

    /// Removes imports and common indentation, and leaves one space before a comment. Documents align comments, the
    /// formatter does not.
    private static func normal(_ lines: [String]) -> String {
        var lines = lines.filter { !$0.hasPrefix("import ") }
        while lines.first?.isEmpty == true { lines.removeFirst() }
        let indentation = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { line in
            let text = line.dropFirst(indentation)
            guard let comment = text.range(of: " //") else { return String(text) }
            let code = text[..<comment.lowerBound]
            let trimmed = code.reversed().drop { $0 == " " }.reversed()
            return trimmed.isEmpty ? String(text) : String(trimmed) + text[comment.lowerBound...]
        }.joined(separator: "\n")
    }
}
