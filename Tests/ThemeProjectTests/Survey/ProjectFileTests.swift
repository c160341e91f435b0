import TestSupport
import Testing
import ThemeProject

@Suite("themepack.json")
struct ProjectFileTests {
    @Test(
        "An unknown key is an error with position and suggestion",
        arguments: [
            ("{\"rulez\": {}}", 1, 2, "there is no key 'rulez'", "did you mean 'rules'?"),
            (
                "{\"rules\": {\n\"image-dimension\": \"off\"}}", 2, 1, "there is no key 'image-dimension'",
                "did you mean 'image-dimensions'?"
            ),
            ("{\"rules\": {\"image-alpha\": \"none\"}}", 1, 27, "expected \"error\", \"warning\" or \"off\"", nil),
            ("{\"rules\": []}", 1, 11, "expected an object", nil), ("[]", 1, 1, "expected an object", nil),
            ("{\"limits\": {\"imageWidht\": 1}}", 1, 13, "there is no key", "did you mean 'imageWidth'?"),
            ("{\"limits\": {\"imageWidth\": 0}}", 1, 27, "whole number from 1", nil),
            ("{\"limits\": {\"imageWidth\": 1.5}}", 1, 27, "whole number from 1", nil),
            ("{\"limits\": {\"imageWidth\": 1e300}}", 1, 27, "whole number from 1", nil),
            ("{\"limits\": {\"imageWidth\": \"1\"}}", 1, 27, "whole number from 1", nil),
            ("{\"exemptions\": {}}", 1, 16, "expected a list", nil),
            ("{\"exemptions\": [{\"rule\": \"image-alpha\"}]}", 1, 17, "expected \"rule\" and \"path\"", nil),
            (
                "{\"exemptions\": [{\"rule\": \"image-alfa\", \"path\": \"x\"}]}", 1, 18, "there is no rule",
                "did you mean 'image-alpha'?"
            ),
            (
                "{\"exemptions\": [{\"rule\": \"image-alpha\", \"paht\": \"x\"}]}", 1, 41, "there is no key",
                "did you mean 'path'?"
            ),
            ("{\"assets\": \"../x\"}", 1, 12, "relative to the project", nil),
            ("{\"themes\": \"/x\"}", 1, 12, "relative to the project", nil),
            ("{\"assets\": 1}", 1, 12, "relative to the project", nil),
            ("{\"rules\": {}, \"rules\": {}}", 1, 15, "occurs twice", "keep one of them"),
            ("{\"contrast\": {}}", 1, 14, "expected a list", nil),
            ("{\"contrast\": [1]}", 1, 15, "expected an object", nil),
            ("{\"contrast\": [{\"text\": \"a\"}]}", 1, 15, "expected \"on\"", "for example \"Color.title\""),
            ("{\"contrast\": [{\"text\": 1, \"on\": \"a\"}]}", 1, 24, "expected \"text\"", nil),
            ("{\"contrast\": [{\"text\": \"\", \"on\": \"a\"}]}", 1, 24, "expected \"text\"", nil),
            ("{\"contrast\": [{\"onn\": \"a\"}]}", 1, 16, "there is no key 'onn'", "did you mean 'on'?"),
            ("{\"contrast\": [{\"text\": \"a\", \"on\": \"b\", \"min\": 0.9}]}", 1, 47, "from 1 to 21", nil),
            ("{\"contrast\": [{\"text\": \"a\", \"on\": \"b\", \"min\": 21.1}]}", 1, 47, "from 1 to 21", nil),
            ("{\"contrast\": [{\"text\": \"a\", \"on\": \"b\", \"min\": \"4\"}]}", 1, 47, "from 1 to 21", nil),
            ("{", 1, 1, "the '{' in line 1 is not closed", "add the missing '}'"), ("", 1, 1, "the file ends", nil),
        ] as [(String, Int, Int, String, String?)])
    func refused(_ text: String, _ line: Int, _ column: Int, _ says: String, _ hint: String?) {
        #expect {
            try Project(at: ProjectFiles.root, in: ProjectFiles.sound.with { $0["themepack.json"] = text }.memory)
        } throws: { error in
            guard let problem = error as? UserError else { return false }
            return problem.path == "/project/themepack.json"
                && problem.position == SourcePosition(line: line, column: column)
                && problem.message.contains(says) && (hint == nil || problem.hint == hint)
        }
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
