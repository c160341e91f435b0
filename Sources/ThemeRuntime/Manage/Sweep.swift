/// Sweeps away the bindings of targets that have died, while there are any bindings.
///
/// Swift tells nobody that an object has died, unless its class does, and Linux has no associated objects that die with it. So
/// bindings are looked at now and then: as many as are registered, and all of them, in slices, at growing intervals: soon
/// after something was found dead, at most every minute while nothing is. The last interval passes without effect once there
/// are no bindings, or no manager.
enum Sweep {
    static let firstInterval = Duration.milliseconds(500)
    static let longestInterval = Duration.seconds(60)
    /// Places that are looked at without letting others have the main actor: well under a millisecond.
    static let slice = 4096

    @MainActor
    static func start<ID, Skin>(_ bindings: Bindings<ID, Skin>, whenDone done: @escaping @MainActor () -> Void) {
        Task { [weak bindings] in
            var interval = firstInterval
            while true {
                try? await Task.sleep(for: interval)
                guard let swept = await sweep(bindings) else { break }
                interval = swept > 0 ? firstInterval : min(interval * 2, longestInterval)
            }
            done()
        }
    }

    /// - Returns: how many bindings were removed; `nil` if there are none left.
    @MainActor
    private static func sweep<ID, Skin>(_ bindings: Bindings<ID, Skin>?) async -> Int? {
        guard let bindings else { return nil }
        var (removed, left) = (0, bindings.places)
        while left > 0 {
            removed += bindings.sweep(min(slice, left))
            left -= slice
            await Task.yield()
        }
        if removed > 0 { bindings.shrink() }
        return bindings.isEmpty ? nil : removed
    }
}
