import Foundation
import ThemeModel
import ThemeSystem

/// The sentences that users read about the cases of a test, in a file of `Tests/Sentences`. Tests compare rules, places
/// and values themselves, and sentences with these files, so that a better wording changes one file.
///
/// `make sentences` writes the files, with escapes for control characters and a word in place of a sandbox's path. The
/// difference that git shows is what users will read instead.
public enum Sentences {
    private static let isWriting = ProcessInfo.processInfo.environment["THEMEPACK_WRITE_SENTENCES"] != nil
    private static let folder = URL(fileURLWithPath: "\(Tool.repository)/Tests/Sentences")
    private static let files = Lock([String: [String: String]]())
    private static let mark = "== "

    /// Returns `nil` if the sentence of a case is the one in the file, else what is wrong.
    ///
    /// - Parameters:
    ///   - sentence: of the case; `nil` is a mismatch.
    ///   - name: of the case, unlike that of any other case of the file. A line break is shown as an escape.
    ///   - file: the name of the file without `.txt`.
    public static func mismatch(_ sentence: String?, of name: String, in file: String) throws -> String? {
        let sandbox = /(?:(?:\/[\w.\-]+)*\/)?themepack-test-\w{6}(?:\/dist-[\w\-]{36})?/
        guard let text = sentence?.replacing(sandbox, with: "SANDBOX") else {
            return "'\(name)' has no sentence"
        }
        let sentence = escaping(text.trimmingCharacters(in: .newlines)) { $0.isInvisible && $0 != "\n" }
        let name = escaping(name, \.isInvisible)
        guard !"\n\(sentence)".contains("\n\(mark)") else { return "'\(name)' is ambiguous" }
        return try files.withLock { files in
            guard isWriting else {
                let known = try files[file] ?? read(file)
                files[file] = known
                // Strings that differ in their Unicode form are equal.
                if known[name]?.utf8.elementsEqual(sentence.utf8) == true { return nil }
                return "'\(name)' has the sentence '\(known[name] ?? "")' ('make sentences' accepts '\(sentence)')"
            }
            let known = files[file, default: [:]].updateValue(sentence, forKey: name)
            let cases = files[file, default: [:]].sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            let text = cases.map { "\(mark)\($0.key)\n\($0.value)\n" }.joined(separator: "\n")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: folder.appendingPathComponent("\(file).txt"))
            return known == nil || known == sentence ? nil : "two cases are '\(name)'"
        }
    }

    private static func escaping(_ text: String, _ isEscaped: (Unicode.Scalar) -> Bool) -> String {
        text.unicodeScalars.reduce(into: "") { text, scalar in
            text += isEscaped(scalar) ? scalar.escape : String(scalar)
        }
    }

    private static func read(_ file: String) throws -> [String: String] {
        let text = try String(contentsOf: folder.appendingPathComponent("\(file).txt"), encoding: .utf8)
        var sentences: [String: String] = [:]
        for part in "\n\(text)".components(separatedBy: "\n\(mark)").dropFirst() {
            let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            let sentence = lines.count > 1 ? lines[1] : ""
            sentences[String(lines[0])] = sentence.trimmingCharacters(in: .newlines)
        }
        return sentences
    }
}
