import Testing
import ThemeManagement

let untrustedPacks: @MainActor @Sendable () async throws -> Void = {
    // snippet
    let mapped = try ThemePack(mounting: "\(packs)/year-1.2.0.themepack.zip")
    let resident = try ThemePack(mounting: "\(packs)/year-1.2.0.themepack.zip", mode: .resident)
    // end
    let library = try ThemeLibrary(default: ThemePack(mounting: "\(packs)/default-1.0.0.themepack.zip"))
    try library.add(mapped)

    // snippet
    let update = try ThemePack(mounting: "\(packs)/year-1.2.0.themepack.zip", mode: .checkedAtMount)
    try library.replace(update)
    // end
    #expect(library.theme("year")?.pack === update)
    #expect(resident.byteCount == mapped.byteCount)

    let manager = try ThemeManager(library)
    // snippet
    try await manager.replace(ThemePack(mounting: "\(packs)/year-1.2.0.themepack.zip"))
    // end
    #expect(library.theme("year")?.pack !== update)
}
