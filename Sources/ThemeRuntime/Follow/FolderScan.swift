import ThemeModel

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
        (self.folder, self.listing) = (folder, listing)
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
