import Foundation
import Synchronization

/// A copy of a corpus that the tool can write to. It is committed to git, for the comparison with `git status`.
struct ToolProject: Sendable {
    let name: String
    let root: String
    let image: String
    let themeFolder: String
    let images: (defaults: [String], themed: [String])

    init(_ corpus: Corpus, in scratch: String) throws {
        name = corpus.name
        root = "\(scratch)/tool-\(corpus.name)"
        themeFolder = "themes/\(corpus.theme)"
        try Self.copy(corpus.project, to: root)
        let images = (
            defaults: try Self.images(in: "assets", of: root), themed: try Self.images(in: themeFolder, of: root)
        )
        guard let image = images.themed.first else { throw BenchmarkFailure("\(root) has no themed image") }
        self.images = images
        self.image = "\(root)/\(image)"
        try "dist\n.themepack\n".write(toFile: "\(root)/.gitignore", atomically: true, encoding: .utf8)
        let identity = ["-c", "user.name=bench", "-c", "user.email=bench@localhost", "-c", "commit.gpgsign=false"]
        for arguments in [["init", "-q"], ["add", "-A"], identity + ["commit", "-q", "-m", "corpus"]] {
            try Command("git", arguments, in: root)?.run()
        }
        // Otherwise the system writes the new files to the disk during the measurement.
        sync()
    }

    /// Copies the files of a project that the tool reads. `cp` takes a third of Foundation's time.
    static func copy(_ project: String, to root: String) throws {
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        let items = try FileManager.default.contentsOfDirectory(atPath: project)
            .filter(["assets", "themes", "themepack.json"].contains)
        try Command("cp", ["-R"] + items + [root], in: project)?.run()
    }

    private static func images(in tree: String, of root: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(tree)").filter { $0.hasSuffix(".png") }
            .map { "\(tree)/\($0)" }
    }

    /// Deletes cache and packs, so that the next build is a cold one.
    func forget() {
        for folder in [".themepack", "dist"] { try? FileManager.default.removeItem(atPath: "\(root)/\(folder)") }
    }

    func change() throws { try Self.change(image) }

    /// Gives an image other bytes with the same pixels. Each third change restores the first bytes, so two programs
    /// that change it in turns both find bytes that they have not seen at their last run.
    static func change(_ image: String) throws {
        let url = URL(fileURLWithPath: image)
        let bytes = try Data(contentsOf: url)
        let end = bytes.suffix(12)
        var rest = bytes.dropLast(end.count)
        var comments = 0
        while rest.suffix(comment.count) == comment {
            rest = rest.dropLast(comment.count)
            comments += 1
        }
        for _ in 0..<(comments + 1) % 3 { rest += comment }
        try (rest + end).write(to: url)
    }

    /// A `tEXt` chunk: its length, its type, its text and their CRC-32.
    private static let comment =
        Data([0, 0, 0, 15]) + Data("tEXtComment\0changed".utf8) + Data([0x31, 0x19, 0xBB, 0x4C])

    /// Returns commands `program arguments file...` with at most 2,000 files each, as argument lists are limited.
    func each(_ program: String, _ arguments: [String], _ files: [String]) -> [Command] {
        stride(from: 0, to: files.count, by: 2000).compactMap {
            Command(program, arguments + files[$0..<min($0 + 2000, files.count)], in: root)
        }
    }
}

/// The copies of corpora, each made once.
final class ToolProjects: Sendable {
    private let scratch: String
    private let made = Mutex<[String: ToolProject]>([:])

    init(in scratch: String) { self.scratch = scratch }

    func project(of corpus: Corpus) throws -> ToolProject {
        try made.withLock { made in
            if let known = made[corpus.name] { return known }
            let project = try ToolProject(corpus, in: scratch)
            made[corpus.name] = project
            return project
        }
    }

    /// A folder in which the tool can write. A generated project is not copied: nobody else uses it.
    func folder(of corpus: Corpus) throws -> String {
        corpus.isSynthetic ? corpus.project : try project(of: corpus).root
    }
}
