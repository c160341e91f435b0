import ThemeSystem

/// Returns whether a condition holds before a long time has passed. What takes milliseconds elsewhere takes minutes on
/// a slow machine that has other work. A test that does not fail never waits for the whole time.
public func blockUntil(_ condition: () throws -> Bool) rethrows -> Bool {
    let start = ContinuousClock.now
    while ContinuousClock.now - start < longestWait {
        if try condition() { return true }
        pause(for: interval)
    }
    return false
}

/// `blockUntil` for tests that share a few threads.
public func suspendUntil(
    isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async throws -> Bool {
    let start = ContinuousClock.now
    while ContinuousClock.now - start < longestWait {
        if try await condition() { return true }
        try await Task.sleep(for: interval)
    }
    return false
}

public let longestWait = Duration.seconds(600)
private let interval = Duration.milliseconds(2)
