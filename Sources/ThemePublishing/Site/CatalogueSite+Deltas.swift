import PackFormat
package import ThemeCatalogue
package import ThemeModel
package import ThemeProject
import ThemeRuntime

extension CatalogueSite {
    /// Writes the deltas to a pack from earlier ones that are in the folder, and returns them.
    ///
    /// - Parameters:
    ///   - bases: the digests of earlier packs.
    ///   - limit: the most deltas. Those from the highest versions are made.
    package func publishDeltas(
        to pack: PublishedPack, from bases: [ContentDigest], limit: Int
    ) throws(UserError) -> [CatalogueDelta] {
        var versions: [(base: ContentDigest, version: SemanticVersion)] = []
        for base in bases {
            // A pack that was deleted from the folder cannot be the base of a delta.
            guard let earlier = try? ThemePack(mounting: path(of: base)) else { continue }
            versions.append((base, earlier.theme.version))
        }
        versions.sort { $1.version < $0.version }
        var deltas: [CatalogueDelta] = []
        for (base, _) in versions.prefix(limit) {
            // A pack of another program can have no delta. A delta as long as the pack is of no use.
            guard let bytes = try? delta(to: pack, from: base), bytes.count < pack.file.byteCount,
                let file = try publish(bytes)
            else { continue }
            deltas.append(CatalogueDelta(base: base, file: file))
        }
        return deltas
    }

    private func delta(to pack: PublishedPack, from base: ContentDigest) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try DeltaMaker.make(
            from: try IndexedPack(try BytesInFile(path(of: base))),
            to: try IndexedPack(try BytesInFile(path(of: pack.file.digest)))
        ) { bytes += $0 }
        return bytes
    }
}
