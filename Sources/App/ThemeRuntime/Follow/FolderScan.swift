import ThemeSystem

/// The best sound pack of each theme in a folder, and the files that were rejected.
package struct FolderScan: Sendable {
    let folder: PackFolder
    let listing: FolderListing
    private(set) var packs: [ThemeID: ThemePack] = [:]
    private(set) var problems: [PackFolderProblem] = []
    /// Rejected files, with their themes if these are known.
    private(set) var rejected: [(path: String, id: ThemeID?)] = []

    /// The number of scans after which a folder that still changes is reported.
    package static let attemptsMax = 10

    /// Mounts the packs that are not mounted yet, and checks the best of each theme completely.
    init(of folder: PackFolder, _ listing: FolderListing, mounted: some Collection<ThemePack>) {
        self.folder = folder
        self.listing = listing
        let mounted = Dictionary(mounted.map { (HashedText($0.path), $0) }, uniquingKeysWith: { first, _ in first })
        var candidates: [ThemeID: [ThemePack]] = [:]
        for file in listing.files {
            let path = file.path
            if let known = mounted[HashedText(path)], known.memory.identity == file.identity {
                candidates[known.theme.id, default: []].append(known)
                continue
            }
            do throws(ThemeError) {
                // Reads only the header, whatever the folder's mode. Most old versions are never mounted.
                let pack = try ThemePack(mounting: path, limits: folder.limits)
                candidates[pack.theme.id, default: []].append(pack)
            } catch {
                reject(path, nil, error)
            }
        }
        for path in listing.misnamed {
            let isUnpacked = PackContents.isUnpacked { access("\(path)/\($0)", F_OK) == 0 }
            let reason = isUnpacked ? PackContents.unpacked : "its name does not end in '\(PackFolder.packSuffix)'"
            let advice = isUnpacked ? "put the pack itself here" : "rename it to NAME\(PackFolder.packSuffix)"
            reject(path, nil, .notAPack(path: path, reason: reason, advice: advice))
        }
        for (id, packs) in candidates.sorted(by: { $0.key < $1.key }) {
            choose(id, packs) { mounted[HashedText($0.path)] === $0 }
        }
    }

    /// Chooses the sound pack with the highest version. Of equal versions, the mounted one, else the first by path.
    private mutating func choose(_ id: ThemeID, _ candidates: [ThemePack], isMounted: (ThemePack) -> Bool) {
        let ordered = candidates.sorted { left, right in
            if left.theme.version != right.theme.version { return left.theme.version > right.theme.version }
            if isMounted(left) != isMounted(right) { return isMounted(left) }
            return UTF8Order.precedes(left.path, right.path)
        }
        for candidate in ordered {
            do throws(ThemeError) {
                let chosen = isMounted(candidate) ? candidate : try checked(candidate)
                packs[id] = chosen
                let sameVersion = ordered.filter {
                    $0.theme.version == chosen.theme.version && ($0 === candidate || $0.digest != chosen.digest)
                }
                if sameVersion.count > 1 {
                    problems.append(.sameVersion(id, chosen.theme.version, paths: sameVersion.map(\.path)))
                }
                return
            } catch {
                reject(candidate.path, id, error)
            }
        }
    }

    /// Returns a pack in the folder's mode, after all checks.
    private func checked(_ candidate: ThemePack) throws(ThemeError) -> ThemePack {
        var pack = candidate
        if folder.mode != candidate.mode {
            pack = try ThemePack(mounting: candidate.path, mode: folder.mode, limits: folder.limits)
            guard pack.theme.id == candidate.theme.id else {
                throw .unreadable(path: candidate.path, reason: "it changed while it was read")
            }
        }
        if !pack.mode.checksAtMount { try pack.checkEverything() }
        _ = try pack.ownSettings()
        return pack
    }

    /// Returns whether the folder still has the same files.
    ///
    /// - Throws: ``ThemeError/unreadable(path:reason:)`` if the folder cannot be read.
    package func isCurrent() throws(ThemeError) -> Bool { try FolderListing(of: folder) == listing }

    private mutating func reject(_ path: String, _ id: ThemeID?, _ reason: ThemeError) {
        rejected.append((path, id))
        problems.append(.rejected(path: path, reason: reason))
    }

    /// Whether a rejected file may be a pack of the theme. If its id cannot be read, its name decides.
    func mayHaveRejectedUpdate(of mounted: ThemePack) -> Bool {
        rejected.contains { path, id in
            if let id { return id == mounted.theme.id }
            return path == mounted.path || path.hasPrefix(folder.path(of: "\(mounted.theme.id)-"))
        }
    }
}

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
            if isOlder, !folder.contains(mounted) || mayHaveRejectedUpdate(of: mounted) { continue }
            new[id] = pack
        }
        for (id, pack) in old where packs[id] == nil && folder.contains(pack) && !mayHaveRejectedUpdate(of: pack) {
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
                return try base.changing(to: packs)
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

/// The packs in a folder, with the identities of the files. Equal listings mean unchanged files.
package struct FolderListing: Hashable, Sendable {
    struct File: Hashable, Sendable {
        let path: String
        let identity: FileIdentity
    }

    /// In the order of paths. They are not a dictionary, because paths that differ only in Unicode form are two files.
    let files: [File]
    /// Packs that a browser or a desktop has renamed or unpacked, in the order of paths; the folder's own path if a
    /// pack was unpacked in it.
    let misnamed: [String]

    /// Reads a folder. Cost: a system call for each file.
    ///
    /// - Throws: ``ThemeError/unreadable(path:reason:)`` if the folder cannot be read.
    init(of folder: PackFolder) throws(ThemeError) {
        var names: [String] = []
        var misnamed: [String] = []
        var others: Set<String> = []
        do throws(SystemError) {
            try forEachEntry(of: folder.path) { name, _, _ in
                guard let name = String(validUTF8: name), !name.hasPrefix(".") else { return }
                if name.hasSuffix(PackFolder.packSuffix) {
                    names.append(name)
                } else if Self.isMisnamed(name) {
                    misnamed.append(folder.path(of: name))
                } else if [PackContents.indexPath, PackContents.manifestPath].contains(name) {
                    others.insert(name)
                }
            }
        } catch {
            throw .unreadable(path: folder.path, reason: error.reason)
        }
        // A file can vanish after its name was read.
        let files = names.map(folder.path(of:)).compactMap { path in
            FileIdentity(path).map { File(path: path, identity: $0) }
        }
        self.files = files.sorted { UTF8Order.precedes($0.path, $1.path) }
        if PackContents.isUnpacked(others.contains) { misnamed.append(folder.path) }
        self.misnamed = misnamed.sorted(by: UTF8Order.precedes)
    }

    /// `year-1.2.0.themepack (1).zip`, `year-1.2.0.themepack copy.zip`, `year-1.2.0.themepack`, `... .themepack.ZIP`;
    /// not a signature or a download that is not complete.
    private static func isMisnamed(_ name: String) -> Bool {
        let lower = name.lowercased()
        guard let mark = lower.ranges(of: ".themepack").last else { return false }
        let rest = lower[mark.upperBound...]
        return rest.hasSuffix(".zip") || !rest.contains(".")
    }
}
