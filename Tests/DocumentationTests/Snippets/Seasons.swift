import Testing
import ThemeManagement

let followingSeasons: @MainActor @Sendable () async throws -> Void = {
    let manager = try ThemeManager(folder: .appResources)
    // snippet
    let seasons = Task { await manager.followSeasons() }
    let observation = manager.observe { change in
        print(change.added, change.removed)  // the ids: [year] [default]
    }
    // end
    try manager.select("year")
    seasons.cancel()
    await seasons.value
    observation.cancel()
    #expect(manager.id == "year")
}
