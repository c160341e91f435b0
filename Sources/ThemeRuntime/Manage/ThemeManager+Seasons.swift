public import Foundation
import ThemeModel

extension ThemeSnapshot {
    /// The theme whose season it is: of several the one with the highest priority, of these the one whose season began last, of
    /// these the first by id. `nil` if no theme is in season.
    public func inSeason(at date: Date) -> ThemeID? {
        let seconds = date.timeIntervalSince1970
        return ids.filter { theme($0)?.season.contains(secondsSince1970: seconds) == true }
            .max { rank($0) < rank($1) || (rank($0) == rank($1) && $0 > $1) }
    }

    private func rank(_ id: ThemeID) -> (Int, Int64) {
        let season = theme(id)?.season ?? .none
        return (season.priority, season.from?.secondsSince1970 ?? -1)
    }

    /// The next moment at which a season begins or ends; `nil` if none does any more.
    public func nextSeasonChange(after date: Date) -> Date? {
        ids.compactMap { theme($0)?.season }.flatMap { [$0.from, $0.until] }.compactMap(\.self)
            .map { Date(timeIntervalSince1970: Double($0.secondsSince1970)) }.filter { $0 > date }.min()
    }
}

extension Theme {
    /// When the theme is to be in force by itself.
    public var season: ThemeSeason { pack.theme.season }
}

extension ThemeManager where Catalogue == ThemeLibrary {
    /// Keeps the theme in force whose season it is, until the task is cancelled: the New Year's theme comes and goes by itself.
    ///
    /// When a season begins, its theme is selected without being saved; when it ends, the next in season is, or the one that was
    /// chosen last (``chosenID``). In between, whatever is selected stays. Packs that are mounted or removed meanwhile are
    /// looked at when the clock wakes up, which it does every minute.
    /// - Parameters:
    ///   - clock: tells the time; the system's, if not another.
    ///   - failed: is told of a theme that could not be selected. What is in force stays, and it is tried again at the next look.
    @MainActor
    public func followSeasons(
        by clock: some WallClock = SystemWallClock(), failed: @MainActor (ManagerError) -> Void
    ) async {
        var picked: ThemeID?
        while !Task.isCancelled {
            let now = clock.now
            let wanted = library.snapshot.inSeason(at: now)
            if wanted != picked {
                do throws(ManagerError) {
                    try select(wanted ?? chosenID, saving: false)
                    picked = wanted
                } catch {
                    failed(error)
                }
            }
            let next = library.snapshot.nextSeasonChange(after: now) ?? .distantFuture
            let soon = now.addingTimeInterval(60)
            do { try await clock.sleep(until: min(next, soon)) } catch { return }
        }
    }
}
