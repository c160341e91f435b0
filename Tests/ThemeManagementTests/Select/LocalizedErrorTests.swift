import Foundation
import Testing
import ThemeManagement
import ThemeModel

@Suite("Errors for people")
struct LocalizedErrorTests {
    @Test("localizedDescription says what description says")
    func same() throws {
        let errors: [any DescribedError] = [
            ManagerError.noStyles, ThemeError.notMounted("year"),
            StoreError(place: "choice.txt", reason: "is a folder"),
            PackFolderProblem.defaultVanished(path: "packs"), InvalidPath.absolute,
        ]
        for error in errors {
            #expect(error.localizedDescription == error.description && !error.description.isEmpty)
        }
        let word = "no color"
        let color = #expect(throws: InvalidColor.self) { try ThemeColor(word) }
        #expect(color?.localizedDescription == color?.description && color?.description.contains("'no color'") == true)
        let text = "No Id"
        let name = #expect(throws: InvalidName.self) { try ThemeID(text) }
        #expect(name?.localizedDescription == name?.description && name?.description.contains("'No Id'") == true)
    }
}
