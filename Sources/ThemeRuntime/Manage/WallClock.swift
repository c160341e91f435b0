public import Foundation

/// Tells the time of day, and waits for one: what seasons go by. Tests bring a clock of their own.
public protocol WallClock: Sendable {
    /// The time now.
    var now: Date { get }

    /// Returns at that time, or sooner: whoever waits looks at the time again.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    func sleep(until date: Date) async throws
}

/// The system's clock, which people set and the network corrects: it is looked at every minute, however long the wait.
public struct SystemWallClock: WallClock {
    /// The clock of this machine.
    public init() {}

    /// The system's time.
    public var now: Date { Date() }

    /// Sleeps for a minute at most.
    public func sleep(until date: Date) async throws {
        let seconds = min(max(date.timeIntervalSince(now), 0.01), 60)
        try await Task.sleep(for: .seconds(seconds))
    }
}
