import TestSupport
import Testing
import ThemeProject

@Suite("themepack.json")
struct ProjectFileTests {
    @Test(
        "A mistake is an error with its position",
        arguments: [
            ("{\"rulez\": {}}", 1, 2),
            ("{\"rules\": {\n\"image-dimension\": \"off\"}}", 2, 1),
            ("{\"rules\": {\"image-alpha\": \"none\"}}", 1, 27),
            ("{\"rules\": []}", 1, 11), ("[]", 1, 1),
            ("{\"limits\": {\"imageWidht\": 1}}", 1, 13),
            ("{\"limits\": {\"imageWidth\": 0}}", 1, 27),
            ("{\"limits\": {\"imageWidth\": 1.5}}", 1, 27),
            ("{\"limits\": {\"imageWidth\": 1e300}}", 1, 27),
            ("{\"limits\": {\"imageWidth\": \"1\"}}", 1, 27),
            ("{\"exemptions\": {}}", 1, 16),
            ("{\"exemptions\": [{\"rule\": \"image-alpha\"}]}", 1, 17),
            ("{\"exemptions\": [{\"rule\": \"image-alfa\", \"path\": \"x\"}]}", 1, 18),
            ("{\"exemptions\": [{\"rule\": \"image-alpha\", \"paht\": \"x\"}]}", 1, 41),
            ("{\"assets\": \"../x\"}", 1, 12),
            ("{\"themes\": \"/x\"}", 1, 12),
            ("{\"assets\": 1}", 1, 12),
            ("{\"rules\": {}, \"rules\": {}}", 1, 15),
            ("{\"contrast\": {}}", 1, 14),
            ("{\"contrast\": [1]}", 1, 15),
            ("{\"contrast\": [{\"text\": \"a\"}]}", 1, 15),
            ("{\"contrast\": [{\"text\": 1, \"on\": \"a\"}]}", 1, 24),
            ("{\"contrast\": [{\"text\": \"\", \"on\": \"a\"}]}", 1, 24),
            ("{\"contrast\": [{\"onn\": \"a\"}]}", 1, 16),
            ("{\"contrast\": [{\"text\": \"a\", \"on\": \"b\", \"min\": 0.9}]}", 1, 47),
            ("{\"contrast\": [{\"text\": \"a\", \"on\": \"b\", \"min\": 21.1}]}", 1, 47),
            ("{\"contrast\": [{\"text\": \"a\", \"on\": \"b\", \"min\": \"4\"}]}", 1, 47),
            ("{", 1, 1), ("", 1, 1),
        ] as [(String, Int, Int)])
    func refused(_ text: String, _ line: Int, _ column: Int) throws {
        let error = #expect(throws: UserError.self) {
            try Project(at: ProjectFiles.root, in: ProjectFiles.sound.with { $0["themepack.json"] = text }.memory)
        }
        #expect(error?.path == "/project/themepack.json")
        #expect(error?.position == SourcePosition(line: line, column: column))
        #expect(
            try Sentences.mismatch(error?.sentence, of: text.isEmpty ? "an empty file" : text, in: "project-file")
                == nil)
    }

    @Test("Folders can have other names")
    func folders() throws {
        let project = ProjectFiles.sound.with { project in
            project.files = Dictionary(
                uniqueKeysWithValues: project.files.map {
                    ($0.replacing("assets/", with: "a/b/").replacing("themes/", with: "t/"), $1)
                })
            project["themepack.json"] = "{\"assets\": \"a/b\", \"themes\": \"t\"}"
        }
        let survey = try ProjectSurvey(of: Project(at: ProjectFiles.root, in: project.memory), .everything, jobs: 1)
        #expect(survey.findings.isEmpty && survey.images.files.count == 6 && survey.themes.count == 2)
    }

    @Test("A folder without a project is an error with a hint")
    func none() {
        #expect {
            try Project(at: "/nowhere", in: MemoryFileSystem())
        } throws: { error in
            (error as? UserError)?.hint?.contains("themepack init") == true
        }
    }

    @Test("The nearest project is found from its subfolders")
    func nearest() {
        let memory = ProjectFiles.sound.memory
        for folder in ["/project", "/project/assets", "/project/assets/common", "/project/themes/year"] {
            #expect(Project.root(above: folder, in: memory) == "/project")
        }
        #expect(Project.root(above: "/", in: memory) == nil)
        #expect(Project.root(above: "/absent", in: memory) == nil)
    }
}
