extension Distribution {
    /// A pack in the folder that the project does not have, of an earlier version or of a theme that is gone; or the
    /// signature of such a pack.
    package struct Stray: Hashable, Sendable {
        package let path: String
        /// Whether the project has no theme of its id.
        package let isOfRemovedTheme: Bool

        package var reason: String {
            isOfRemovedTheme ? "the project has no such theme" : "the theme has another version now"
        }

        package var isSignature: Bool { path.hasSuffix(Distribution.signatureSuffix) }

        var finding: Finding {
            Finding(
                .packStray, path: path,
                "is \(isSignature ? "the signature of " : "")a pack that the project does not have: \(reason)",
                hint: "'themepack build --prune' deletes it")
        }
    }

    private static let signatureSuffix = ".sig"

    /// The packs of the folder besides those with some names, and their signatures, sorted by name. Other files are
    /// never strays.
    ///
    /// - Parameter themes: the ids of the project's themes.
    func strays(keeping names: Set<String>, themes: Set<String>) -> [Stray] {
        let entries = (try? DiskFileSystem.withoutLinks.entries(of: target)) ?? []
        let found = entries.compactMap { entry -> String? in
            guard entry.kind == .file, let name = String(validUTF8: entry.name) else { return nil }
            let pack = Self.packName(of: name)
            return names.contains(pack) || Self.themes(ofPackNamed: pack).isEmpty ? nil : name
        }
        return found.sorted().map { name in
            let ids = Self.themes(ofPackNamed: Self.packName(of: name))
            return Stray(path: "\(folder)/\(name)", isOfRemovedTheme: themes.isDisjoint(with: ids))
        }
    }

    private static func packName(of name: String) -> String {
        name.hasSuffix(signatureSuffix) ? String(name.dropLast(signatureSuffix.count)) : name
    }

    /// The ids that a pack of that name can have. Ids and versions can contain hyphens; empty for other names.
    private static func themes(ofPackNamed name: String) -> [String] {
        guard name.hasSuffix(packSuffix) else { return [] }
        let stem = name.dropLast(packSuffix.count)
        return stem.indices.filter { stem[$0] == "-" }.compactMap { hyphen in
            guard let id = try? ThemeID(String(stem[..<hyphen])),
                (try? SemanticVersion(String(stem[stem.index(after: hyphen)...]))) != nil
            else { return nil }
            return id.string
        }
    }

    /// Deletes strays. `SHA256SUMS` loses their lines first, so that it never lists a file that is gone.
    package func prune(
        keeping packs: [Pack], themes: Set<String>, exempting isExempt: (Stray) -> Bool = { _ in false }
    ) throws(UserError) -> [Stray] {
        func found() -> [Stray] {
            strays(keeping: Set(packs.map(\.name)), themes: themes.union([ThemeID.default.string]))
                .filter { !isExempt($0) }
        }
        guard !found().isEmpty else { return [] }
        let locked = try lockedFolder()
        return try delete(found(), in: locked)
    }

    private func delete(_ strays: [Stray], in locked: OutputFolder) throws(UserError) -> [Stray] {
        guard !strays.isEmpty else { return [] }
        let sums = try checksums.contents(without: Set(strays.map { ExactText(String($0.path.lastPathComponent)) }))
        try rename([[try writtenChecksums(sums)]])
        for stray in strays where disk.unlink("\(target)/\(stray.path.lastPathComponent)") != 0 && errno != ENOENT {
            throw UserError(
                path: stray.path, "cannot be deleted: \(systemReason())",
                hint: "SHA256SUMS does not list it any more; delete it yourself")
        }
        locked.synchronizeNames()
        return strays
    }
}

extension Distribution {
    /// Deletes the temporary files of builds and feeds that were killed, while no other process writes to the folder.
    /// Returns their paths, sorted.
    package func deleteLeftovers(dryRun: Bool) throws(UserError) -> [String] {
        try Leftovers.delete(in: target, ["sha256"], dryRun: dryRun) { () throws(UserError) in try lockedFolder() }
    }

    /// Deletes all packs with their signatures and, if it lists nothing else, `SHA256SUMS` and the empty folder.
    /// Returns the deleted paths.
    package func deletePacks(dryRun: Bool) throws(UserError) -> [String] {
        guard DiskFileSystem().kind(of: target) == .folder else { return [] }
        let locked = try lockedFolder(dryRun: dryRun)
        let strays = strays(keeping: [], themes: [])
        let packs = strays.map(\.path)
        let names = Set(packs.map { ExactText(String($0.lastPathComponent)) })
        let listsOthers = try !checksums.contents(without: names).isEmpty
        let deletesSums = !listsOthers && DiskFileSystem().kind(of: "\(target)/\(ChecksumList.name)") == .file
        guard !dryRun else { return packs + (deletesSums ? [checksums.path] : []) }
        _ = try delete(strays, in: locked)
        if deletesSums { _ = disk.unlink("\(target)/\(ChecksumList.name)") }
        // Fails if the folder has other files, which stay.
        _ = disk.rmdir(target)
        return packs + (deletesSums ? [checksums.path] : [])
    }
}
