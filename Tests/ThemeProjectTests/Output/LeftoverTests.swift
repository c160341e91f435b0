import Foundation
import TestSupport
import Testing

@testable import ThemeProject

@Suite("What killed runs leave")
struct LeftoverTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try ProjectFiles.sound.write(to: sandbox)
    }

    @Test("Temporary files are neither images nor themes")
    func survey() throws {
        try sandbox.write("assets/common/.themepack-1f.tmp", "half")
        try sandbox.write("themes/year/.themepack-2f.tmp", "half")
        try sandbox.write("themes/dark/.themepack-3f.tmp", "half")
        let project = try Project(at: sandbox.path)
        #expect(try project.themeFolders() == ["default", "year"])
        let survey = try ProjectSurvey(of: project, .everything, jobs: 1)
        #expect(survey.findings.isEmpty && survey.themes.count == 2)
    }

    @Test("They are found in the root, in trees and in folders of themes, and nothing else is")
    func found() throws {
        let names = [".themepack-a.tmp", "assets/.themepack-b.tmp", "themes/new/.themepack-c.tmp"]
        for name in names { try sandbox.write(name, "half") }
        for name in ["assets/x.tmp", "assets/.themepack-d", "other/.themepack-e.tmp"] { try sandbox.write(name, "x") }
        #expect(symlink("../other", "\(sandbox.path)/assets/link") == 0)
        #expect(Leftovers.find(in: sandbox.path, ["assets", "themes"]) == names.map { "\(sandbox.path)/\($0)" })
        Leftovers.remove(in: try OutputFolder(sourcesOf: sandbox.path), ["assets", "themes"])
        #expect(Leftovers.find(in: sandbox.path, ["assets", "themes"]).isEmpty)
        #expect(FileManager.default.fileExists(atPath: "\(sandbox.path)/other/.themepack-e.tmp"))
    }
}
