import Foundation
import Testing
import ThemeManagement
import ThemeModel

@Suite("Errors for people")
struct LocalizedErrorTests {
    @Test("The text and localizedDescription of an error are its message and its hint")
    func same() throws {
        let errors: [any DescribedError] = [
            ManagerError.noStyles, ThemeError.notMounted("year"),
            StoreError(place: "choice.txt", reason: "is a folder"),
            PackFolderProblem.defaultVanished(path: "packs"), InvalidPath.absolute,
            ManagerError.unusableTheme(id: "year", reason: ThemeError.notMounted("year")),
        ]
        for error in errors {
            let text = error.message + (error.hint.map { " (\($0))" } ?? "")
            #expect("\(error)" == text && error.localizedDescription == text && !error.message.isEmpty)
            #expect(text.matches(of: /\(/).count <= 1, "the hint is there once")
        }
        #expect("\(errors[5])".contains("add its pack first"), "the hint is that of the reason")
        let word = "no color"
        let color = #expect(throws: InvalidColor.self) { try ThemeColor(word) }
        #expect(color?.localizedDescription == color?.description && color?.description.contains("'no color'") == true)
        let text = "No Id"
        let name = #expect(throws: InvalidName.self) { try ThemeID(text) }
        #expect(name?.localizedDescription == name?.description && name?.description.contains("'No Id'") == true)
    }
}
