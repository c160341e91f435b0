#if Feed
    import Logging
    import ServiceLifecycle
    import ThemeRuntime
    import ThemeUpdates

    /// Follows a feed until the service stops: fetches and shows new packs, and logs why if it cannot.
    struct FeedFollower: Service {
        private let updater: ThemeUpdater
        private let logger: Logger

        init(_ library: ThemeLibrary, address: String, signers: String, store: String, logger: Logger) async throws {
            var source = try UpdateSource(
                base: FeedBase(address), channel: FeedChannel("stable"), signers: TrustedSigners(contentsOf: signers))
            source.allowsLoopback = true
            updater = await ThemeUpdater(library, following: source, store: store)
            self.logger = logger
        }

        func run() async throws {
            await cancelWhenGracefulShutdown {
                while !Task.isCancelled {
                    do {
                        for theme in try await updater.update() { logger.info("the theme '\(theme)' is new") }
                    } catch {
                        logger.error("the themes stay: \(error)")
                    }
                    try? await Task.sleep(for: .seconds(60))
                }
            }
        }
    }
#endif
