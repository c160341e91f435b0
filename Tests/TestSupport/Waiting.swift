import ThemeSystem

/// Polls until a condition holds. Returns `false` if it does not after many looks, which take five minutes or longer: a
/// slow machine that has other work takes minutes for what takes milliseconds elsewhere. Looks are counted, because
/// other tests can block all threads for a long time.
public func blockUntil(_ condition: () throws -> Bool) rethrows -> Bool {
    for look in 0..<lookCount {
        if try condition() { return true }
        pause(for: interval(after: look))
    }
    return false
}

/// `blockUntil` for asynchronous tests.
public func suspendUntil(
    isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async throws -> Bool {
    for look in 0..<lookCount {
        if try await condition() { return true }
        try await Task.sleep(for: interval(after: look))
    }
    return false
}

private let lookCount = 15_000

private func interval(after look: Int) -> Duration { .milliseconds(min(look + 1, 20)) }
