/// Removes the bindings of dead targets.
///
/// Swift does not report the release of an object, and Linux has no associated objects. So new bindings check others,
/// and this checks all, in slices. It starts with an interval of half a second, and returns to it after removing any
/// binding; otherwise the interval doubles, up to a minute. It stops when there are no bindings or no manager.
enum Sweep {
    static let firstInterval = Duration.milliseconds(500)
    static let longestInterval = Duration.seconds(60)
    /// The number of entries checked before other tasks get the main actor. They take well under a millisecond.
    static let slice = 4096

    @MainActor
    static func start<ThemeType, Selection>(
        _ bindings: Bindings<ThemeType, Selection>, whenDone done: @escaping @MainActor () -> Void
    ) {
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

    /// Returns the number of removed bindings; `nil` if none are left.
    @MainActor
    private static func sweep<ThemeType, Selection>(_ bindings: Bindings<ThemeType, Selection>?) async -> Int? {
        guard let bindings else { return nil }
        var (removed, left) = (0, bindings.entryCount)
        while left > 0 {
            removed += bindings.sweep(min(slice, left))
            left -= slice
            await Task.yield()
        }
        if removed > 0 { bindings.shrink() }
        return bindings.isEmpty ? nil : removed
    }
}
