import Foundation
import TestSupport
import Testing
import ThemeManagement

@Suite("Documents")
struct DocumentationTests {
    @Test("Every Swift block of README, articles and doc comments is a compiled snippet, and every snippet is shown")
    func blocksAreSnippets() throws {
        let (blocks, snippets) = (try Documents.blocks(), try Documents.snippets())
        #expect(blocks.count > 10)
        for block in blocks where !snippets.contains(where: { $0.code == block.code }) {
            Issue.record("\(block.place): is not a snippet of Tests/DocumentationTests/Snippets\n\(block.code)")
        }
        for snippet in snippets where !blocks.contains(where: { $0.code == snippet.code }) {
            Issue.record("\(snippet.place): is in no document\n\(snippet.code)")
        }
    }

    @Test("Statements of articles compile in closures, as those of a button: there, an error has no type")
    func inClosures() throws {
        let folder = "Tests/DocumentationTests/Snippets"
        for file in try FileManager.default.contentsOfDirectory(atPath: "\(Tool.repository)/\(folder)")
        where file.hasSuffix(".swift") {
            let functions = try Documents.text(of: "\(folder)/\(file)")
                .matches(of: /(?s)\n(?:private )?func (\w+).*?\n}/).filter { $0.0.contains("\n    // snippet") }
            #expect(functions.isEmpty, "\(file): \(functions.map(\.1)) are functions: make them global closures")
        }
    }

    @Test("Every public error of a library is a DescribedError, so its text has the reason and the hint")
    func errorsAreDescribed() throws {
        for floor in ["Core", "App", "Delivery"] {
            let files = try FileManager.default.subpathsOfDirectory(atPath: "\(Tool.repository)/Sources/\(floor)")
            for file in files where file.hasSuffix(".swift") {
                let types = try Documents.text(of: "Sources/\(floor)/\(file)")
                    .matches(of: /public (?:indirect )?(?:enum|struct|final class) (\w+): ([^{]*Error\b[^{]*)\{/)
                for type in types { #expect(type.2.contains("DescribedError"), "\(type.1)") }
            }
        }
    }

    @Test("Calls of packs and managers that no article shows")
    func otherCallsRun() async {
        await #expect(processExitsWith: .success) {
            try await Sample.asApp {
                try await otherCalls(
                    PackFolder(packs), URL(fileURLWithPath: "\(packs)/default-1.0.0.themepack.zip"))
            }
        }
    }

    // Each test runs in a process of its own: the README's in a project with packs in `dist/`, the others as an app.

    @Test("README.md: the library")
    func readmeRuns() async { await #expect(processExitsWith: .success) { try await Sample.inside { try readme() } } }

    @Test("From folder to pixel")
    func fromFolderToPixelRuns() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
            try await Sample.asApp { try fromFolderToPixel() }
        }
        #expect(
            Sample.lines(result.standardOutputContent) == ["New Year 1.2.0", "year @2x 88x44", "PNG true"])
    }

    @Test("Handling errors")
    func handlingErrorsRuns() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
            try await Sample.asApp { try await handlingErrors() }
        }
        #expect(
            Sample.lines(result.standardOutputContent).map { $0.replacing(/^.*\/(?=year-)/, with: "") } == [
                "year-1.2.0.themepack.zip: Color.title: expected a number, found the string '7A0A18' "
                    + "(correct the setting, or ask for the type that it has)",
                "year does not have it",
                "default chosen, at @2x",
                "there is no theme 'yaer' (did you mean 'year'?)",
            ])
    }

    @Test("The table of errors has every case of ThemeError")
    func tableOfErrors() throws {
        let code = try Documents.text(of: "Sources/App/ThemeRuntime/Mount/ThemeError.swift")
        let table = try Documents.text(of: "Sources/App/ThemeRuntime/ThemeRuntime.docc/HandlingErrors.md")
        let cases = code.matches(of: /\n    case (\w+)/).map { String($0.1) }
        #expect(cases.count > 10)
        for name in cases { #expect(table.contains(" ``ThemeError/\(name)("), "\(name)") }
    }

    @Test("A service")
    func inAServiceRuns() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
            try await Sample.asApp { try inAService() }
        }
        // The article follows the folder, which is deleted before the process ends.
        #expect(Sample.lines(result.standardOutputContent).prefix(2) == ["66 1413", "true 1413"])
    }

    @Test("Packs that you did not build; examples at single symbols")
    func othersRun() async {
        await #expect(processExitsWith: .success) {
            try await Sample.asApp(preparing: signSample) {
                try atThemeRuntime()
                try await untrustedPacks()
                try atDecodedImages()
                try atTypedKeys()
                try typedKeys()
                try fromKeyToFeed()
                try atThemeTrust()
                try atFeed()
            }
            try await Sample.asApp {
                try await MainActor.run {
                    try atThemeManager()
                    try atThemeTable()
                    try atStates()
                }
                try await followingSeasons()
                try await atSharedManager()
            }
        }
    }

    @Test("ME3 ME7 ME10 ME11 ME12 ME14 ME15 Coming from METhemeKit")
    func comingFromMEThemeKitRuns() async {
        await #expect(processExitsWith: .success) {
            try await Sample.asApp { try await comingFromMEThemeKit() }
        }
    }

    @Test("QM1 QM2 QM3 QM4 QM5 QM6 QM7 QM8 QM9 QM10 Coming from QMUITheme")
    func comingFromQMUIThemeRuns() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
            try await comingFromQMUITheme()
        }
        #expect(Sample.lines(result.standardOutputContent) == ["light #FF222222", "light -> dark"])
    }

    @Test("DD2 DD4 DD6 DD9 DD10 DD11 Coming from DDSkin")
    func comingFromDDSkinRuns() async {
        await #expect(processExitsWith: .success) {
            try await Sample.asApp(preparing: writeSkins) { try await comingFromDDSkin() }
        }
    }

    @Test("CE1 CE2 CE3 Coming from CEThemeSwitcher")
    func comingFromCEThemeSwitcherRuns() async throws { try await comingFromCEThemeSwitcher() }

    @Test("TM3 TM4 TM6 Switching themes: the design")
    func switchingThemesRuns() async {
        await #expect(processExitsWith: .success) {
            try await Sample.asApp { try await switchingThemes() }
        }
    }
}
