import Logging
import ServiceLifecycle
import ThemeUpdates

/// Follows a feed until the service stops: fetches and shows new packs, and logs why if it cannot.
struct FeedFollower: Service {
    let updater: ThemeUpdater
    let interval: Duration
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do throws(UpdateError) {
                    for theme in try await updater.update() { logger.info("the theme '\(theme)' is new") }
                } catch {
                    logger.error("the themes stay: \(error)")
                }
                try? await Task.sleep(for: interval)
            }
        }
    }
}
