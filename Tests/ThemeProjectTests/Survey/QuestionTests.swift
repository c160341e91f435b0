import TestSupport
import Testing
import ThemeSystem

@testable import ThemeProject

/// The survey's questions to the file system about themes. A project can have tens of thousands of themes.
struct QuestionTests {
    private let files = ProjectFiles.sound.with {
        $0["themes/plain/theme.json"] = #"{"id": "plain", "version": "1.0.0", "imageNamePrefix": "plain_"}"#
        $0["themes/usual/theme.json"] = #"{"id": "usual", "version": "1.0.0", "imageNamePrefix": "usual_"}"#
        $0["themes/usual/config.plist"] = "<plist><dict/></plist>"
    }

    private func questions(_ scope: ThemeScope, about theme: String) throws -> [String] {
        let fileSystem = AskedFileSystem(base: files.memory)
        let project = try Project(at: ProjectFiles.root, in: fileSystem)
        let survey = try ProjectSurvey(of: project, scope, jobs: 1)
        #expect(survey.findings.map(\.line) == [])
        let folder = "\(ProjectFiles.root)/themes/\(theme)"
        return fileSystem.questions.withLock { $0 }.filter { $0.contains(folder) }
            .map { $0.replacing(folder, with: "") }.sorted()
    }

    @Test(
        "The folder of a theme is listed once, and nothing else is asked about what lies in it",
        arguments: [
            ("year", ["list ", "list /common", "read /config.json", "read /theme.json"]),
            ("usual", ["list ", "read /config.plist", "read /theme.json"]), ("plain", ["list ", "read /theme.json"]),
        ])
    func selected(theme: String, expected: [String]) throws {
        #expect(try questions(.everything, about: theme) == expected)
    }

    @Test("The folder of a theme that is not verified is not listed, because it can have many images")
    func unselected() throws {
        #expect(try questions(.folders(["plain"]), about: "year").contains { $0.hasPrefix("list") } == false)
    }
}

/// Notes all questions.
private final class AskedFileSystem: FileSystem {
    private let base: any FileSystem
    let questions = Lock<[String]>([])

    init(base: any FileSystem) { self.base = base }

    private func note(_ question: String, _ path: String) { questions.withLock { $0.append("\(question) \(path)") } }

    func entries(of folder: String) throws(FileError) -> [FolderEntry] {
        note("list", folder)
        return try base.entries(of: folder)
    }

    func read(_ path: String, first count: Int?, limit: Int) throws(FileError) -> FileContents {
        note("read", path)
        return try base.read(path, first: count, limit: limit)
    }

    func destination(of path: String) throws(FileError) -> String {
        note("resolve", path)
        return try base.destination(of: path)
    }

    func kind(of path: String) -> FileKind? {
        note("kind", path)
        return base.kind(of: path)
    }
}
