/// The times at which a device asks for news.
///
/// Each wait has a random part, so that a million devices that start together, or lose their server together, do not
/// return together.
public struct UpdateSchedule: Hashable, Sendable {
    /// The most time before the first update.
    public var start: Duration = .seconds(60)
    /// The time between two updates: a day.
    public var interval: Duration = .seconds(86_400)
    /// The share of ``interval`` by which a wait is longer or shorter, 0 to 1.
    public var jitter = 0.25
    /// The most time before the first retry after a failure that can pass. It doubles with each further failure, up to
    /// ``interval``. Every other failure waits for the interval.
    public var firstRetry: Duration = .seconds(60)
    /// The most time that a server can ask for with `Retry-After`: a day.
    public var longestRetryAfter: Duration = .seconds(86_400)

    /// Creates the usual schedule.
    public init() {}

    /// Returns the time before the next update: a second or more, whatever the schedule says.
    ///
    /// - Parameters:
    ///   - error: the failure of the last update; `nil` if it succeeded.
    ///   - failures: the number of failures in a row, with that one.
    ///   - random: a random number from 0 to 1.
    func wait(after error: UpdateError?, failures: Int, random: Double) -> Duration {
        let least = Duration.seconds(1)
        let interval = Self.bounded(interval)
        let firstRetry = Self.bounded(firstRetry)
        // NaN counts as 0.
        let jitter = jitter > 0 ? min(jitter, 1) : 0
        guard let error, error.isTransient else { return max(interval * (1 + jitter * (2 * random - 1)), least) }
        let limit = min(firstRetry * (1 << min(max(failures - 1, 0), 20)), interval)
        let wait = max(limit * (0.5 + 0.5 * random), least)
        guard case .status(_, _, let after?) = error else { return wait }
        return max(wait, Self.bounded(min(after, longestRetryAfter)) + firstRetry * random)
    }

    /// Returns a time from 0 to 136 years, which can be multiplied without an overflow.
    private static func bounded(_ time: Duration) -> Duration { min(max(time, .zero), .seconds(UInt32.max)) }
}

extension ThemeUpdater {
    /// Updates at the times of a schedule until the task is canceled.
    ///
    /// - Parameters:
    ///   - schedule: the times.
    ///   - report: gets the result of each update: the themes that changed, or the reason why none did. An app can
    ///     count the failures; this library sends nothing.
    public nonisolated func follow(
        _ schedule: UpdateSchedule = UpdateSchedule(),
        report: @Sendable (Result<[ThemeID], UpdateError>) async -> Void = { _ in }
    ) async {
        await follow(schedule, sleep: { try await Task.sleep(for: $0) }, report: report)
    }

    /// The results of updates at the times of a schedule, as ``follow(_:report:)`` reports them.
    ///
    /// Updating begins with this call. It ends when the task that iterates is canceled, or nobody has the sequence.
    public nonisolated func updates(
        _ schedule: UpdateSchedule = UpdateSchedule()
    ) -> AsyncStream<Result<[ThemeID], UpdateError>> {
        AsyncStream { continuation in
            let following = Task {
                await follow(schedule) { continuation.yield($0) }
                continuation.finish()
            }
            continuation.onTermination = { _ in following.cancel() }
        }
    }

    nonisolated func follow(
        _ schedule: UpdateSchedule, sleep: @Sendable (Duration) async throws -> Void,
        report: @Sendable (Result<[ThemeID], UpdateError>) async -> Void
    ) async {
        var wait = schedule.start * Double.random(in: 0...1)
        var failures = 0
        while true {
            do { try await sleep(wait) } catch { return }
            var failure: UpdateError?
            do throws(UpdateError) {
                let changed = try await update()
                failures = 0
                await report(.success(changed))
            } catch {
                if Task.isCancelled { return }
                failures += 1
                failure = error
                await report(.failure(error))
            }
            wait = schedule.wait(after: failure, failures: failures, random: Double.random(in: 0...1))
        }
    }
}
