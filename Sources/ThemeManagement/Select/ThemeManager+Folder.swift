import ThemeRuntime

extension ThemeManager where Source == ThemeLibrary {
    /// Does what `ThemeLibrary.sync(folder:)` does, and updates everything that depends on the changed packs.
    ///
    /// It reads the folder once; the next call finds a pack that arrives meanwhile. Packs are read and checked off the
    /// main actor. Observers are notified if a changed pack is in the chain of the theme in force. If the theme in
    /// force was removed, the default theme replaces it; the saved choice stays.
    /// - Throws: ``ManagerError`` if a theme or a bound value cannot be read. Then no pack has changed.
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
            do { (next, report) = try scan.snapshot(after: base) } catch {
                throw .unusableTheme(id: id.string, reason: error)
            }
            if report.changes.isEmpty { return report }
            if try publish(next, inPlaceOf: base) { return report }
        }
    }
}
