// See docs/decisions/21-following-files.md.
extension ThemeLibrary {
    /// Creates a library with the packs of a folder, such as those that an app ships.
    ///
    /// Cost: as ``sync(folder:)``.
    /// - Parameters:
    ///   - folder: has the pack of the default theme.
    ///   - failed: gets the reasons why something else of the folder is not mounted.
    /// - Throws: ``ThemeError`` if the folder has no sound pack of the default theme.
    public convenience init(
        folder: PackFolder, failed: (PackFolderProblem) -> Void = { _ in }
    ) throws(ThemeError) {
        self.init()
        let report = sync(folder: folder)
        let isMounted = report.changes.contains { change in
            if case .replaced(.default, _, _) = change { true } else { false }
        }
        guard isMounted else {
            for case .unreadable(let reason) in report.problems { throw reason }
            for case .rejected(_, let reason) in report.problems { throw reason }
            throw .unreadable(path: folder.path, reason: "has no pack of the default theme")
        }
        report.problems.forEach(failed)
    }

    /// Mounts the packs of a folder, and drops the packs whose files have vanished from it.
    ///
    /// It mounts the sound pack with the highest version of each theme. All changes are one swap: readers see all of
    /// them or none. A pack that is damaged, incomplete or would close a cycle of themes is reported. The mounted
    /// pack then stays, even if its own file is gone. Themes that were mounted from elsewhere stay, unless the folder
    /// has the same or a higher version of them. The default theme is never dropped.
    ///
    /// Cost: a system call for each file. For each new pack, SHA-256 over the whole pack unless the folder's mode is
    /// `trusted`. The call blocks its thread, so make it outside the main actor. Any thread can call it at any time. If
    /// the folder changes meanwhile, it is read again, ten times at most; then the report has the problem
    /// ``PackFolderProblem/changedMeanwhile(path:attempts:)``.
    /// - Returns: the changes, and the problems. It is empty if nothing changed and everything is sound.
    @discardableResult
    public func sync(folder: PackFolder) -> PackFolderReport {
        sync(folder: folder, isCurrent: { scan throws(ThemeError) in try scan.isCurrent() })
    }

    /// - Parameter isCurrent: returns whether the folder is still as a scan found it.
    func sync(
        folder: PackFolder, isCurrent: (FolderScan) throws(ThemeError) -> Bool
    ) -> PackFolderReport {
        var changes: [PackFolderReport.Change] = []
        var report = PackFolderReport()
        var isDone = false
        do throws(ThemeError) {
            // A pack can arrive during the call, and another thread can publish the result of an older listing. Both
            // end with a listing that differs.
            for _ in 0..<FolderScan.attemptsMax where !isDone {
                let scan = try scan(folder)
                report = try publish(scan)
                changes += report.changes
                isDone = try isCurrent(scan)
            }
            if !isDone {
                report.problems.append(.changedMeanwhile(path: folder.path, attempts: FolderScan.attemptsMax))
            }
        } catch {
            report.problems = [.unreadable(error)]
        }
        report.changes = changes
        return report
    }

    private func publish(_ scan: FolderScan) throws(ThemeError) -> PackFolderReport {
        while true {
            let base = snapshot
            let (next, report) = try scan.snapshot(after: base)
            if report.changes.isEmpty || publish(next, inPlaceOf: base) { return report }
        }
    }

    /// Reads a folder, and mounts and checks its new packs. Changes nothing.
    ///
    /// - Throws: ``ThemeError/unreadable(path:reason:)`` if the folder cannot be read.
    package func scan(_ folder: PackFolder) throws(ThemeError) -> FolderScan {
        let listing = try FolderListing(of: folder)
        return FolderScan(of: folder, listing, mounted: snapshot.packs.values)
    }
}
