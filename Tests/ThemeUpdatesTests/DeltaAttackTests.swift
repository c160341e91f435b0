import ThemeModel
import TestSupport
import Testing
import ThemeTrust

@testable import ThemeUpdates

/// Deltas that do not make the pack of the feed.
@Suite(.serialized)
struct DeltaAttackTests {
    static let deltas: [(String, @Sendable ([UInt8]) throws -> [UInt8])] = [
        (
            "from another base",
            { new in try UpdateSite.delta(from: UpdateSite.pack("year", "0.1.0", changed: 7), to: new) }
        ),
        (
            "that claims 4 GiB",
            { new in
                var forge = PackForge(try UpdateSite.delta(from: UpdateSite.pack(), to: new))
                forge.set(16, bytes: 8, to: 4 << 30)
                return forge.bytes
            }
        ),
        (
            "that makes another pack",
            { _ in
                try UpdateSite.delta(from: UpdateSite.pack(), to: UpdateSite.pack("year", "6.6.6"))
            }
        ),
        ("that is none", { _ in Array("no delta".utf8) }),
    ]

    @Test("TR11 A wrong delta is replaced by the pack", arguments: deltas.indices)
    func delta(_ number: Int) async throws {
        let site = try UpdateSite()
        let delta = try Self.deltas[number].1(UpdateAttack.newPack)
        try site.publish(["year": UpdateAttack.newPack], deltas: [delta]) {
            let listed = FeedDelta(
                base: ContentDigest(of: try UpdateSite.pack()), file: try UpdateSite.file(delta))
            $0.entries["year"] = try UpdateSite.entry(UpdateAttack.newPack, deltas: [listed])
        }
        // The pack itself is fetched in its place.
        try await UpdateAttack(testDescription: Self.deltas[number].0, version: "1.1.0").run(on: site)
    }
}
