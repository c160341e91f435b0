import Testing
import ThemeManagement

// snippet
func imageBytes(_ key: ImageKey, of theme: Theme, in library: ThemeLibrary) throws(ThemeError) -> ThemeBytes? {
    do {
        return try theme.image(key, scale: .two)?.bytes()
    } catch {
        print("theme \(theme.id): \(error)")
        return try library.defaultTheme.image(key, scale: .two)?.bytes()
    }
}
// end

let handlingErrors: @MainActor @Sendable () throws -> Void = {
    let library = try ThemeLibrary(default: ThemePack(mounting: "\(packs)/default-1.0.0.themepack.zip"))
    try library.add(ThemePack(mounting: "\(packs)/year-1.2.0.themepack.zip"))
    let theme = try #require(library.theme("year"))

    // snippet
    do {
        let radius = try theme.number("Color.title")
        print(radius ?? 6)
    } catch {
        print(error)
        // .../year-1.2.0.themepack.zip: Color.title: expected a number, found the string '7A0A18'
        // (correct the setting, or ask for the type that it has)
    }
    // end

    // snippet
    let explanation = theme.explain("common/avatar", scale: .two)
    for step in explanation.steps { print(step.theme, step.outcome) }
    // year does not have it
    // default chosen, at @2x
    // end

    let manager = try ThemeManager(library)
    // snippet
    do {
        try manager.select("yaer")
    } catch {
        print(error)  // there is no theme 'yaer' (did you mean 'year'?)
    }
    // end
    #expect(manager.id == .default)

    #expect(try imageBytes("common/buttonImage", of: theme, in: library) != nil)
    #expect(try imageBytes("common/noSuchImage", of: theme, in: library) == nil)
}
