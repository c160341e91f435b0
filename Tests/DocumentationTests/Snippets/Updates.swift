import ThemeManagement
import ThemeUpdates

private let allowedSigners = ""
private let storeFolder = "store"

let updates: @Sendable (ThemeManager) async throws -> Void = { manager in
    // snippet
    let source = try UpdateSource(
        base: FeedBase("https://themes.example.org/app/"), channel: FeedChannel("stable"),
        signers: TrustedSigners(allowedSigners: allowedSigners))
    let updater = await ThemeUpdater(manager, following: source, store: storeFolder)
    try await updater.update()
    // end
    try await steps(updater)
}

private let steps: @Sendable (ThemeUpdater) async throws -> Void = { updater in
    // snippet
    let plan = try await updater.check()
    for step in plan.steps { print(step.theme, step.entry.version, step.byteCount) }
    for (theme, obstacle) in plan.obstacles { print(theme, obstacle) }
    try await updater.download(plan) { progress in print(progress.received, progress.total) }
    try await updater.activate()
    // end
    // snippet
    try await updater.rollBack(reason: "the title is unreadable")
    try await updater.rollBackToEmbedded()
    // end
    // snippet
    for await result in updater.activations(every: .seconds(10)) {
        if case .success(let themes) = result { print("now newer:", themes.count) }
    }
    // end
    // snippet
    let themes = try await updater.fetch("autumn") { progress in print(progress.receivedOfAll, progress.totalOfAll) }
    // end
    _ = themes
    var source = updater.source
    // snippet
    source.mirrors = [try FeedBase("https://mirror.example.net/app/")]
    source.onDemand = true
    source.allowsMetered = false
    source.quota = 50_000_000
    source.onFailure = { failure in print(failure.theme as Any, failure.error, failure.next) }
    // end
    // snippet
    await updater.follow { result in
        if case .failure(let error) = result { print("the themes stay: \(error)") }
    }
    // end
    // snippet
    for await result in updater.updates() {
        if case .failure(let error) = result { print("the themes stay: \(error)") }
    }
    // end
    // snippet
    for try await progress in updater.downloading(plan) { print(progress.receivedOfAll, progress.totalOfAll) }
    try await updater.activate()
    // end
}
