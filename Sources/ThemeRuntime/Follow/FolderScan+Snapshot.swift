import ThemeModel

extension FolderScan {
    /// Returns the snapshot after `base`, in which the folder's packs replace those that were mounted from it.
    ///
    /// - Throws: ``ThemeError`` if `base` itself cannot be linked.
    package func snapshot(after base: ThemeSnapshot) throws(ThemeError) -> (ThemeSnapshot, PackFolderReport) {
        let old = base.packs
        var new = old
        var report = PackFolderReport()
        report.problems = problems
        for (id, pack) in packs {
            guard let mounted = old[id] else {
                new[id] = pack
                continue
            }
            let isOlder = pack.theme.version < mounted.theme.version
            if isOlder, !folder.contains(mounted.path) || mayHaveRejectedUpdate(of: mounted) { continue }
            new[id] = pack
        }
        for (id, pack) in old where packs[id] == nil && folder.contains(pack.path) && !mayHaveRejectedUpdate(of: pack) {
            if id == .default {
                report.problems.append(.defaultVanished(path: pack.path))
            } else {
                new[id] = nil
            }
        }
        let next = try Self.link(&new, after: base, &report)
        report.changes = Self.changes(from: old, to: new)
        report.problems += Self.sharedPrefixes(of: new)
        return (next, report)
    }

    /// Builds a snapshot. Packs that would close a cycle of themes are rejected; the former ones stay.
    private static func link(
        _ packs: inout [ThemeID: ThemePack], after base: ThemeSnapshot, _ report: inout PackFolderReport
    ) throws(ThemeError) -> ThemeSnapshot {
        let old = base.packs
        while true {
            do throws(ThemeError) {
                return try ThemeSnapshot(packs, previous: base)
            } catch {
                guard case .chainCycle(let cycle) = error else { throw error }
                let closing = Set(cycle).sorted().compactMap { packs[$0] }.filter { old[$0.theme.id] !== $0 }
                guard !closing.isEmpty else { throw error }
                for pack in closing {
                    packs[pack.theme.id] = old[pack.theme.id]
                    report.problems.append(.rejected(path: pack.path, reason: error))
                }
            }
        }
    }

    private static func changes(
        from old: [ThemeID: ThemePack], to new: [ThemeID: ThemePack]
    ) -> [PackFolderReport.Change] {
        Set(old.keys).union(new.keys).sorted().compactMap { id in
            switch (old[id], new[id]) {
            case (let old?, let new?): old === new ? nil : .replaced(id, from: old.theme.version, to: new.theme.version)
            case (nil, let new?): .added(id, new.theme.version)
            case (let old?, nil): .removed(id, old.theme.version)
            case (nil, nil): nil
            }
        }
    }

    private static func sharedPrefixes(of packs: [ThemeID: ThemePack]) -> [PackFolderProblem] {
        Dictionary(grouping: packs.values.filter { !$0.theme.imageNamePrefix.isEmpty }, by: \.theme.imageNamePrefix)
            .filter { $0.value.count > 1 }
            .sorted { $0.key.string < $1.key.string }
            .map { .samePrefix($0.key, $0.value.map(\.theme.id).sorted()) }
    }
}
