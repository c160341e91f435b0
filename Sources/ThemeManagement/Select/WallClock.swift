#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The time of day, which seasons depend on. Tests use their own clock.
package protocol WallClock: Sendable {
    var now: Date { get }

    /// Waits until a time; may return earlier. Throws `CancellationError` if the task is canceled.
    func sleep(until date: Date) async throws
}

/// The system's clock. It may be set at any time, so this never sleeps longer than a minute.
package struct SystemWallClock: WallClock {
    package init() {}

    package var now: Date { Date() }

    package func sleep(until date: Date) async throws {
        let seconds = min(max(date.timeIntervalSince(now), 0.01), 60)
        try await Task.sleep(for: .seconds(seconds))
    }
}
