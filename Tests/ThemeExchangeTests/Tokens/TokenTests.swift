import Foundation
import TestSupport
import ThemeExchange
import ThemeModel
import ThemeProject

protocol TokenTests {
    var sandbox: Sandbox { get }
}

extension TokenTests {
    var project: String { "\(sandbox.path)/project" }

    func read(_ files: String..., themes: [String] = []) throws -> ThemeContents {
        try TokenImport.read(
            files.map { "\(sandbox.path)/\($0)" }, ImportOptions(themes: AppearanceThemes(themes)))
    }

    /// Imports one file and returns the default theme's settings as `path value`.
    func settings(_ json: String) throws -> (lines: [String], change: ProjectChange) {
        try sandbox.write("t.tokens.json", json)
        let change = try CatalogMaker.write(try read("t.tokens.json"), into: project)
        guard FileManager.default.fileExists(atPath: project) else { return ([], change) }
        let theme = try ExportedProject.themes("default", in: project)[0]
        return (theme.settings.map { "\($0.path) \($0.color?.description ?? $0.value.summary)" }, change)
    }
}
