import ThemeRuntime

extension ThemeManager where Catalog == ThemeLibrary {
    /// Does what `ThemeLibrary.sync(folder:)` does, and updates everything that depends on the changed packs.
    ///
    /// Packs are read and checked off the main actor. Observers are notified if a changed pack is in the chain of the
    /// theme in force. If that theme has vanished, the default theme takes its place; the saved choice stays.
    /// - Throws: ``ManagerError`` if a bound value cannot be read from the new theme. Then no pack has changed.
    @concurrent
    @discardableResult
    public func sync(folder: PackFolder) async throws(ManagerError) -> PackFolderReport {
        let scan: FolderScan
        do { scan = try library.scan(folder) } catch { return PackFolderReport(problems: [.unreadable(error)]) }
        return try await publish(scan)
    }

    @MainActor
    private func publish(_ scan: FolderScan) throws(ManagerError) -> PackFolderReport {
        while true {
            let base = library.snapshot
            let (next, report): (ThemeSnapshot, PackFolderReport)
            do {
                (next, report) = try scan.snapshot(after: base)
                for id in next.ids {
                    if let theme = next.theme(id), theme !== base.theme(id) { try library.check(theme) }
                }
            } catch {
                throw .unusableTheme(id: id.string, reason: error)
            }
            if report.changes.isEmpty { return report }
            // If the library changes in between, this starts again, so that no change is lost.
            guard try adopt(next.theme, publish: { library.publish(next, inPlaceOf: base) }) else { continue }
            if next.theme(id) == nil { try refresh() }
            return report
        }
    }
}
