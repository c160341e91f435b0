public import ThemeSystem

extension ThemeSnapshot {
    /// The id of the theme in season; `nil` if there is none.
    ///
    /// If several themes are in season, on one axis or on several, the highest priority decides, then the latest start,
    /// then the lowest id. ``ThemeSourceManager/followSeasons(failed:)`` selects one on each axis.
    public func idInSeason(at date: Date) -> ThemeID? { idFirstInSeason(of: allInSeason(at: date)) }

    /// The theme in season of each axis.
    fileprivate func idsInSeason(at date: Date) -> [ThemeAxis?: ThemeID] {
        Dictionary(grouping: allInSeason(at: date), by: axis).compactMapValues(idFirstInSeason)
    }

    /// A combination is not selected by itself.
    private func allInSeason(at date: Date) -> [ThemeID] {
        let seconds = date.timeIntervalSince1970
        return ids.filter { id in
            theme(id)?.season.contains(secondsSince1970: seconds) == true
                && pack(id)?.theme.combinedThemes.isEmpty == true
        }
    }

    private func idFirstInSeason(of ids: [ThemeID]) -> ThemeID? {
        ids.max { rank($0) < rank($1) || (rank($0) == rank($1) && $0 > $1) }
    }

    private func rank(_ id: ThemeID) -> (Int, Int64) {
        let season = theme(id)?.season ?? .none
        return (season.priority, season.from?.secondsSince1970 ?? -1)
    }

    fileprivate func nextSeasonChange(after date: Date) -> Date? { seasonChanges.filter { $0 > date }.min() }

    private var seasonChanges: [Date] {
        ids.compactMap { theme($0)?.season }.flatMap { [$0.from, $0.until] }.compactMap(\.self).map { Date($0) }
    }

    /// Returns those themes in season that have been those of their axes ever since a choice was made in their place.
    fileprivate func unchanged(_ replaced: ReplacedSeasons<ThemeID>, until now: Date) -> [ThemeAxis?: ThemeID] {
        let then = Date(replaced.moment)
        let moments = [then, now] + seasonChanges.filter { (min(then, now)...max(then, now)).contains($0) }
        let seasons = moments.map(idsInSeason)
        return replaced.ids.filter { axis, id in seasons.allSatisfy { $0[axis] == id } }
    }
}

extension ThemeManager {
    /// Keeps the theme in season in force until the task is canceled.
    ///
    /// When a season begins, this selects its theme without saving. When it ends, this selects the next theme in
    /// season; without one, that of ``chosenIDs``; without that, the default theme. Each axis has its own theme in
    /// season. A theme that is selected meanwhile stays until the next change of season; a saved one also after a
    /// restart. This checks the clock at least every minute.
    /// - Parameter failed: gets the error if a theme cannot be selected; by default ``problemHandler`` does. The next
    ///   check tries again.
    @MainActor
    public func followSeasons(failed: (@MainActor (ManagerError) -> Void)? = nil) async {
        await followSeasons(by: SystemWallClock(), failed: failed)
    }

    @MainActor
    package func followSeasons(by clock: some WallClock, failed: (@MainActor (ManagerError) -> Void)? = nil) async {
        var picked = replacedSeasons.map { library.snapshot.unchanged($0, until: clock.now) } ?? [:]
        following = (clock, picked)
        defer { following = nil }
        while !Task.isCancelled {
            let now = clock.now
            let snapshot = library.snapshot
            let wanted = snapshot.idsInSeason(at: now)
            if wanted != picked {
                following = (clock, wanted)
                do throws(ManagerError) {
                    let axes = Set(wanted.keys).union(picked.keys).filter { wanted[$0] != picked[$0] }
                    let ids = axes.reduce(wantedIDs) { ids, axis in
                        let id = wanted[axis] ?? chosenIDs.last { self.axis(of: $0) == axis }
                        return snapshot.selection(of: id, on: axis, after: ids, axes: self.axes)
                    }
                    let known = try knownIDs(ids)
                    try select(known.isEmpty ? [defaultID] : known, missing: ids, saving: nil)
                    picked = wanted
                } catch {
                    following = (clock, picked)
                    report(error, to: failed)
                }
            }
            let next = library.snapshot.nextSeasonChange(after: now) ?? .distantFuture
            let soon = now.addingTimeInterval(60)
            do { try await clock.sleep(until: min(next, soon)) } catch { return }
        }
    }
}

extension Date {
    fileprivate init(_ moment: Moment) { self.init(timeIntervalSince1970: Double(moment.secondsSince1970)) }
}

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

/// The light or dark appearance that a system reports.
public enum SystemStyle: Hashable, Sendable, CaseIterable {
    /// Dark text on a light background.
    case light
    /// Light text on a dark background.
    case dark
}

extension ThemeSourceManager {
    /// Selects a theme for each style that a sequence delivers, until the sequence ends or the task is canceled. The
    /// app makes the sequence, for example from traits or desktop settings.
    ///
    /// Nothing is saved. A style without a theme changes nothing. Another selection stays until the next style.
    /// `failed`, by default ``problemHandler``, gets the error if a theme cannot be selected; the theme in force stays.
    /// - Throws: ``ManagerError`` if `themes` is empty, or one of them does not exist or cannot be used; errors of the
    ///   sequence.
    @MainActor
    public func follow<Styles: AsyncSequence>(
        _ styles: Styles, as themes: [Styles.Element: ID], failed: (@MainActor (ManagerError) -> Void)? = nil
    ) async throws where Styles.Element: Hashable & Sendable {
        guard !themes.isEmpty else { throw ManagerError.noStyles }
        for id in Set(themes.values) { _ = try Self.selection([id], in: source) }
        try await follow(styles, as: themes, failed: failed) { id throws(ManagerError) in
            try select(id, saving: false)
        }
    }

    @MainActor
    fileprivate func report(_ error: ManagerError, to failed: (@MainActor (ManagerError) -> Void)?) {
        (failed ?? problemHandler)?(error)
    }

    @MainActor
    fileprivate func follow<Styles: AsyncSequence>(
        _ styles: Styles, as themes: [Styles.Element: ID], failed: (@MainActor (ManagerError) -> Void)?,
        select: @MainActor (ID) throws(ManagerError) -> Void
    ) async throws where Styles.Element: Hashable & Sendable {
        for try await style in styles {
            guard let id = themes[style] else { continue }
            do throws(ManagerError) { try select(id) } catch { report(error, to: failed) }
        }
    }
}

/// The contrast that a system asks for.
public enum SystemContrast: Hashable, Sendable, CaseIterable {
    /// The contrast of most people's devices.
    case standard
    /// The contrast of devices set to increase it.
    case increased
}

extension ThemeManager {
    /// Selects a theme of one axis for each style or contrast that a sequence delivers. Otherwise as
    /// ``follow(_:as:failed:)``; the default theme clears the axis: `[.light: .default, .dark: "dark"]`.
    @MainActor
    public func follow<Styles: AsyncSequence>(
        _ styles: Styles, on axis: ThemeAxis, as themes: [Styles.Element: ThemeID],
        failed: (@MainActor (ManagerError) -> Void)? = nil
    ) async throws where Styles.Element: Hashable & Sendable {
        guard !themes.isEmpty else { throw ManagerError.noStyles }
        for id in Set(themes.values) {
            try check(id, isOn: axis, in: library.snapshot)
            _ = try Self.selection([id], in: source)
        }
        try await follow(styles, as: themes, failed: failed) { id throws(ManagerError) in
            try select(id, for: axis, saving: false)
        }
    }
}
