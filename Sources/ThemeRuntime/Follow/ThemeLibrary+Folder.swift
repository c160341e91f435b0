extension ThemeLibrary {
    /// Mounts the packs of a folder, and drops the packs whose files have vanished from it.
    ///
    /// It mounts the sound pack with the highest version of each theme. All changes are one swap: readers see all of
    /// them or none. A pack that is damaged, incomplete or would close a cycle of themes is reported. The mounted
    /// pack then stays, also if its own file is gone. Themes that were mounted from elsewhere stay, unless the folder
    /// has the same or a higher version of them. The default theme is never dropped.
    ///
    /// Cost: a system call for each file. For each new pack, SHA-256 over the whole pack unless the folder's mode is
    /// `trusted`. The call blocks its thread, so make it outside the main actor. Any thread can call it at any time.
    /// - Returns: the changes, and the problems. It is empty if nothing changed and everything is sound.
    @discardableResult
    public func sync(folder: PackFolder) -> PackFolderReport {
        var changes: [PackFolderReport.Change] = []
        var report = PackFolderReport()
        // A pack can arrive during the call, and another thread can publish the result of an older listing. Both end
        // with a listing that differs.
        let attemptsMax = 10
        for _ in 0..<attemptsMax {
            do throws(ThemeError) {
                let scan = try scan(folder)
                var isDone = false
                while !isDone {
                    let base = snapshot
                    let next: ThemeSnapshot
                    (next, report) = try scan.snapshot(after: base)
                    isDone = report.changes.isEmpty || publish(next, inPlaceOf: base)
                }
                changes += report.changes
                if try FolderListing(of: folder) == scan.listing { break }
            } catch {
                report.problems = [.unreadable(error)]
                break
            }
        }
        report.changes = changes
        return report
    }

    /// Reads a folder, and mounts and checks its new packs. Changes nothing.
    ///
    /// - Throws: ``ThemeError/unreadable(path:reason:)`` if the folder cannot be read.
    package func scan(_ folder: PackFolder) throws(ThemeError) -> FolderScan {
        let listing = try FolderListing(of: folder)
        return FolderScan(of: folder, listing, mounted: snapshot.packs.values)
    }
}
