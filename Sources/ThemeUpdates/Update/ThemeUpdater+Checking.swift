import ThemeModel
import PackFormat
import ThemeCatalogue
import ThemeRuntime
import ThemeTrust

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ThemeUpdater {
    /// Fetches the catalogue, and compares it with the installed packs. Changes no theme.
    ///
    /// An unchanged catalogue costs one request for its signature. A catalogue that has expired gives a plan without
    /// steps.
    /// - Throws: ``UpdateError`` if there is no catalogue that can be followed. What is installed stays.
    public func check() async throws(UpdateError) -> UpdatePlan {
        let (catalogue, bytes, signature) = try await fetchCatalogue()
        guard catalogue.base == source.base else {
            throw .otherBase(found: catalogue.base, expected: source.base)
        }
        let lock = try await store.lock()
        defer { withExtendedLifetime(lock) {} }
        var state = try store.state()
        let known = state
        let seen = state.seen(at: source.base.string)
        guard catalogue.sequence >= seen.sequence else {
            throw .olderCatalogue(sequence: catalogue.sequence, known: seen.sequence)
        }
        let digest = ContentDigest(of: bytes).description
        guard catalogue.sequence > seen.sequence || digest == seen.catalogue else {
            throw .changedCatalogue(sequence: catalogue.sequence)
        }
        // A list of all withdrawn packs would be read and written with each state.
        let withdrawn = state.themes.values.flatMap(\.packs).filter { pack in
            pack.digest.map { catalogue.withdrawn.contains($0) } ?? false
        }
        state.see(
            UpdateState.Seen(
                sequence: catalogue.sequence, catalogue: digest, expires: catalogue.expires.secondsSince1970,
                withdrawn: Set(withdrawn.map(\.sha256))),
            at: source.base.string)
        if state != known || store.length(store.statePath) == nil {
            try store.write(bytes, to: store.catalogueFile(Catalogue.fileName))
            try store.write(signature, to: store.catalogueFile("\(Catalogue.fileName).sig"))
            try store.write(state)
        }
        return plan(catalogue, state)
    }

    /// Fetches the signature, and the catalogue only if its signature is a new one. A signature belongs to its bytes,
    /// so the bytes of a known one are known too.
    private func fetchCatalogue() async throws(UpdateError) -> (Catalogue, bytes: [UInt8], signature: [UInt8]) {
        let (name, base) = (Catalogue.fileName, source.base)
        let signature = try await fetcher.bytes(
            of: base.url(of: "\(name).sig"), limit: SSHSignature.maximumByteCount)
        let storedSignature = try? store.read(
            store.catalogueFile("\(name).sig"), limit: SSHSignature.maximumByteCount)
        if storedSignature == signature,
            let bytes = try? store.read(store.catalogueFile(name), limit: Catalogue.maximumByteCount),
            let catalogue = try? verified(bytes, signature)
        {
            return (catalogue, bytes, signature)
        }
        let bytes = try await fetcher.bytes(of: base.url(of: name), limit: Catalogue.maximumByteCount)
        do throws(CatalogueError) {
            return (try verified(bytes, signature), bytes, signature)
        } catch {
            throw .catalogue(error)
        }
    }

    private func verified(_ bytes: [UInt8], _ signature: [UInt8]) throws(CatalogueError) -> Catalogue {
        let parsed: SSHSignature
        do throws(TrustError) {
            parsed = try SSHSignature(armored: signature, path: "\(Catalogue.fileName).sig")
        } catch {
            throw .untrusted(error)
        }
        return try Catalogue(
            verifying: bytes, signature: parsed, trusting: source.signers, identity: source.identity, at: now())
    }

    private func plan(_ catalogue: Catalogue, _ state: UpdateState) -> UpdatePlan {
        let entries = (catalogue.channels[source.channel] ?? [:]).filter { source.themes?.contains($0.key) ?? true }
        let isExpired = now().timeIntervalSince1970 > Double(catalogue.expires.secondsSince1970)
        var (steps, obstacles): ([UpdatePlan.Step], [ThemeID: UpdatePlan.Obstacle]) = ([], [:])
        // The default theme is first, because the other themes must have the contract of the new default theme.
        var contract = expectedContract(receiver.library.snapshot.packs[.default])
        let ids = entries.keys.sorted()
        for id in ids.filter({ $0 == .default }) + ids.filter({ $0 != .default }) {
            guard let entry = entries[id] else { continue }
            let expected = id == .default ? nil : contract
            if let obstacle = obstacle(id, entry, state, contract: expected, isExpired: isExpired) {
                obstacles[id] = obstacle
                if id == .default, obstacle == .downloaded { contract = entry.contract }
            } else {
                steps.append(UpdatePlan.Step(theme: id, entry: entry, source: way(to: id, entry, state)))
                if id == .default { contract = entry.contract }
            }
        }
        let withdrawn = state.themes.filter { $0.value.current.map(state.isWithdrawn) ?? false }
        return UpdatePlan(
            steps: steps.sorted { $0.theme < $1.theme }, obstacles: obstacles, sequence: catalogue.sequence,
            expires: catalogue.expires, isExpired: isExpired,
            withdrawn: withdrawn.keys.compactMap { try? ThemeID($0) }.sorted())
    }

    private func obstacle(
        _ id: ThemeID, _ entry: CatalogueEntry, _ state: UpdateState, contract: ContentDigest?, isExpired: Bool
    ) -> UpdatePlan.Obstacle? {
        let (theme, digest) = (state.themes[id.string] ?? UpdateState.Theme(), entry.pack.digest)
        if let current = theme.current {
            if current.digest == digest { return .upToDate }
        } else if let own = embedded[id], Int64(own.byteCount) == entry.pack.byteCount, embeddedDigest(of: id) == digest
        {
            return .upToDate
        }
        if isExpired { return .expired }
        if let reason = theme.barred[digest.description] { return .barred(reason: reason) }
        if entry.minimumReader > PackIndex.formatVersion {
            return .needsNewerReader(minimumReader: entry.minimumReader)
        }
        if let contract, contract != entry.contract {
            return .otherContract(found: entry.contract, expected: contract)
        }
        let bucket = Rollout.bucket(installation: state.installation, theme: id, version: entry.version)
        if bucket >= entry.rollout { return .notInRollout(percentage: entry.rollout) }
        if theme.pending?.digest == digest, store.length(store.path(ofPack: digest)) == entry.pack.byteCount {
            return .downloaded
        }
        return nil
    }

    private func way(to id: ThemeID, _ entry: CatalogueEntry, _ state: UpdateState) -> UpdatePlan.Step.Source {
        if store.length(store.path(ofPack: entry.pack.digest)) == entry.pack.byteCount { return .store }
        guard !entry.deltas.isEmpty,
            let base = state.themes[id.string]?.current?.digest ?? embeddedDigest(of: id),
            let delta = entry.deltas.first(where: { $0.base == base }), delta.file.byteCount < entry.pack.byteCount
        else { return .pack }
        return .delta(delta)
    }
}
